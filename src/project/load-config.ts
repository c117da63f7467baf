import { readFileSync, realpathSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Config } from "./config.js";
import { checkConfig } from "./check-config.js";
import { importedFiles } from "./config-imports.js";
import { failureReason, UsageError } from "./failure.js";
import { findConfig } from "./find-config.js";

export interface LoadedConfig {
  readonly config: Config;
  /** The path of the configuration file. */
  readonly path: string;
  /** The configuration file and the files that it imports. */
  readonly files: readonly string[];
}

/**
 * Loads the configuration from `path`, or from the first `ashlar.config.*` in `directory` or above. Returns undefined
 * if there is none.
 */
export async function loadConfig(path: string | undefined, directory: string): Promise<LoadedConfig | undefined> {
  const found = path === undefined ? findConfig(directory) : resolve(directory, path);
  if (found === undefined) {
    return undefined;
  }
  const imported = importedFiles(found);
  const config = checkConfig(await readConfig(found, imported.length > 0), `The configuration ${found}`);
  return { config, path: found, files: [found, ...imported] };
}

async function readConfig(path: string, hasImports: boolean): Promise<unknown> {
  try {
    switch (extname(path)) {
      case ".json":
        return JSON.parse(readFileSync(path, "utf8").replace(/^\ufeff/, "")) as unknown;
      case ".js":
      case ".mjs": {
        if (hasImports) {
          return await readFresh(path); // Node would reload only the configuration itself
        }
        // Node caches ES modules by URL, and CommonJS modules by path.
        const { href } = pathToFileURL(path);
        Reflect.deleteProperty(createRequire(import.meta.url).cache, realpathSync(path));
        const { default: config } = (await import(`${href}?${statSync(path).mtimeMs}`)) as { default?: unknown };
        return config;
      }
      default:
        return await readFresh(path);
    }
  } catch (thrown) {
    // The TypeScript parser puts the position of a syntax error on a line of its own.
    const reason = failureReason(thrown)
      .replace(/^ParseError: /, "")
      .replace(/\s*\n\s*/g, " at ");
    throw new UsageError(`The configuration ${path} cannot be read: ${reason}.`);
  }
}

/** Returns the default export of a module. Loads the module and all its imports without a cache. */
async function readFresh(path: string): Promise<unknown> {
  const { createJiti } = await import("jiti");
  const jiti = createJiti(import.meta.url, { moduleCache: false, interopDefault: true });
  const imported = (): Promise<unknown> => jiti.import(path, { default: true });
  const load: (path: string) => unknown = jiti;
  if (path.endsWith("ts")) {
    return imported();
  }
  try {
    // `jiti.import` would leave JavaScript modules to Node, which caches them.
    return defaultExport(load(path));
  } catch {
    return imported(); // for example, a module with a top-level await
  }
}

function defaultExport(module: unknown): unknown {
  return typeof module === "object" && module !== null && "default" in module ? module.default : module;
}
