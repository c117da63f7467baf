/** What stands for a scheme in the paths of the files of the extension, for the server. */
export const extensionScheme = "extension";

/** The path by which the server knows a file of the extension, by its path in it. */
export function extensionPath(path: string): string {
  return `/${extensionScheme}/-/${path}`;
}
