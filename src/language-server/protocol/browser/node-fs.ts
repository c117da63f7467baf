import { isFolder, readText } from "./files.js";

/* Replaces `node:fs`, as far as the server uses it, for the files of the editor. */

type Path = string | URL;

function pathOf(path: Path): string {
  return typeof path === "string" ? path : decodeURIComponent(path.pathname);
}

class MissingFile extends Error {
  readonly code = "ENOENT";

  constructor(path: string) {
    super(`ENOENT: no such file or directory, open '${path}'`);
  }
}

export function existsSync(path: Path): boolean {
  return readText(pathOf(path)) !== undefined || isFolder(pathOf(path));
}

export function readFileSync(path: Path, encoding?: "utf8"): string | Uint8Array {
  const text = readText(pathOf(path));
  if (text === undefined) {
    throw new MissingFile(pathOf(path));
  }
  return encoding === undefined ? new TextEncoder().encode(text) : text;
}

export function statSync(path: Path): { readonly size: number; readonly mtimeMs: number; isDirectory(): boolean } {
  const text = readText(pathOf(path));
  if (text === undefined && !isFolder(pathOf(path))) {
    throw new MissingFile(pathOf(path));
  }
  return { size: text?.length ?? 0, mtimeMs: 0, isDirectory: () => text === undefined };
}

export function realpathSync(path: string): string {
  return path;
}

function notInBrowsers(): never {
  throw new Error("This is not possible in a browser.");
}

export { notInBrowsers as readdirSync, notInBrowsers as rmSync, notInBrowsers as watch };

// These belong to `node:fs/promises` and `node:module`. The code that uses them does not run in a browser.
export {
  notInBrowsers as chmod,
  notInBrowsers as createRequire,
  notInBrowsers as mkdir,
  notInBrowsers as realpath,
  notInBrowsers as rename,
  notInBrowsers as rm,
  notInBrowsers as stat,
  notInBrowsers as writeFile,
};
export const builtinModules: readonly string[] = [];
