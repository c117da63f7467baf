/** Returns the URL of a file in Ashlar's own package. */
export function ownFile(path: string): URL {
  // Both `src/project` and `dist/chunks` are two folders below the root.
  return new URL(`../../${path}`, import.meta.url);
}
