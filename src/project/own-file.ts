import { readFileSync } from "node:fs";

/** Returns the URL of a file in Ashlar's own package. */
export function ownFile(path: string): URL {
  // Both `src/project` and `dist/chunks` are two folders below the root.
  return new URL(`../../${path}`, import.meta.url);
}

/** Returns the version of Ashlar. */
export function version(): string {
  const text = readFileSync(ownFile("package.json"), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}

/** Returns the id of this build of Ashlar; undefined if Ashlar runs from its sources. */
export function buildId(): string | undefined {
  try {
    return readFileSync(ownFile("dist/build-id.txt"), "utf8");
  } catch {
    return undefined;
  }
}
