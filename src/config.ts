import type { BindingOptions } from "./emit/binding-options.js";
import type { Emitter } from "./emit/emitter.js";
import type { PackageFields } from "./emit/package-fields.js";
import type { Filters } from "./filters/filters.js";

/** What `ashlar.config.ts` and its like say. Paths are relative to the folder of that file. */
export interface Config {
  /** The JSON Schema of this file, for editors: `./node_modules/ashlar/dist/config-schema.json`. */
  readonly $schema?: string;
  /** Files, folders and globs of `.stone` files. */
  readonly specs: string | readonly string[];
  /** The folder to write into; `generated` by default. */
  readonly out?: string;
  /**
   * `package` writes a whole npm package, built and with its `package.json`; `source` only TypeScript files, for a folder
   * of your own application. `package` by default.
   */
  readonly output?: "package" | "source";
  /** How modules import each other with `output: "source"`; `.js` by default. */
  readonly importExtension?: ".js" | ".ts" | "";
  /**
   * `dual` adds CommonJS to a package of ES modules, for Jest, for `moduleResolution: node10` and for TypeScript that
   * compiles to CommonJS. `esm` by default: Node 20.19 and later can `require()` it too.
   */
  readonly modules?: "esm" | "dual";
  /** Fields of the `package.json` of the generated package. */
  readonly package?: PackageFields;
  /** How routes travel over HTTP. */
  readonly binding?: BindingOptions;
  /** The part of the API that is wanted; everything by default. */
  readonly filters?: Filters;
  /** Emitters of your own, whose files come beside those of Ashlar. */
  readonly emitters?: readonly Emitter[];
}

/** The configuration as it is: a help for editors. */
export function defineConfig(config: Config): Config {
  return config;
}
