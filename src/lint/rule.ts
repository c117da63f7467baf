import type { Api } from "../ir/api.js";
import type { Location } from "../text/diagnostics/diagnostic.js";
import type { SourceFile } from "../text/source.js";
import type { Span } from "../text/span.js";
import type { Project, Subject } from "./project.js";

/** The severity of a rule's findings. Findings with the level `info` never cause a failure. */
export type Level = "off" | "info" | "warn" | "error";

/** A replacement of the text in a span. */
export interface Change {
  readonly span: Span;
  readonly text: string;
}

/** A change of the source that resolves a finding. */
export interface Fix {
  readonly title: string;
  /** Whether the fix changes neither names nor messages. */
  readonly safe: boolean;
  readonly changes: readonly Change[];
}

export interface Details {
  /** What to do about the finding. */
  readonly help?: string;
  /** The location of the finding; by default, that of the subject's name. */
  readonly span?: Span;
  readonly fix?: Fix;
}

type Report = (subject: Subject, message: string, details?: Details) => void;

type OptionValue = boolean | number | readonly string[];

/** The values of a rule's options, by name. */
export type Options = Readonly<Record<string, OptionValue>>;

/** A lint rule. */
export interface Rule {
  /** Contains no slash, unlike the ids of custom rules. */
  readonly id: string;
  readonly recommended: Level;
  readonly strict: Level;
  /** What the rule reports, in a few words. */
  readonly summary: string;
  /** The options of the rule with their defaults. */
  readonly options?: Options;
  readonly check: (project: Project, report: Report, options: Options) => void;
}

/** A reference to a definition. Lines and columns are counted from 1. */
export interface Reference {
  /** The name of the definition, such as `files.Metadata`. */
  readonly target: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The input of a custom rule. */
export interface RuleContext {
  /** The compiled API. */
  readonly api: Api;
  readonly files: readonly SourceFile[];
  /** All references to types, aliases, annotations and annotation types. Declarations are not references. */
  readonly references: readonly Reference[];
  /** The options of this rule in the configuration. */
  readonly options: Readonly<Record<string, unknown>>;
  /**
   * Reports a finding. `target` is its subject: `files`, `files.Metadata`, `files.Metadata.name`, `files.list_folder:2` or
   * `files.list_folder:2.scope`.
   */
  readonly report: (finding: { readonly target: string; readonly message: string; readonly help?: string }) => void;
}

/** A custom rule: a pure function of the API. */
export interface CustomRule {
  /** Contains a slash, such as `acme/short-names`. */
  readonly id: `${string}/${string}`;
  readonly level: Level;
  /** What the rule reports, in a few words. */
  readonly doc: string;
  readonly check: (context: RuleContext) => void;
}

/** Returns the rule unchanged. Calling this function lets TypeScript infer the types of the rule's members. */
export function defineRule(rule: CustomRule): CustomRule {
  return rule;
}

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
