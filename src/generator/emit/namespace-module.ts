import type { Namespace } from "../../ir/api.js";
import type { Module } from "../code/module.js";
import type { Context } from "../facts/context.js";
import type { Qualify } from "../facts/type-node.js";

/**
 * Returns a function that qualifies a type with the name of its namespace, as in `files.Metadata`, and adds the import. For
 * modules in the folder of a namespace.
 */
export function qualifierIn(module: Module, namespace: Pick<Namespace, "name">, context: Context): Qualify {
  return (other, name) =>
    `${module.importTypes(typesPath(other, namespace, context), context.naming.namespaceImport(other))}.${name}`;
}

/** Returns the path of the module that contains the types of a namespace, relative to the folder of another one. */
export function typesPath(of: string, from: Pick<Namespace, "name">, { naming }: Context): string {
  return of === from.name ? "./types.js" : `../${naming.folder(of)}/types.js`;
}

/** Returns the source that the headers of a namespace's modules name. */
export function sourceName(namespace: Pick<Namespace, "name">): string {
  return `the namespace ${namespace.name}`;
}
