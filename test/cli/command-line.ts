import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { inject } from "vitest";

export const binary = resolve("dist/cli/main.js");

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** Options of Node itself. */
  readonly node?: readonly string[];
  /** The binary of another copy of Ashlar. */
  readonly program?: string;
}

/** Runs the built binary, with an environment that says nothing of colours. */
export async function ashlar(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const { FORCE_COLOR: _force, NO_COLOR: _no, ...environment } = process.env;
  const child = spawn(process.execPath, [...(options.node ?? []), options.program ?? binary, ...args], {
    cwd: options.cwd,
    env: { ...environment, ...options.env },
  });
  child.stdin.on("error", () => undefined); // a command that does not read it may be gone before all is written
  child.stdin.end(options.input ?? "");
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      texts[name] += text;
    });
  }
  const code = await new Promise<number | null>((done, fail) => child.on("error", fail).on("close", done));
  return { code, ...texts };
}

/** A folder with files by their paths; removed when all tests have run. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(inject("temporary"), "cli-"));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}
