import { basename, resolve } from "node:path";
import { checkName } from "../../project/check-package.js";
import { ignoredConfigs } from "../../project/load-config.js";
import { loadConfigured, type ConfigArguments, type Configured } from "../../project/load-configured.js";
import type { WarningArguments } from "../options.js";

export interface GenerateArguments extends ConfigArguments, WarningArguments {
  readonly out?: string | undefined;
  readonly name?: string | undefined;
  readonly check?: boolean | undefined;
  readonly clean?: boolean | undefined;
  readonly changes?: boolean | undefined;
  readonly watch?: boolean | undefined;
}

/**
 * Loads the configuration, in which the output folder and the package name of the command line replace the configured
 * ones.
 */
export async function loadGeneration(args: GenerateArguments): Promise<Configured> {
  const { config, ...place } = await loadConfigured(args, "ashlar generate spec --out generated");
  const [path = ""] = args.config === undefined ? place.files : [];
  ignoredConfigs(path).forEach((name) =>
    process.stderr.write(`warning: ${name} is ignored, because ${basename(path)} is beside it.\n`),
  );
  const out = args.out === undefined ? {} : { out: resolve(args.out) };
  checkName(args.name, "--name");
  const named = args.name === undefined ? {} : { package: { ...config.package, name: args.name } };
  return { config: { ...config, ...out, ...named }, ...place };
}
