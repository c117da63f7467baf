import type { Name, Namespace, Type } from "../../ir/api.js";

/** The namespaces whose types the types and aliases of a namespace refer to. */
export function namespacesNamedBy({ aliases, types }: Namespace): ReadonlySet<string> {
  const found = new Set<string>();
  const name = (names: readonly (Name | undefined)[]): void => {
    names.forEach((name) => name && found.add(name.namespace));
  };
  const visit = (type: Type): void => {
    switch (type.kind) {
      case "ref":
        return name([type]);
      case "list":
      case "nullable":
        return visit(type.of);
      case "map":
        return visit(type.value);
      default:
    }
  };
  aliases.forEach(({ type }) => visit(type));
  for (const type of types) {
    name([type.parent]);
    type.fields.forEach((field) => visit(field.type));
    if (type.kind === "struct") {
      name(type.subtypes?.tags.map((tag) => tag.type) ?? []);
    }
  }
  return found;
}
