import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pythonWithStone } from "../../../test/support/stone-python.js";

const python = pythonWithStone ?? "";
const options = ["-W", "ignore"];

/** Returns the command that checks specifications without writing. */
export function stoneCheck(specs: readonly string[]): readonly string[] {
  const program = [
    "import sys",
    "from stone.frontend.frontend import specs_to_ir",
    "specs_to_ir([(path, open(path, encoding='utf-8').read()) for path in sys.argv[1:]])",
  ];
  return [python, ...options, "-c", program.join("\n"), ...specs];
}

/**
 * Returns the four commands that generate JavaScript with types, as for the SDK. Each of them reads all specifications
 * again.
 */
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
