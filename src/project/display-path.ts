import { relative } from "node:path";

/** Returns a path as messages show it, relative to the working directory. */
export function displayPath(path: string): string {
  return relative(process.cwd(), path) || ".";
}
