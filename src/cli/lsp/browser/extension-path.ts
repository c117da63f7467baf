/** Stands for a scheme in the server's paths of the extension's files. */
export const extensionScheme = "extension";

/** Returns the server's path of a file of the extension. `path` is relative to the extension. */
export function extensionPath(path: string): string {
  return `/${extensionScheme}/-/${path}`;
}
