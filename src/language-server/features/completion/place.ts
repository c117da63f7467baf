import type * as ast from "../../../syntax/ast.js";
import type { LineContext } from "../line-context.js";
import type { DeclaredType, Names } from "../../symbols/names.js";
import type { Snapshot } from "../project.js";

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
  const found = names.definition(namespace, name);
  return found?.node.kind === "struct" || found?.node.kind === "union"
    ? { namespace: found.namespace, node: found.node }
    : undefined;
}

/** Returns the texts of the tokens before the offset, in reverse order. */
export function lastTexts({ before }: LineContext): string[] {
  return before.map(({ text }) => text).toReversed();
}
