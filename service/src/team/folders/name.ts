/** The maximum length of a team folder's name, in bytes of UTF-8. */
const longest = 255;

/** Returns whether a name is valid for a team folder. */
export function isFolderName(name: string): boolean {
  const isText = name.trim() !== "" && !/[/\u0000-\u001f\u007f]/u.test(name);
  return isText && name !== "." && name !== ".." && Buffer.byteLength(name) <= longest;
}
