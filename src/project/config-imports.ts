import { existsSync, readFileSync } from "node:fs";
import { dirname, extname, resolve } from "node:path";
import { isFolder } from "./is-folder.js";

/**
 * Returns the absolute paths of the files that a module imports by relative paths, directly or indirectly. For a
 * missing file, returns all paths at which it could be found. Packages, and files that are read in other ways, are not
 * included.
 */
export function importedFiles(path: string): string[] {
  const found = new Set([path]);
  // The loop also visits entries that are added during the iteration.
  for (const module of found) {
    findImports(module).forEach((file) => found.add(file));
  }
  found.delete(path);
  return [...found];
}

/**
 * Matches imports and `require` of relative paths. A match in a comment is harmless, because it only adds a file to
 * watch.
 */
const relativeImport = /\b(?:from|import|require)\s*\(?\s*(["'])(\.{1,2}(?:\/[^"'\n]*)?)\1/g;

function findImports(module: string): string[] {
  if (!/^\.[cm]?[jt]sx?$/.test(extname(module))) {
    return [];
  }
  const specifiers = [...readIfReadable(module).matchAll(relativeImport)].map(([, , specifier = ""]) => specifier);
  return specifiers.flatMap((specifier) => {
    const paths = candidates(resolve(dirname(module), specifier));
    const there = paths.find((path) => existsSync(path) && !isFolder(path));
    return there === undefined ? paths : [there];
  });
}

const extensions = [".ts", ".mts", ".cts", ".js", ".mjs", ".cjs", ".json"];

/**
 * Returns the files that an import of a path may resolve to. The path may lack an extension, or end in `.js` although
 * the source is TypeScript.
 */
function candidates(path: string): string[] {
  return [
    path,
    ...(/\.[cm]?js$/.test(path) ? [path.replace(/js$/, "ts")] : []),
    ...extensions.map((extension) => path + extension),
    ...extensions.map((extension) => resolve(path, `index${extension}`)),
  ];
}

function readIfReadable(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // loading the module reports the reason
  }
}
