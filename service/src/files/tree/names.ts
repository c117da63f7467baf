import { isLongName, pathKey } from "./path.js";

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
