import type { BindingOptions, RouteSelection } from "./binding-options.js";
import type { DocsOptions } from "./docs-options.js";
import type { ConfiguredNames } from "./naming.js";
import type { PackageFields } from "./package-fields.js";

/** The settings of a package's Twin. */
export interface TwinSettings {
  /** The callers whose `Omitted` fields and tags the Twin shows; none by default. */
  readonly callers?: readonly string[] | undefined;
  /** The path of a module that exports a model of the state, which `ashlar mock` loads. */
  readonly model?: string | undefined;
}

/** The effects of routes on the data of the service. If a route is in several selections, the last one applies. */
export interface RouteEffects {
  /** Routes that change nothing. */
  readonly reads?: RouteSelection | undefined;
  /** Routes that add or change something. */
  readonly writes?: RouteSelection | undefined;
  /** Routes that remove or overwrite something. */
  readonly destroys?: RouteSelection | undefined;
}

/** The options of a generated package. */
export interface PackageOptions {
  /** The npm name of the package. */
  readonly name: string;
  readonly version: string;
  readonly description?: string | undefined;
  readonly license?: string | undefined;
  readonly binding: BindingOptions;
  /** Names to use in place of derived names; none by default. */
  readonly names?: ConfiguredNames | undefined;
  /** Whether to write a whole package (the default) or only its TypeScript files. */
  readonly output?: "package" | "source" | undefined;
  /** The extension in imports if only TypeScript files are written; `.js` by default. */
  readonly importExtension?: ".js" | ".ts" | "" | undefined;
  /** Whether the package contains CommonJS in addition to ES modules; `esm` by default. */
  readonly modules?: "esm" | "dual" | undefined;
  /** Whether the package folder contains declaration maps; `true` by default. */
  readonly declarationMaps?: boolean | undefined;
  /** The type of 64-bit integers in memory; `number` by default. */
  readonly int64?: "number" | "bigint" | undefined;
  /** The type of timestamps in memory; `string` by default. */
  readonly timestamps?: "string" | "date" | undefined;
  /** The namespaces whose checks are loaded when a client first calls one of their routes; none by default. */
  readonly lazyNamespaces?: readonly string[] | undefined;
  /** Whether the package contains a Twin for tests, and its settings; no Twin by default. */
  readonly twin?: boolean | TwinSettings | undefined;
  /** Whether the package has arbitraries for fast-check; not by default. */
  readonly arbitraries?: boolean | undefined;
  /** Whether the package has the JSON Schema of its types; not by default. */
  readonly schemas?: boolean | undefined;
  /** Whether the package has options for TanStack Query; not by default. */
  readonly query?: boolean | undefined;
  /** Whether the package has an MCP server of its routes; not by default. */
  readonly mcp?: boolean | undefined;
  /** Whether the package has traces and metrics by OpenTelemetry; not by default. */
  readonly otel?: boolean | undefined;
  /** The effects of routes, for queries and tools; unknown by default. */
  readonly effects?: RouteEffects | undefined;
  /** The content of READMEs and sites that the specification does not contain. */
  readonly docs?: DocsOptions | undefined;
  /** The fields of `package.json` that the configuration adds. */
  readonly fields?: PackageFields | undefined;
}
