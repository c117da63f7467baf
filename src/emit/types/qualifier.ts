import type { ModulePart } from "../../code/module.js";
import type { Context } from "../../facts/context.js";
import type { Qualify, TypesModule } from "../../facts/type-node.js";
import type { Namespace } from "../../ir/api.js";

/**
 * Qualifies types of all namespaces with the name of their namespace: `files.Metadata`. For modules in its folder; `within` is
 * the module itself if it has types of its own.
 */
export function qualifierIn(
  module: ModulePart,
  namespace: Pick<Namespace, "name">,
  context: Context,
  within?: TypesModule,
): Qualify {
  return (other, name, typesModule) => {
    if (other === namespace.name && typesModule === within) {
      return name;
    }
    const { naming } = context;
    const wish = naming.namespace(other);
    return typesModule === "types"
      ? `${module.importTypes(typesPath(other, namespace, context), wish)}.${name}`
      : `${module.importTypes(inputsPath(other, namespace, context), `${wish}Inputs`)}.${name}`;
  };
}

/** The module with the writable forms of types of a namespace that only servers write, for modules in the folder of another one. */
function inputsPath(of: string, from: Pick<Namespace, "name">, { naming }: Context): string {
  return of === from.name ? "./index.js" : `../${naming.folder(of)}/index.js`;
}

/** The module with the types of a namespace, for modules in the folder of another one. */
export function typesPath(of: string, from: Pick<Namespace, "name">, { naming }: Context): string {
  return of === from.name ? "./types.js" : `../${naming.folder(of)}/types.js`;
}
