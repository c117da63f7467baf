import type { EmittedFile } from "../code/module.js";
import type { PackageOptions } from "../facts/package-options.js";
import type { Api } from "../../ir/api.js";

/**
 * Returns files to add to a generated package, as a pure function of the API. Modules are ts-morph structures, other files
 * are text; both are formatted. Paths are relative to the folder of the package.
 */
export type Emitter = (api: Api, options: PackageOptions) => readonly EmittedFile[];
