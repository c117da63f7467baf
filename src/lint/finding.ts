import type { Location } from "../text/diagnostics/diagnostic.js";
import type { Span } from "../text/span.js";
import type { Fix } from "./rule.js";

/** A finding whose locations are spans of trees. */
export interface RawFinding {
  readonly rule: string;
  readonly target: string;
  readonly span: Span;
  readonly message: string;
  readonly help: string | undefined;
  readonly fix: Fix | undefined;
}

/** A replacement in a file. Offsets are UTF-16 code units from 0; `end` is exclusive. */
export interface Edit {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A lint finding, as users and tools see it. */
export interface LintFinding extends Location {
  readonly severity: "error" | "warning" | "info";
  /** The id of the rule. */
  readonly code: string;
  readonly source: "lint";
  readonly message: string;
  readonly help?: string;
  /** The subject: `files.Metadata.name`, `files.list_folder:2`, `files.list_folder:2.scope`, `files`. */
  readonly target: string;
  readonly fixes: readonly { readonly title: string; readonly safe: boolean; readonly edits: readonly Edit[] }[];
}
