import type * as ast from "../../syntax/ast.js";
import type { LineContext } from "../line-context.js";
import type { DeclaredType, Names } from "../../symbols/names.js";
import type { Snapshot } from "../project.js";

/** A place to complete. */
export interface CompletionPlace {
  readonly snapshot: Snapshot;
  readonly names: Names;
  readonly path: string;
  /** The namespace of the file. */
  readonly namespace: string;
  readonly line: LineContext;
  /** The item that contains the place, as far as it is readable. */
  readonly item: ast.Item | undefined;
}

/** The struct or union with a name in the namespace of the place. */
export function typeNamed({ names, namespace }: CompletionPlace, name: string): DeclaredType | undefined {
  const found = names.definition(namespace, name);
  return found?.node.kind === "struct" || found?.node.kind === "union"
    ? { namespace: found.namespace, node: found.node }
    : undefined;
}

/** The texts of the last tokens as written, the last one first. */
export function lastTexts({ before }: LineContext): string[] {
  return before.map(({ text }) => text).toReversed();
}
