import type * as ast from "../../syntax/ast.js";
import type { Names } from "../symbols/names.js";
import { visitItem } from "../symbols/occurrences.js";
import { toFileRange, type FileRange } from "./places.js";
import type { Snapshot } from "./project.js";

interface DeprecatedUse {
  readonly range: FileRange;
  readonly message: string;
}

/**
 * Returns the uses of deprecated definitions in a file: routes that are named as successors, and fields in examples
 * (LSP-11).
 */
export function findDeprecatedUses({ names }: Snapshot, path: string): DeprecatedUse[] {
  const uses: DeprecatedUse[] = [];
  // A fast path: few fields have annotations, and only a field with an annotation can be deprecated.
  const fields = new Set([...names.namespaces.values()].flatMap(({ annotatedFields }) => [...annotatedFields]));
  for (const { namespace, items } of names.sectionsOf(path)) {
    for (const item of items.filter((candidate) => mayUseDeprecated(candidate, fields))) {
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

/** Whether an item contains names that may refer to something deprecated. */
function mayUseDeprecated(item: ast.Item, fields: ReadonlySet<string>): boolean {
  switch (item.kind) {
    case "route":
      return item.deprecated?.by !== undefined;
    case "struct":
    case "union":
    case "patch":
      return setsAny(item, fields);
    default:
      return false;
  }
}

function setsAny({ fields, examples }: ast.Struct | ast.Union | ast.Patch, names: ReadonlySet<string>): boolean {
  return (
    examples.some(({ entries }) => entries.some(({ name }) => names.has(name.text))) ||
    fields.some(({ inline }) => inline !== undefined && setsAny(inline, names))
  );
}

/** Whether an annotation below a field marks it as deprecated. */
export function isDeprecatedField(field: ast.Field, namespace: string, names: Names): boolean {
  return field.annotations.some(({ qualifier, name }) => {
    const node = names.definition(qualifier?.text ?? namespace, name.text)?.node;
    return node?.kind === "annotation" && node.qualifier === undefined && node.type.text === "Deprecated";
  });
}
