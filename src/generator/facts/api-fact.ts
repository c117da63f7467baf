import type { Name, Namespace } from "../../ir/api.js";
import type { Query } from "../../compiler/queries/query.js";
import type { Result } from "../../compiler/queries/result.js";
import type { DefinitionData, NamespaceData } from "./api-data.js";
import type { Context } from "./context.js";

/* Facts about an API. A fact is computed on first use, and recomputed when something that the computation has read has changed. */

/** Declares a fact about the whole API. Returns the function that looks it up. */
export function apiFact<Value>(compute: (context: Context) => Value): (context: Context) => Value {
  const result = perContext((context): Result<Value> => context.queries.single(() => compute(context)));
  return (context) => result(context).get();
}

/** Declares a fact about a struct, union or alias. Returns the function that looks it up. */
export function definitionFact<Value>(
  compute: (definition: DefinitionData, context: Context) => Value,
): (name: Name, context: Context) => Value {
  const query = perContext((context): Query<DefinitionData, Value> =>
    context.queries.query((key) => compute(key, context)),
  );
  return (definition, context) => query(context).get(context.data.definition(definition));
}

/** Declares a fact about a namespace. Returns the function that looks it up. */
export function namespaceFact<Value>(
  compute: (namespace: NamespaceData, context: Context) => Value,
): (namespace: Pick<Namespace, "name">, context: Context) => Value {
  const query = perContext((context): Query<NamespaceData, Value> =>
    context.queries.query((key) => compute(key, context)),
  );
  return (namespace, context) => query(context).get(context.data.namespace(namespace.name));
}

/** Caches the result of `create` for each context. */
function perContext<Created>(create: (context: Context) => Created): (context: Context) => Created {
  const known = new WeakMap<Context, Created>();
  return (context) => {
    let created = known.get(context);
    if (created === undefined) {
      created = create(context);
      known.set(context, created);
    }
    return created;
  };
}
