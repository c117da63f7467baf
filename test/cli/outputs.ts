import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** All that lies in a folder: the contents of files by their paths, and folders that are empty. */
export function contentsOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const contents = entries.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const isEmpty = entry.isDirectory() && readdirSync(path).length === 0;
    return entry.isDirectory() && !isEmpty
      ? []
      : [[relative(folder, path), isEmpty ? "(an empty folder)" : readFileSync(path, "utf8")] as const];
  });
  return Object.fromEntries(contents.sort(([a], [b]) => (a < b ? -1 : 1)));
}
