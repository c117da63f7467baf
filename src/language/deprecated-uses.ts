import { isDeprecatedField } from "./deprecation.js";
import { visitItem } from "./occurrences.js";
import { toFileRange, type FileRange } from "./places.js";
import type { Snapshot } from "./project.js";

export interface DeprecatedUse {
  readonly range: FileRange;
  readonly message: string;
}

/** Where a file names what is deprecated: routes as successors of others, and fields that examples set (LSP-11). */
export function findDeprecatedUses({ names }: Snapshot, path: string): DeprecatedUse[] {
  const uses: DeprecatedUse[] = [];
  for (const { namespace, items } of names.sectionsOf(path)) {
    for (const item of items) {
      visitItem(item, {
        namespace,
        names,
        visit: ({ role, span, text, resolve }) => {
          if (role !== "successor" && role !== "entry") {
            return;
          }
          const target = resolve();
          const isDeprecated =
            (target?.kind === "route" && target.node.deprecated !== undefined) ||
            (target?.kind === "field" && isDeprecatedField(target.node, target.owner.namespace, names));
          if (isDeprecated) {
            uses.push({ range: toFileRange(span), message: `'${text}' is deprecated.` });
          }
        },
      });
    }
  }
  return uses;
}
