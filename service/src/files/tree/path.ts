import { foldCase } from "../../fold-case.js";

/** The start of a path. */
type PathStart =
  | { readonly kind: "root" }
  | { readonly kind: "namespace"; readonly id: number }
  | { readonly kind: "item"; readonly id: string }
  | { readonly kind: "revision"; readonly rev: string };

/** A well-formed path: its start, and the names that follow. */
export interface ParsedPath {
  readonly start: PathStart;
  readonly names: readonly string[];
}

/** The maximum length of a name, in bytes. */
const longestName = 255;

/** The maximum length of a path, in bytes. PostgreSQL cannot index much longer paths. */
export const longestPath = 2_000;

/** Parses a path of the API. If it is malformed, returns a sentence that does not quote the path. */
export function parsePath(text: string): ParsedPath | string {
  if (/[\0\p{Surrogate}]/u.test(text)) {
    return "The path contains a character that is not allowed.";
  }
  const [, root = "", rest = ""] = /^((?:ns|id|rev):[^/]*)?(.*)$/s.exec(text) ?? [];
  // A trailing slash is ignored.
  const names = rest.replace(/\/$/, "").split("/").slice(1);
  const problem = findPathProblem(names);
  return problem ?? { start: parseRoot(root), names };
}

function parseRoot(root: string): PathStart {
  const [kind, id = ""] = root.split(/:(.*)/s);
  switch (kind) {
    case "ns":
      // An invalid number becomes 0, which is not the id of a namespace either.
      return { kind: "namespace", id: Number.isSafeInteger(Number(id)) ? Number(id) : 0 };
    case "id":
      return { kind: "item", id: root };
    case "rev":
      return { kind: "revision", rev: id };
    default:
      return { kind: "root" };
  }
}

function findPathProblem(names: readonly string[]): string | undefined {
  if (names.includes("")) {
    return "A component of the path is empty.";
  }
  if (names.some((name) => name === "." || name === "..")) {
    return "A component of the path is . or ..";
  }
  if (names.some(isLongName)) {
    return `A component of the path has more than ${longestName} bytes.`;
  }
  return isTooLong(pathKey(joinNames(names))) ? `The path has more than ${longestPath} bytes.` : undefined;
}

/** Returns whether a name is too long. Its length is that of its composed form, so that it does not depend on the platform. */
export function isLongName(name: string): boolean {
  return Buffer.byteLength(name.normalize("NFC")) > longestName;
}

/** Returns whether a key is too long for an item. */
export function isTooLong(key: string): boolean {
  return Buffer.byteLength(key) > longestPath;
}

/** Joins names to a path, such as `/a/b`; empty if there are no names. */
export function joinNames(names: readonly string[]): string {
  return names.map((name) => `/${name}`).join("");
}

/** Returns the key by which a path is looked up. Paths that differ only in case have the same key. */
export function pathKey(path: string): string {
  return foldCase(path);
}

/** Returns the key or path of the parent folder; empty for items in the root. */
export function parentPath(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/** Returns the last name of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Returns the keys or paths of all parent folders, the outermost first, without the root. */
export function ancestorPaths(path: string): string[] {
  const ancestors: string[] = [];
  for (let at = parentPath(path); at !== ""; at = parentPath(at)) {
    ancestors.unshift(at);
  }
  return ancestors;
}

/** Returns whether a key is the key of a folder, or below it. */
export function isWithin(key: string, folder: string): boolean {
  return key === folder || key.startsWith(`${folder}/`);
}

const reserved = new Set(["desktop.ini", "thumbs.db", ".ds_store"]);

/** Returns whether the service rejects a name for items. */
export function isDisallowed(name: string): boolean {
  return reserved.has(pathKey(name)) || /[. ]$/.test(name);
}

/** Converts a string to a valid folder name; returns `otherwise` if that is impossible. */
export function folderName(text: string, otherwise: string): string {
  const start = [...text.replaceAll("/", " ")].slice(0, 60).join(""); // at most 240 bytes, which leaves room for a mark
  const name = start.replace(/[. ]+$/, "");
  return name === "" || isDisallowed(name) ? otherwise : name;
}

/**
 * Inserts a mark into a name, before the extension: `a (1).txt`. Folders have no extension. Names that become too long are
 * truncated.
 */
export function addMark(name: string, mark: string, isFile: boolean): string {
  const [, base = name, extension = ""] = (isFile ? /^(.+)(\.[^.]*)$/s : /^(.+)$/s).exec(name) ?? [];
  const characters = [...base];
  const marked = (): string => `${characters.join("")} (${mark})${extension}`;
  while (characters.length > 1 && isLongName(marked())) {
    characters.pop();
  }
  return marked();
}
