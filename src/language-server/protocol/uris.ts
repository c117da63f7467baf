import { fileURLToPath, pathToFileURL } from "node:url";

/** Returns the path of a `file:` URI; undefined for other URIs, such as those of untitled documents. */
export function pathOfUri(uri: string): string | undefined {
  if (!uri.startsWith("file:")) {
    return undefined;
  }
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

export function uriOfPath(path: string): string {
  return pathToFileURL(path).href;
}

/** Normalizes a URI, because clients escape the URI of a file in different ways. */
export function normalizeUri(uri: string): string {
  const path = pathOfUri(uri);
  return path === undefined ? uri : uriOfPath(path);
}
