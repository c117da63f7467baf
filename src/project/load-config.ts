import { readFileSync, realpathSync, statSync, existsSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, extname, resolve, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Config } from "./config.js";
import { checkConfig } from "./check-config.js";
import { failureReason, UsageError } from "./failure.js";
import { isFolder } from "./paths.js";

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
  const configPath = path === undefined ? findConfig(directory) : resolve(directory, path);
  if (configPath === undefined) {
    return undefined;
  }
  const imported = importedFiles(configPath);
  const config = checkConfig(await readConfig(configPath, imported.length > 0), `The configuration ${configPath}`);
  return { config, path: configPath, files: [configPath, ...imported] };
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

/** The names of configuration files, in search order. */
export const configNames: readonly string[] = ["ts", "mts", "js", "mjs", "json"].map(
  (extension) => `ashlar.config.${extension}`,
);

/** Returns the names of the configurations in the folder of a configuration that do not count beside it. */
export function ignoredConfigs(path: string): string[] {
  const others = configNames.slice(configNames.indexOf(basename(path)) + 1);
  return configNames.includes(basename(path)) ? others.filter((name) => existsSync(join(dirname(path), name))) : [];
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

/**
 * Returns the absolute paths of the files that a module imports by relative paths, directly or indirectly. For a
 * missing file, returns all paths at which it could be found. Packages, and files that are read in other ways, are not
 * included.
 */
export function importedFiles(path: string): string[] {
  const modules = new Set([path]);
  // The loop also visits entries that are added during the iteration.
  for (const module of modules) {
    findImports(module).forEach((file) => modules.add(file));
  }
  modules.delete(path);
  return [...modules];
}

/**
 * Matches imports and `require` of relative paths. A match in a comment is harmless, because it only adds a file to
 * watch.
 */
const relativeImport = /\b(?:from|import|require)\s*\(?\s*(["'])(\.{1,2}(?:\/[^"'\n]*)?)\1/g;

function findImports(module: string): string[] {
  if (!/^\.[cm]?[jt]sx?$/.test(extname(module))) {
    return [];
  }
  const specifiers = [...readIfReadable(module).matchAll(relativeImport)].map(([, , specifier = ""]) => specifier);
  return specifiers.flatMap((specifier) => {
    const paths = candidates(resolve(dirname(module), specifier));
    const existingPath = paths.find((path) => existsSync(path) && !isFolder(path));
    return existingPath === undefined ? paths : [existingPath];
  });
}

const extensions = [".ts", ".mts", ".cts", ".js", ".mjs", ".cjs", ".json"];

/**
 * Returns the files that an import of a path may resolve to. The path may lack an extension, or end in `.js` although
 * the source is TypeScript.
 */
function candidates(path: string): string[] {
  return [
    path,
    ...(/\.[cm]?js$/.test(path) ? [path.replace(/js$/, "ts")] : []),
    ...extensions.map((extension) => path + extension),
    ...extensions.map((extension) => resolve(path, `index${extension}`)),
  ];
}

function readIfReadable(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // loading the module reports the reason
  }
}
