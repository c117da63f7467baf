import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Config } from "../config.js";
import { checkConfig } from "./check-config.js";
import { reasonOf, UsageError } from "./failure.js";

/** What a configuration may be called, in the order in which they are looked for. */
export const configNames: readonly string[] = ["ts", "mts", "js", "mjs", "json"].map(
  (extension) => `ashlar.config.${extension}`,
);

export interface LoadedConfig {
  readonly config: Config;
  /** The file it was read from. */
  readonly path: string;
}

/** The configuration of a file, or of the first `ashlar.config.*` from the working directory upward. */
export async function loadConfig(path: string | undefined, directory: string): Promise<LoadedConfig | undefined> {
  const found = path === undefined ? findConfig(directory) : resolve(directory, path);
  if (found === undefined) {
    return undefined;
  }
  return { config: checkConfig(await readConfig(found), `The configuration ${found}`), path: found };
}

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

async function readConfig(path: string): Promise<unknown> {
  try {
    switch (extname(path)) {
      case ".json":
        return JSON.parse(readFileSync(path, "utf8")) as unknown;
      case ".js":
      case ".mjs": {
        // Node keeps each module that it has loaded: ES modules by their URL, others by their path.
        const { href } = pathToFileURL(path);
        Reflect.deleteProperty(createRequire(import.meta.url).cache, realpathSync(path));
        const { default: config } = (await import(`${href}?${statSync(path).mtimeMs}`)) as { default?: unknown };
        return config;
      }
      default: {
        const { createJiti } = await import("jiti");
        return await createJiti(import.meta.url, { moduleCache: false }).import(path, { default: true });
      }
    }
  } catch (thrown) {
    throw new UsageError(`The configuration ${path} cannot be read: ${reasonOf(thrown)}.`);
  }
}
