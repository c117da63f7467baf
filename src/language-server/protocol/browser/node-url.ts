/* Replaces `node:url`, as far as the server uses it. */

export function pathToFileURL(path: string): URL {
  const url = new URL("file:///");
  url.pathname = path.replaceAll("%", "%25").replaceAll("\\", "%5C");
  url.pathname = url.pathname.replaceAll("?", "%3F").replaceAll("#", "%23");
  return url;
}

export function fileURLToPath(url: string | URL): string {
  return decodeURIComponent(new URL(url).pathname);
}
