import { namesInDefinition } from "../../../ir/references.js";
import { namespaceFact } from "../../facts/api-fact.js";
import { definitionNames } from "../../facts/context.js";

/** Returns the namespaces that the types and aliases of a namespace refer to. */
export const namespacesNamedBy = namespaceFact((namespace, { lookup }): ReadonlySet<string> => {
  const names = definitionNames(namespace).flatMap((name) => namesInDefinition(lookup.definition(name)));
  return new Set(names.map((name) => name.namespace).sort());
});
