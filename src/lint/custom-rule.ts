import type { Api } from "../ir/api.js";
import type { SourceFile } from "../source/source.js";
import type { Level } from "./rule.js";

/** A place where a definition is named; line and column from 1. */
export interface Reference {
  /** What it names, such as `files.Metadata`. */
  readonly target: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** What a rule of your own looks at. */
export interface RuleContext {
  /** The compiled API. */
  readonly api: Api;
  readonly files: readonly SourceFile[];
  /** Where types, aliases, annotations and annotation types are referenced, excluding their declarations. */
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
  /** With a slash, such as `acme/short-names`. */
  readonly id: `${string}/${string}`;
  readonly level: Level;
  /** What it reports, in a few words. */
  readonly doc: string;
  readonly check: (context: RuleContext) => void;
}

/** The rule as it is: a help for editors. */
export function defineRule(rule: CustomRule): CustomRule {
  return rule;
}
