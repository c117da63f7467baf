import { toLinks, type Link } from "./definition.js";
import type { DeclaredType, Names } from "../symbols/names.js";
import { occurrenceAt } from "./places.js";
import type { Snapshot } from "./project.js";
import type { Target } from "../symbols/target.js";
import { fieldType, innermostType, type TypeUse } from "../symbols/type-lookup.js";

/** Returns the struct or union that the target of a name resolves to (LSP-22). */
export function findTypeDefinition(snapshot: Snapshot, path: string, offset: number): Link[] {
  const occurrence = occurrenceAt(snapshot, path, offset);
  const target = occurrence?.resolve();
  const type = target && typeOfTarget(target, snapshot.names);
  return occurrence === undefined || type === undefined
    ? []
    : toLinks(occurrence, [{ name: type.node.name.span, extent: type.node.extent }]);
}

function typeOfTarget(target: Target, names: Names): DeclaredType | undefined {
  switch (target.kind) {
    case "field": {
      const use = fieldType(target);
      return use && innermostType(use, names);
    }
    case "subtype":
      return innermostType({ namespace: target.owner.namespace, ref: target.node.type }, names);
    case "label":
    case "catch-all":
      return target.owner;
    case "route":
      return innermostType({ namespace: target.namespace, ref: target.node.types.result }, names);
    case "definition": {
      const { namespace, node } = target;
      const use: TypeUse | undefined = node.kind === "alias" ? { namespace, ref: node.type } : undefined;
      return use === undefined
        ? node.kind === "struct" || node.kind === "union"
          ? { namespace, node }
          : undefined
        : innermostType(use, names);
    }
    default:
      return undefined;
  }
}
