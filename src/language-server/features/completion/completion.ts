import type * as ast from "../../../syntax/ast.js";
import type { DeclaredType, Names } from "../../symbols/names.js";
import type { Target } from "../../symbols/target.js";
import type { TextEdit } from "../edits.js";
import type { LineContext } from "../line-context.js";
import type { FileRange } from "../places.js";
import type { Snapshot } from "../project.js";

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

/** The context of an offset where completions are requested. */
export interface CompletionPlace {
  readonly snapshot: Snapshot;
  readonly names: Names;
  readonly path: string;
  /** The namespace of the file. */
  readonly namespace: string;
  readonly line: LineContext;
  /** The item that contains the offset, as far as the item is readable. */
  readonly item: ast.Item | undefined;
}

/** Returns the struct or union with a name in the current namespace. */
export function typeNamed({ names, namespace }: CompletionPlace, name: string): DeclaredType | undefined {
  const declared = names.definition(namespace, name);
  return declared?.node.kind === "struct" || declared?.node.kind === "union"
    ? { namespace: declared.namespace, node: declared.node }
    : undefined;
}

/** Returns the texts of the tokens before the offset, in reverse order. */
export function lastTexts({ before }: LineContext): string[] {
  return before.map(({ text }) => text).toReversed();
}
