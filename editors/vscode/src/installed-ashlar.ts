import { readFileSync } from "node:fs";
import { join } from "node:path";

/** An Ashlar that is installed in a folder. */
export interface InstalledAshlar {
  readonly version: string;
  /** The module that runs its commands. */
  readonly main: string;
}

/** The first version with the language server that this extension works with. */
const oldest = [0, 2];

/** The Ashlar in `node_modules` of a folder; undefined if there is none, or one that is too old. */
export function findInstalledAshlar(folder: string): InstalledAshlar | undefined {
  const root = join(folder, "node_modules", "ashlar");
  try {
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { readonly version?: unknown };
    return typeof version === "string" && isAtLeast(version, oldest)
      ? { version, main: join(root, "dist", "cli", "main.js") }
      : undefined;
  } catch {
    return undefined;
  }
}

function isAtLeast(version: string, least: readonly number[]): boolean {
  const numbers = version.split(/[.-]/).map(Number);
  const different = least.findIndex((number, index) => number !== numbers[index]);
  return different === -1 || (numbers[different] ?? 0) > (least[different] ?? 0);
}
