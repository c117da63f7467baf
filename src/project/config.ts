import type { TestSettings } from "../contract/settings.js";
import type { Severities } from "../text/diagnostics/severities.js";
import type { CompatPolicy } from "../diff/policy.js";
import type { BindingOptions } from "../generator/facts/binding-options.js";
import type { DocsOptions, RouteEffects, TwinSettings, PackageFields } from "../generator/facts/package-options.js";
import type { ConfiguredNames } from "../generator/facts/naming.js";
import type { Emitter } from "../generator/emit/emitter.js";
import type { Filters } from "../ir/filters/filters.js";
import type { LintConfig } from "../lint/config.js";

/** The content of `ashlar.config.ts` and its variants. Paths are relative to the folder of the configuration file. */
export interface Config {
  /** The JSON Schema of this file, for editors: `./node_modules/ashlar/dist/config-schema.json`. */
  readonly $schema?: string;
  /** The specifications: `.stone` files, folders and globs. */
  readonly specs: string | readonly string[];
  /** The folder to write into; `generated` by default. */
  readonly out?: string;
  /**
   * `package` writes a complete npm package, built and with its `package.json`; `source` writes only TypeScript files, for a
   * folder of your own application. `package` by default.
   */
  readonly output?: "package" | "source";
  /** How modules import each other with `output: "source"`; `.js` by default. */
  readonly importExtension?: ".js" | ".ts" | "";
  /**
   * `dual` adds CommonJS to a package of ES modules, for Jest, for `moduleResolution: node10` and for TypeScript that
   * compiles to CommonJS. `esm` by default: Node 20.19 and later can also `require()` ES modules.
   */
  readonly modules?: "esm" | "dual";
  /**
   * Whether a package has declaration maps, with which Go to Definition in an editor leads from a call, a type or a field to the
   * specification. They are not published with the package. `true` by default.
   */
  readonly declarationMaps?: boolean;
  /**
   * The type of 64-bit integers in memory. `number` by default: integers beyond ±(2^53-1) are then rejected, because a
   * number would round them. `bigint` represents all of them.
   */
  readonly int64?: "number" | "bigint";
  /**
   * The type of timestamps in memory: the text of the wire (`string`, by default), or a `Date`. With `date`, values that a
   * `Date` or the format of the timestamp cannot represent are rejected instead of rounded: microseconds, for example.
   */
  readonly timestamps?: "string" | "date";
  /**
   * Namespaces whose checks are loaded when a client first calls one of their routes, so that bundlers put them in files of
   * their own. Their codecs and complete routes move to the subpath `./<namespace>/codecs`. For clients of large APIs in
   * browsers; none by default.
   */
  readonly lazyNamespaces?: readonly string[];
  /**
   * Whether the package has a Twin at the subpath `./testing`: an in-memory server for tests, which answers each route from
   * the types and examples of the specification. Not by default.
   */
  readonly twin?: boolean | TwinSettings;
  /**
   * Whether the package has arbitraries for fast-check at the subpath `./arbitraries`: random values of each type, for
   * property-based tests. Not by default.
   */
  readonly arbitraries?: boolean;
  /** Whether the package has the JSON Schema of its types, as Standard Schema, at the subpath `./schemas`. Not by default. */
  readonly schemas?: boolean;
  /** Whether the package has options for TanStack Query at the subpath `./query`. Not by default. */
  readonly query?: boolean;
  /** Whether the package has an MCP server at the subpath `./mcp`, which offers routes as tools. Not by default. */
  readonly mcp?: boolean;
  /** Whether the package has traces and metrics of its calls by OpenTelemetry, at the subpath `./otel`. Not by default. */
  readonly otel?: boolean;
  /**
   * Which routes change nothing, change something or destroy something. The specification does not state it, and it is not
   * guessed. MCP tools pass it on, and `query` of `./query` rejects routes that are known to change something.
   */
  readonly effects?: RouteEffects;
  /** Fields of the `package.json` of the generated package. */
  readonly package?: PackageFields;
  /** Names for routes, types, variants and namespaces that replace the derived ones, for example if two of these would clash. */
  readonly names?: ConfiguredNames;
  /** The content of READMEs and documentation sites that the specification does not contain. */
  readonly docs?: DocsOptions;
  /** How routes are mapped to HTTP. */
  readonly binding?: BindingOptions;
  /** Selects a part of the API; everything by default. */
  readonly filters?: Filters;
  /** The severities of warnings, such as `{ "ignored-tag-default": "off" }`. Errors cannot be lowered. */
  readonly diagnostics?: Severities;
  /** Which changes of the API `ashlar diff` accepts. */
  readonly compat?: CompatPolicy;
  /** How `ashlar test` judges a server. */
  readonly test?: TestSettings;
  /** The settings of `ashlar lint`. */
  readonly lint?: LintConfig;
  /** Custom emitters, whose files are added to those of Ashlar. */
  readonly emitters?: readonly Emitter[];
}

/**
 * Returns the configuration unchanged. Calling this function lets TypeScript infer the types of the configuration's
 * members.
 */
export function defineConfig(config: Config): Config {
  return config;
}
