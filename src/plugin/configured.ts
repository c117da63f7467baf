import { dirname, resolve } from "node:path";
import { configNames, loadConfig } from "../cli/config.js";
import { UsageError } from "../cli/failure.js";
import type { Configured } from "../cli/config-of.js";
import type { PluginOptions } from "./options.js";

/** The configuration of a project. Throws a UsageError if there is none, or a wrong one. */
export async function configuredBy({ config }: PluginOptions, root: string): Promise<Configured> {
  if (typeof config === "object") {
    return { config, directory: root, files: [] };
  }
  const loaded = await loadConfig(config, root);
  if (loaded === undefined) {
    throw new UsageError(`There is no ashlar.config.* in ${root} or above. \`npx ashlar init\` writes one.`);
  }
  return { config: loaded.config, directory: dirname(loaded.path), files: [loaded.path] };
}

/** The files that a configuration may come from where there is none yet, or one that cannot be read. */
export function possibleConfigs({ config }: PluginOptions, root: string): string[] {
  switch (typeof config) {
    case "object":
      return [];
    case "string":
      return [resolve(root, config)];
    default:
      return configNames.map((name) => resolve(root, name));
  }
}
