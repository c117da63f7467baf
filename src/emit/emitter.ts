import type { Api } from "../ir/api.js";
import type { BindingOptions } from "./binding-options.js";
import type { EmittedFile } from "./module.js";
import type { PackageFields } from "./package-fields.js";

/** What a package is called, and how its routes travel. */
export interface PackageOptions {
  /** As npm knows it. */
  readonly name: string;
  readonly version: string;
  readonly description?: string | undefined;
  readonly license?: string | undefined;
  readonly binding: BindingOptions;
  /** Whether a whole package is written, which is so by default, or only its TypeScript files. */
  readonly output?: "package" | "source" | undefined;
  /** How modules import each other where only TypeScript files are written; `.js` by default. */
  readonly importExtension?: ".js" | ".ts" | "" | undefined;
  /** Whether a package has CommonJS besides its ES modules; `esm` by default. */
  readonly modules?: "esm" | "dual" | undefined;
  /** What integers of 64 bits are in memory; `number` by default. */
  readonly int64?: "number" | "bigint" | undefined;
  /** What timestamps are in memory; `string` by default. */
  readonly timestamps?: "string" | "date" | undefined;
  /** The fields of `package.json` that the configuration adds. */
  readonly fields?: PackageFields | undefined;
}

/**
 * Adds files to a generated package: a pure function of the API. Modules are given as structures of ts-morph, other
 * files as text; both are formatted. Paths are below the folder of the package.
 */
export type Emitter = (api: Api, options: PackageOptions) => readonly EmittedFile[];
