import type { Name, Namespace } from "../../ir/api.js";
import type { Context } from "./context.js";

/* Facts about an API, which several emitters need. A fact is computed on first use in a context. */

/** Declares a fact about the whole API. Returns the function that looks it up. */
export function apiFact<Value>(compute: (context: Context) => Value): (context: Context) => Value {
  const look = definitionFact((_, context) => compute(context));
  return (context) => look({ namespace: "", name: "" }, context);
}

/** Declares a fact about a namespace. Returns the function that looks it up. */
export function namespaceFact<Value>(
  compute: (namespace: Namespace, context: Context) => Value,
): (namespace: Pick<Namespace, "name">, context: Context) => Value {
  const look = definitionFact(({ namespace }, context) => compute(namespaceCalled(namespace, context), context));
  return ({ name }, context) => look({ namespace: name, name: "" }, context);
}

/** Declares a fact about a struct, union or alias. Returns the function that looks it up. */
export function definitionFact<Value>(
  compute: (name: Name, context: Context) => Value,
): (name: Name, context: Context) => Value {
  const factsByContext = new WeakMap<Context, NameMap<{ readonly value: Value }>>();
  const look = (name: Name, context: Context): Value => {
    // Only the fact itself is recorded, not what its computation reads.
    const { unrecorded = context } = context;
    let facts = factsByContext.get(unrecorded);
    if (facts === undefined) {
      facts = new NameMap();
      factsByContext.set(unrecorded, facts);
    }
    let fact = facts.get(name);
    if (fact === undefined) {
      fact = { value: compute(name, unrecorded) };
      facts.set(name, fact);
    }
    context.record?.(look, name, fact.value);
    return fact.value;
  };
  return look;
}

/** Returns a namespace of the API, or the schema of route attributes. */
function namespaceCalled(name: string, { api }: Context): Namespace {
  const namespace = api.namespaces.find((one) => one.name === name) ?? api.stoneCfg;
  if (namespace?.name !== name) {
    throw new Error(`The IR has no namespace ${name}.`);
  }
  return namespace;
}

/** A map whose keys are names of definitions. Concatenating a namespace and a name for each look-up would take longer. */
export class NameMap<Value> {
  readonly #namespaces = new Map<string, Map<string, Value>>();

  get({ namespace, name }: Name): Value | undefined {
    return this.#namespaces.get(namespace)?.get(name);
  }

  set({ namespace, name }: Name, value: Value): void {
    let values = this.#namespaces.get(namespace);
    if (values === undefined) {
      values = new Map();
      this.#namespaces.set(namespace, values);
    }
    values.set(name, value);
  }
}
