import type { Name, Namespace } from "../ir/api.js";
import type { Query } from "../queries/query.js";
import type { Result } from "../queries/result.js";
import type { DefinitionData, NamespaceData } from "./api-data.js";
import type { Context } from "./context.js";

/*
 * What follows from an API: computed when it is first asked for, and again when something that was read for it has changed.
 * What depends on much and seldom changes has a name: then another process compares it, instead of all that it depends on.
 */

/** Something that follows from the whole API. */
export function apiFact<Value>(compute: (context: Context) => Value, name?: string): (context: Context) => Value {
  const result = once(
    (context): Result<undefined, Value> => context.queries.single(() => compute(context), name),
    name,
  );
  return (context) => result(context).get();
}

/** Something that follows of a struct, union or alias. */
export function definitionFact<Value>(
  compute: (definition: DefinitionData, context: Context) => Value,
  name?: string,
): (name: Name, context: Context) => Value {
  const query = once(
    (context): Query<DefinitionData, Value> => context.queries.query((key) => compute(key, context), name),
    name,
  );
  return (definition, context) => query(context).get(context.data.definition(definition));
}

/** Something that follows of a namespace. */
export function namespaceFact<Value>(
  compute: (namespace: NamespaceData, context: Context) => Value,
  name?: string,
): (namespace: Pick<Namespace, "name">, context: Context) => Value {
  const query = once(
    (context): Query<NamespaceData, Value> => context.queries.query((key) => compute(key, context), name),
    name,
  );
  return (namespace, context) => query(context).get(context.data.namespace(namespace.name));
}

/** Creates what other processes may refer to by name. */
export function createNamedFacts(context: Context): void {
  namedFacts.forEach((create) => create(context));
}

const namedFacts: ((context: Context) => unknown)[] = [];

/** What `create` returns, the same for the same context. */
function once<Created>(create: (context: Context) => Created, name: string | undefined): (context: Context) => Created {
  const known = new WeakMap<Context, Created>();
  const get = (context: Context): Created => {
    let created = known.get(context);
    if (created === undefined) {
      created = create(context);
      known.set(context, created);
    }
    return created;
  };
  if (name !== undefined) {
    namedFacts.push(get);
  }
  return get;
}
