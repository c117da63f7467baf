/** Returns the URL of a file of Ashlar itself, by its path in the package of Ashlar. */
export function ownFile(path: string): URL {
  // Both `src/project` and `dist/chunks` are two folders below the root.
  return new URL(`../../${path}`, import.meta.url);
}
