/* Replaces `node:path`, as far as the server uses it, for paths with slashes. */

export const sep = "/";

/** Returns an absolute path. Relative paths start at the root, because there is no working directory. */
export function resolve(...paths: readonly string[]): string {
  const last = paths.findLastIndex((path) => path.startsWith("/"));
  const parts: string[] = [];
  for (const part of paths.slice(Math.max(0, last)).join("/").split("/")) {
    if (part === "..") {
      parts.pop();
    } else if (part !== "" && part !== ".") {
      parts.push(part);
    }
  }
  return `/${parts.join("/")}`;
}

export function join(...paths: readonly string[]): string {
  const joined = resolve(...["/", ...paths.map((path) => path.replace(/^\/+/, ""))]);
  return paths[0]?.startsWith("/") === true ? joined : joined.slice(1);
}

export function dirname(path: string): string {
  const end = path.lastIndexOf("/");
  return end <= 0 ? "/" : path.slice(0, end);
}

export function basename(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function extname(path: string): string {
  return /[^/](\.[^./]*)$/.exec(path)?.[1] ?? "";
}

export function relative(from: string, to: string): string {
  const source = resolve(from).split("/").filter(Boolean);
  const target = resolve(to).split("/").filter(Boolean);
  const different = target.findIndex((part, index) => part !== source[index]);
  const common = different === -1 ? Math.min(source.length, target.length) : different;
  return [...source.slice(common).map(() => ".."), ...target.slice(common)].join("/");
}
