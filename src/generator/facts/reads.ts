import type { Api, Name, Namespace } from "../../ir/api.js";
import { isEqual } from "../../ir/equal.js";
import { Lookup } from "../../ir/walk.js";
import type { Context } from "./context.js";
import { NameMap } from "./name-map.js";

/** A question about an API. */
type Look = (name: Name, context: Context) => unknown;

/** What an emitter has read of an API: its questions, and the answers to them. */
export class Reads {
  readonly #all: { readonly look: Look; readonly name: Name; readonly value: unknown }[] = [];
  readonly #known = new Map<Look, NameMap<true>>();

  add(look: Look, name: Name, value: unknown): void {
    let known = this.#known.get(look);
    if (known === undefined) {
      known = new NameMap();
      this.#known.set(look, known);
    }
    if (known.get(name) === undefined) {
      known.set(name, true);
      this.#all.push({ look, name, value });
    }
  }

  /** Whether an emitter would read the same in another version of the API, so that its result is the same. */
  areSame(context: Context): boolean {
    // Later questions depend on the answers to earlier ones, and may not have an answer if one of these is different.
    return this.#all.every(({ look, name, value }) => isEqual(look(name, context), value));
  }
}

/** Returns a context in which everything that is read is added to `reads`. */
export function recordingContext(context: Context, reads: Reads): Context {
  const record = <Value>(look: (name: Name, context: Context) => Value, name: Name): Value => {
    const value = look(name, context);
    reads.add(look, name, value);
    return value;
  };
  return {
    ...context,
    unrecorded: context,
    reads,
    lookup: new RecordingLookup((name) => record(definition, name)),
    hasType: (name) => record(hasType, name),
    get api(): Api {
      return record(wholeApi, { namespace: "", name: "" });
    },
  };
}

/** Returns a namespace whose members are added to `reads` when they are read. */
export function recordingNamespace(namespace: Namespace, reads: Reads): Namespace {
  return new Proxy(namespace, {
    get: (_, key: keyof Namespace) => {
      reads.add(namespaceMember, { namespace: namespace.name, name: key }, namespace[key]);
      return namespace[key];
    },
  });
}

const namespaceMember = ({ namespace, name: key }: Name, { api }: Context): unknown =>
  api.namespaces.find(({ name }) => name === namespace)?.[key as keyof Namespace];
const definition = (name: Name, { lookup }: Context): ReturnType<Lookup["definition"]> => lookup.definition(name);
const hasType = (name: Name, context: Context): boolean => context.hasType(name);
const wholeApi = (_: Name, { api }: Context): Api => api;

class RecordingLookup extends Lookup {
  readonly #definition: Lookup["definition"];

  constructor(definition: Lookup["definition"]) {
    super({ namespaces: [], stoneCfg: undefined });
    this.#definition = definition;
  }

  override definition(name: Name): ReturnType<Lookup["definition"]> {
    return this.#definition(name);
  }
}
