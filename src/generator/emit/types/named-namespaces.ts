import { namesInDefinition } from "../../../ir/references.js";
import { definitionFact, namespaceFact } from "../../facts/api-fact.js";

/** Returns the namespaces that the types and aliases of a namespace refer to. */
export const namespacesNamedBy = namespaceFact(
  ({ definitions }, context): ReadonlySet<string> =>
    new Set(definitions.flatMap((definition) => namedByDefinition(definition, context)).sort()),
);

const namedByDefinition = definitionFact((name, { lookup }): readonly string[] => {
  return [...new Set(namesInDefinition(lookup.definition(name)).map(({ namespace }) => namespace))];
});
