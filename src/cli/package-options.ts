import { basename, resolve } from "node:path";
import type { Config } from "../config.js";
import type { PackageOptions } from "../emit/emitter.js";

/** The folder that a configuration generates into. */
export function outputFolder(config: Config, directory: string): string {
  return resolve(directory, config.out ?? "generated");
}

/** What a package is called, and how its routes travel. */
export function packageOptions(config: Config, directory: string): PackageOptions {
  const { name, version, description, license } = config.package ?? {};
  return {
    name: name ?? packageName(outputFolder(config, directory)),
    version: version ?? "0.0.0",
    description,
    license,
    binding: config.binding ?? {},
  };
}

/** A folder's name as npm would accept it. */
function packageName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+|[._-]+$/g, "");
  return name === "" || name === "generated" ? "generated-api" : name;
}
