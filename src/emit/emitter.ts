import type { Api } from "../ir/api.js";
import type { EmittedFile } from "./module.js";

/** What a package is called, and how its routes travel. */
export interface PackageOptions {
  /** As npm knows it. */
  readonly name: string;
  readonly version: string;
  readonly description?: string | undefined;
  readonly license?: string | undefined;
  readonly binding: BindingOptions;
}

/** How routes travel over HTTP, where that is not in the specification. What is left out has the default. */
export interface BindingOptions {
  /** What stands in every URL between the host and `<namespace>/<route>`; `/2/` by default. */
  readonly prefix?: string | undefined;
  /** Names of headers. By default they begin with `Service-API-`. */
  readonly headers?: {
    readonly arg?: string | undefined;
    readonly result?: string | undefined;
    readonly selectUser?: string | undefined;
    readonly selectAdmin?: string | undefined;
  };
  /** Which route attributes say how a route is called; by default `host`, `style` and `auth`. */
  readonly attributes?: {
    readonly host?: string | undefined;
    readonly style?: string | undefined;
    readonly auth?: string | undefined;
  };
}

/**
 * Adds files to a generated package: a pure function of the API. Modules are given as structures of ts-morph, other
 * files as text; both are formatted. Paths are below the folder of the package.
 */
export type Emitter = (api: Api, options: PackageOptions) => readonly EmittedFile[];
