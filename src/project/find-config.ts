import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The names of configuration files, in search order. */
export const configNames: readonly string[] = ["ts", "mts", "js", "mjs", "json"].map(
  (extension) => `ashlar.config.${extension}`,
);

/** The first `ashlar.config.*` from a folder upward. */
export function findConfig(directory: string): string | undefined {
  for (const name of configNames) {
    const path = join(directory, name);
    if (existsSync(path)) {
      return path;
    }
  }
  const parent = dirname(directory);
  return parent === directory ? undefined : findConfig(parent);
}
