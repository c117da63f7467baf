import type { Name, Type } from "../../ir/api.js";
import { definitionFact, namespaceFact } from "../../facts/api-fact.js";

/** The namespaces whose types the types and aliases of a namespace refer to. */
export const namespacesNamedBy = namespaceFact(
  ({ definitions }, context): ReadonlySet<string> =>
    new Set(definitions.flatMap((definition) => namedByDefinition(definition, context)).sort()),
);

const namedByDefinition = definitionFact((name, { lookup }): readonly string[] => {
  const definition = lookup.definition(name);
  if (definition.kind === "alias") {
    return namedByType(definition.alias.type);
  }
  const names: readonly (Name | undefined)[] = [
    definition.parent,
    ...(definition.kind === "struct" ? (definition.subtypes?.tags.map((tag) => tag.type) ?? []) : []),
  ];
  const namespaces = names.flatMap((other) => other?.namespace ?? []);
  return [...new Set([...namespaces, ...definition.fields.flatMap(({ type }) => namedByType(type))])];
});

function namedByType(type: Type): readonly string[] {
  switch (type.kind) {
    case "ref":
      return [type.namespace];
    case "list":
    case "nullable":
      return namedByType(type.of);
    case "map":
      return namedByType(type.value);
    default:
      return [];
  }
}
