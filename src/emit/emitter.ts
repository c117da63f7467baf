import type { EmittedFile } from "../code/module.js";
import type { PackageOptions } from "../facts/package-options.js";
import type { Api } from "../ir/api.js";

/**
 * Adds files to a generated package: a pure function of the API. Returns modules as ts-morph structures and other files
 * as text; both are formatted. Paths are relative to the folder of the package.
 */
export type Emitter = (api: Api, options: PackageOptions) => readonly EmittedFile[];
