import type { ModulePart } from "../../code/module.js";
import type { Context } from "../../facts/context.js";
import type { Qualify } from "../../facts/type-node.js";
import type { Namespace } from "../../ir/api.js";

/** Qualifies types with the name of their namespace, `files.Metadata`, for modules in the folder of a namespace. */
export function qualifierIn(module: ModulePart, namespace: Pick<Namespace, "name">, context: Context): Qualify {
  return (other, name) =>
    `${module.importTypes(typesPath(other, namespace, context), context.naming.namespaceImport(other))}.${name}`;
}

/** The module with the types of a namespace, for modules in the folder of another one. */
export function typesPath(of: string, from: Pick<Namespace, "name">, { naming }: Context): string {
  return of === from.name ? "./types.js" : `../${naming.folder(of)}/types.js`;
}
