import type { Api } from "../ir/api.js";
import type { SourceFile } from "../text/source.js";
import type { Level } from "./rule.js";

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
