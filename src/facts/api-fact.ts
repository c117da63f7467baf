import type { Name, Namespace } from "../ir/api.js";
import type { Query, Result } from "../queries/queries.js";
import type { DefinitionData, NamespaceData } from "./api-data.js";
import type { Context } from "./context.js";

/*
 * What follows from an API: computed when it is first asked for, and again when something that was read for it has changed.
 */

/** Something that follows from the whole API. */
export function apiFact<Value>(compute: (context: Context) => Value): (context: Context) => Value {
  const results = new WeakMap<Context, Result<undefined, Value>>();
  return (context) => {
    let result = results.get(context);
    if (result === undefined) {
      result = context.queries.single(() => compute(context));
      results.set(context, result);
    }
    return result.get();
  };
}

/** Something that follows of a struct, union or alias. */
export function definitionFact<Value>(
  compute: (definition: DefinitionData, context: Context) => Value,
): (name: Name, context: Context) => Value {
  const queries = new WeakMap<Context, Query<DefinitionData, Value>>();
  return (name, context) => {
    let query = queries.get(context);
    if (query === undefined) {
      query = context.queries.query((definition: DefinitionData) => compute(definition, context));
      queries.set(context, query);
    }
    return query.get(context.data.definition(name));
  };
}

/** Something that follows of a namespace. */
export function namespaceFact<Value>(
  compute: (namespace: NamespaceData, context: Context) => Value,
): (namespace: Pick<Namespace, "name">, context: Context) => Value {
  const queries = new WeakMap<Context, Query<NamespaceData, Value>>();
  return ({ name }, context) => {
    let query = queries.get(context);
    if (query === undefined) {
      query = context.queries.query((namespace: NamespaceData) => compute(namespace, context));
      queries.set(context, query);
    }
    return query.get(context.data.namespace(name));
  };
}
