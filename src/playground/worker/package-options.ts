import type { PackageOptions } from "../../generator/facts/package-options.js";

/** The options of the package that the playground shows and runs. */
export const packageOptions: PackageOptions = { name: "playground-api", version: "1.0.0", binding: {}, twin: true };
