import type { BindingOptions } from "./binding-options.js";
import type { PackageFields } from "./package-fields.js";

/** What the Twin of a package is like. */
export interface TwinSettings {
  /** The callers whose `Omitted` fields and tags it shows; none by default. */
  readonly callers?: readonly string[] | undefined;
  /** The path of the module with a model of the state, which `ashlar mock` loads. */
  readonly model?: string | undefined;
}

/** What the routes of an API do, for the tools of an MCP server. `*` stands for any text. */
export interface McpSettings {
  /** Routes that change nothing, such as `files/get_*`. */
  readonly reads?: readonly string[] | undefined;
  /** Routes that remove or overwrite something. */
  readonly destroys?: readonly string[] | undefined;
}

/** The options of a generated package. */
export interface PackageOptions {
  /** The npm name of the package. */
  readonly name: string;
  readonly version: string;
  readonly description?: string | undefined;
  readonly license?: string | undefined;
  readonly binding: BindingOptions;
  /** Whether to write a whole package (the default) or only its TypeScript files. */
  readonly output?: "package" | "source" | undefined;
  /** The extension in imports if only TypeScript files are written; `.js` by default. */
  readonly importExtension?: ".js" | ".ts" | "" | undefined;
  /** Whether the package contains CommonJS in addition to ES modules; `esm` by default. */
  readonly modules?: "esm" | "dual" | undefined;
  /** The type of 64-bit integers in memory; `number` by default. */
  readonly int64?: "number" | "bigint" | undefined;
  /** The type of timestamps in memory; `string` by default. */
  readonly timestamps?: "string" | "date" | undefined;
  /** Whether the package contains a Twin for tests, and what it shows; not by default. */
  readonly twin?: boolean | TwinSettings | undefined;
  /** Whether the package has arbitraries for fast-check; not by default. */
  readonly arbitraries?: boolean | undefined;
  /** Whether the package has options for TanStack Query; not by default. */
  readonly query?: boolean | undefined;
  /** Whether the package has an MCP server of its routes, and what they do; not by default. */
  readonly mcp?: boolean | McpSettings | undefined;
  /** The fields of `package.json` that the configuration adds. */
  readonly fields?: PackageFields | undefined;
}
