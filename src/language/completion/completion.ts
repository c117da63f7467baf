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

/** Something that may stand at a place. */
export interface Completion {
  readonly label: string;
  readonly kind: CompletionKind;
  /** Its type, or what kind of thing it is. */
  readonly detail: string;
  /** What is inserted, if that is not the label. */
  readonly text?: string;
  /** The same with placeholders, for clients that support snippets. */
  readonly snippet?: string;
  /** Changes elsewhere, such as an import. */
  readonly edits?: readonly TextEdit[];
  readonly isDeprecated?: boolean;
  /** What its documentation is made from. */
  readonly target?: Target;
  /** Lower ones come first. */
  readonly order: number;
}

/** All that may stand at a place. */
export interface CompletionList {
  /** The word that they replace. */
  readonly range: FileRange;
  /** The beginning of it that is written already. */
  readonly word: string;
  readonly items: readonly Completion[];
}

export function keywordItem(label: string, order = 0, snippet?: string): Completion {
  return { label, kind: "keyword", detail: "keyword", order, ...(snippet === undefined ? {} : { snippet }) };
}
