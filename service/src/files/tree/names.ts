import { pathKey, longestName } from "./path.js";

const reserved = new Set(["desktop.ini", "thumbs.db", ".ds_store"]);

/** Whether the service rejects items with a name. */
export function isDisallowed(name: string): boolean {
  return reserved.has(pathKey(name)) || /[. ]$/.test(name);
}

/** Turns a text into a valid folder name; `otherwise` if no valid characters are left. */
export function folderName(text: string, otherwise: string): string {
  const start = [...text.replaceAll("/", " ")].slice(0, 60).join(""); // at most 240 bytes, which leaves room for a mark
  const name = start.replace(/[. ]+$/, "");
  return name === "" || isDisallowed(name) ? otherwise : name;
}

/**
 * A name with a mark before its extension, such as `a (1).txt`; folders have no extension. Names that get too long are
 * truncated.
 */
export function addMark(name: string, mark: string, isFile: boolean): string {
  const [, base = name, extension = ""] = (isFile ? /^(.+)(\.[^.]*)$/s : /^(.+)$/s).exec(name) ?? [];
  const characters = [...base];
  const marked = (): string => `${characters.join("")} (${mark})${extension}`;
  while (characters.length > 1 && Buffer.byteLength(marked()) > longestName) {
    characters.pop();
  }
  return marked();
}
