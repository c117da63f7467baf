import { keyOf, longestName } from "./path.js";

const reserved = new Set(["desktop.ini", "thumbs.db", ".ds_store"]);

/** Whether the service keeps no items of that name. */
export function isDisallowed(name: string): boolean {
  return reserved.has(keyOf(name)) || /[. ]$/.test(name);
}

/** A name with a mark before its extension, such as `a (1).txt`; folders have no extension. It is cut where it gets too long. */
export function markedName(name: string, mark: string, isFile: boolean): string {
  const [, base = name, extension = ""] = (isFile ? /^(.+)(\.[^.]*)$/s : /^(.+)$/s).exec(name) ?? [];
  const characters = [...base];
  const marked = (): string => `${characters.join("")} (${mark})${extension}`;
  while (characters.length > 1 && Buffer.byteLength(marked()) > longestName) {
    characters.pop();
  }
  return marked();
}
