/** The URL of a file of Ashlar itself, by its path in the package of Ashlar. */
export function ownFile(path: string): URL {
  // Two folders up from `src/project` as from `dist/chunks`.
  return new URL(`../../${path}`, import.meta.url);
}
