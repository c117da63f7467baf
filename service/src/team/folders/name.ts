import { isLongName } from "../../files/tree/path.js";

/** Returns whether a name is valid for a team folder. */
export function isFolderName(name: string): boolean {
  const isText = name.trim() !== "" && !/[/\u0000-\u001f\u007f]/u.test(name);
  return isText && name !== "." && name !== ".." && !isLongName(name);
}
