import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { escapeData, escapeProperty } from "../../text/diagnostics/render-github.js";

/**
 * Returns items with paths as GitHub needs them: relative to the root of the repository. Paths outside of a repository stay
 * relative to the working directory.
 */
export function fromRoot<Item extends { readonly file: string }>(items: readonly Item[]): readonly Item[] {
  return items.map((item) => ({ ...item, file: pathFromRoot(item.file) }));
}

/** Returns the path of a file, or of one in a Git revision (`git:main:spec/shop.stone`), relative to the root of its repository. */
export function pathFromRoot(file: string): string {
  const [, inRevision] = /^git:[^:]*:(.*)$/s.exec(file) ?? [];
  if (inRevision !== undefined) {
    return inRevision;
  }
  const path = resolve(file);
  const root = existsSync(path) ? findRoot(dirname(path)) : undefined;
  return root === undefined ? file : relative(root, path).split(sep).join("/");
}

function findRoot(folder: string): string | undefined {
  if (existsSync(join(folder, ".git"))) {
    return folder;
  }
  const parent = dirname(folder);
  return parent === folder ? undefined : findRoot(parent);
}

/** Formats an error that has no place as an annotation or for people. */
export function formatError(message: string, isAnnotation: boolean): string {
  return isAnnotation ? `::error title=${escapeProperty("ashlar")}::${escapeData(message)}\n` : `error: ${message}\n`;
}
