/** The first segment in the server's paths of files in the extension. */
export const extensionScheme = "extension";

/** Returns the path by which the server reads a file in the extension. `path` is relative to the extension. */
export function extensionPath(path: string): string {
  return `/${extensionScheme}/-/${path}`;
}
