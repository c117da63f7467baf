import type { BindingOptions, RouteSelection } from "./binding-options.js";
import type { ConfiguredNames } from "./naming.js";

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

/** A person in npm's notation: `Ada Lovelace <ada@example.com> (https://example.com)`, or its parts. */
type Person =
  string | { readonly name: string; readonly email?: string | undefined; readonly url?: string | undefined };

type Funding = string | { readonly type?: string | undefined; readonly url: string };

type Texts = Readonly<Record<string, string>>;

/**
 * The configurable fields of a generated `package.json`: those that matter to the users of a package and to npm. Ashlar itself
 * writes those about modules (`type`, `main`, `types`, …).
 */
export interface PackageFields {
  /** The name of the package; by default the name of the folder. */
  readonly name?: string | undefined;
  /** The version of the package; `0.0.0` by default. */
  readonly version?: string | undefined;
  readonly description?: string | undefined;
  readonly license?: string | undefined;
  readonly keywords?: readonly string[] | undefined;
  readonly homepage?: string | undefined;
  readonly bugs?: string | { readonly url?: string | undefined; readonly email?: string | undefined } | undefined;
  readonly repository?:
    | string
    | { readonly type?: string | undefined; readonly url: string; readonly directory?: string | undefined }
    | undefined;
  readonly author?: Person | undefined;
  readonly contributors?: readonly Person[] | undefined;
  readonly maintainers?: readonly Person[] | undefined;
  readonly funding?: Funding | readonly Funding[] | undefined;
  readonly private?: boolean | undefined;
  /** Settings for `npm publish`, such as `access` and `registry`. */
  readonly publishConfig?: Readonly<Record<string, unknown>> | undefined;
  /** Requirements in addition to the version of Node. */
  readonly engines?: Texts | undefined;
  readonly devEngines?: Readonly<Record<string, unknown>> | undefined;
  readonly os?: readonly string[] | undefined;
  readonly cpu?: readonly string[] | undefined;
  readonly libc?: string | readonly string[] | undefined;
  /** Modules with side effects, such as those of custom emitters; `false` by default. */
  readonly sideEffects?: boolean | readonly string[] | undefined;
  /** Additional subpaths. */
  readonly exports?: Readonly<Record<string, unknown>> | undefined;
  readonly imports?: Readonly<Record<string, unknown>> | undefined;
  readonly browser?: string | Readonly<Record<string, unknown>> | undefined;
  readonly unpkg?: string | undefined;
  readonly jsdelivr?: string | undefined;
  /** Files in addition to `dist` and `src`. */
  readonly files?: readonly string[] | undefined;
  readonly bin?: string | Texts | undefined;
  readonly man?: string | readonly string[] | undefined;
  readonly directories?: Texts | undefined;
  readonly scripts?: Texts | undefined;
  readonly config?: Readonly<Record<string, unknown>> | undefined;
  readonly dependencies?: Texts | undefined;
  readonly devDependencies?: Texts | undefined;
  readonly peerDependencies?: Texts | undefined;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean | undefined }>> | undefined;
  readonly optionalDependencies?: Texts | undefined;
  readonly bundleDependencies?: boolean | readonly string[] | undefined;
}

/** The content of READMEs and documentation sites that the specification does not contain. */
export interface DocsOptions {
  /** The title of the site; by default the name of the package. */
  readonly title?: string | undefined;
  /** The path of an SVG file, which the site shows beside its title. */
  readonly logo?: string | undefined;
  /** The purpose of the API, in a paragraph; by default the description of the package. */
  readonly description?: string | undefined;
  /** The first route in examples, such as `files/list_folder`; by default that of the preset, or one that is easy to call. */
  readonly firstCall?: string | undefined;
  /** Routes grouped by purpose, in the order in which they are shown. Routes without a group come last. */
  readonly groups?: readonly RouteGroup[] | undefined;
  /** A path or glob of Markdown files, such as `guides/*.md`, which are pages of the site. */
  readonly guides?: string | undefined;
  /** Other versions of the site, to which its menu links. */
  readonly versions?: readonly OtherVersion[] | undefined;
  /** The URL of the source; by default the repository of the package. */
  readonly repository?: string | undefined;
  /**
   * The command that installs the package, such as `npm install shop-api`, if it is published. By default, READMEs and
   * sites explain how to build the package; with `false`, they have no such section.
   */
  readonly install?: string | false | undefined;
}

interface RouteGroup {
  readonly title: string;
  /** Names of routes, such as `files/upload*`; a version other than 1 as in `files/search:2`. */
  readonly routes: readonly string[];
}

interface OtherVersion {
  readonly title: string;
  /** A URL, or a path relative to the first page of the site. */
  readonly url: string;
}
