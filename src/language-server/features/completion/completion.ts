import type { TextEdit } from "../edits/text-edit.js";
import type { FileRange } from "../places.js";
import type { Target } from "../../symbols/target.js";

export type CompletionKind =
  | "keyword"
  | "type"
  | "struct"
  | "union"
  | "namespace"
  | "field"
  | "tag"
  | "label"
  | "value"
  | "annotation"
  | "attribute"
  | "route"
  | "parameter";

/** Text that is valid at an offset. */
export interface Completion {
  readonly label: string;
  readonly kind: CompletionKind;
  /** The type, or a description of the kind. */
  readonly detail: string;
  /** The inserted text, if it differs from the label. */
  readonly text?: string;
  /** The inserted text with placeholders, for clients that support snippets. */
  readonly snippet?: string;
  /** Changes elsewhere, such as an import. */
  readonly edits?: readonly TextEdit[];
  readonly isDeprecated?: boolean;
  /** The target whose documentation is shown. */
  readonly target?: Target;
  /** Lower numbers come first. */
  readonly order: number;
}

/** All completions at an offset. */
export interface CompletionList {
  /** The word that the completions replace. */
  readonly range: FileRange;
  /** The part of the word before the offset. */
  readonly word: string;
  readonly items: readonly Completion[];
}

export function keywordItem(label: string, order = 0, snippet?: string): Completion {
  return { label, kind: "keyword", detail: "keyword", order, ...(snippet === undefined ? {} : { snippet }) };
}
