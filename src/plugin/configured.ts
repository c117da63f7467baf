import { dirname, resolve } from "node:path";
import { configNames, findConfig } from "../project/find-config.js";
import { loadConfig } from "../project/load-config.js";
import { checkConfig } from "../project/check-config.js";
import { importedFiles } from "../project/config-imports.js";
import { UsageError } from "../project/failure.js";
import type { Configured } from "../project/load-configured.js";
import type { PluginOptions } from "./options.js";

/** Returns the configuration of a project. Throws a UsageError if there is none, or if it is invalid. */
export async function configuredBy({ config }: PluginOptions, root: string): Promise<Configured> {
  if (typeof config === "object") {
    return { config: checkConfig(config, "The configuration of the plug-in"), directory: root, files: [] };
  }
  const loaded = await loadConfig(config, root);
  if (loaded === undefined) {
    throw new UsageError(`There is no ashlar.config.* in ${root} or above. \`npx ashlar init\` writes one.`);
  }
  return { config: loaded.config, directory: dirname(loaded.path), files: loaded.files };
}

/** Returns the paths where a configuration may be, including the current one, and the files that it imports. */
export function possibleConfigs({ config }: PluginOptions, root: string): string[] {
  switch (typeof config) {
    case "object":
      return [];
    case "string": {
      const path = resolve(root, config);
      return [path, ...importedFiles(path)];
    }
    default: {
      const here = configNames.map((name) => resolve(root, name));
      const found = findConfig(root);
      return [...new Set([...here, ...(found === undefined ? [] : [found, ...importedFiles(found)])])];
    }
  }
}
