import { existsSync, readFileSync } from "node:fs";
import { dirname, extname, resolve } from "node:path";
import { isFolder } from "./is-folder.js";

/**
 * The files that a module imports from beside it, and those that they import, as absolute paths: an import of a file that
 * is not there gives all paths that it may get. Packages, and what is read in other ways, are left out.
 */
export function importedFiles(path: string): string[] {
  const found = new Set([path]);
  // A set is walked to its end, also where it grows meanwhile.
  for (const module of found) {
    importsOf(module).forEach((file) => found.add(file));
  }
  found.delete(path);
  return [...found];
}

/** Static and dynamic imports, and `require`, of relative paths. One in a comment does no harm: more is watched. */
const relativeImport = /\b(?:from|import|require)\s*\(?\s*(["'])(\.{1,2}(?:\/[^"'\n]*)?)\1/g;

function importsOf(module: string): string[] {
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

/** What a path without extension may stand for, or one that ends in `.js` where the source is TypeScript. */
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
    return ""; // why it cannot be read is told where it is loaded
  }
}
