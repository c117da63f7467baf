import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The Python that has Stone: the system's, where Debian's package `python3-stone` puts it. */
const python = "/usr/bin/python3";
const options = ["-W", "ignore"];

/** Whether Stone is installed. */
export function hasStone(): boolean {
  return spawnSync(python, [...options, "-c", "import stone"]).status === 0;
}

/** The command of a Python program that uses Stone. */
export function stonePython(args: readonly string[]): [command: string, args: string[]] {
  return [python, [...options, ...args]];
}

/** The command that checks specifications without writing. */
export function stoneCheck(specs: readonly string[]): readonly string[] {
  const program = [
    "import sys",
    "from stone.frontend.frontend import specs_to_ir",
    "specs_to_ir([(path, open(path, encoding='utf-8').read()) for path in sys.argv[1:]])",
  ];
  return [python, ...options, "-c", program.join("\n"), ...specs];
}

/** The four commands that generate JavaScript with its types, as for the SDK: each reads all specifications again. */
export function stonePipeline(specs: readonly string[], out: string): readonly (readonly string[])[] {
  mkdirSync(out, { recursive: true });
  const template = join(out, "template.d.ts");
  writeFileSync(template, "/*TYPES*/\n/*ROUTES*/\n");
  const backend = (name: string, ...args: readonly string[]): readonly string[] => [
    python,
    ...options,
    "-m",
    "stone.cli",
    name,
    out,
    ...specs,
    "--",
    ...args,
  ];
  return [
    backend("js_types", "types.js"),
    backend("js_client", "routes.js", "-c", "DropboxBase"),
    backend("tsd_types", template, "types.d.ts"),
    backend("tsd_client", template, "client.d.ts"),
  ];
}
