import type { BindingOptions } from "./emit/binding-options.js";
import type { Emitter } from "./emit/emitter.js";
import type { Filters } from "./filters/filters.js";

/** What `ashlar.config.ts` and its like say. Paths are relative to the folder of that file. */
export interface Config {
  /** Files, folders and globs of `.stone` files. */
  readonly specs: string | readonly string[];
  /** The folder of the generated package; `generated` by default. */
  readonly out?: string;
  readonly package?: {
    /** The name of the package; by default that of the folder. */
    readonly name?: string;
    /** `0.0.0` by default. */
    readonly version?: string;
    readonly description?: string;
    readonly license?: string;
  };
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
