import type { Namespace, Api, Name } from "../../../ir/api.js";
import { isEqual } from "../../../ir/equal.js";
import { Lookup } from "../../../ir/walk.js";
import type { TypeScriptModule } from "../../code/module.js";
import { NameMap } from "../../facts/api-fact.js";
import type { Context, Question } from "../../facts/context.js";

/** Emits a module that a namespace may have. */
export type EmitModule = (namespace: Namespace, context: Context) => TypeScriptModule | undefined;

/** A module of the last version of an API, and what it was made from. */
interface Emitted {
  readonly options: Context["options"];
  readonly reads: Reads;
  readonly module: TypeScriptModule | undefined;
}

/** Keeps the modules of namespaces from one version of an API to the next. */
export class ModuleCache {
  readonly #emitted = new Map<EmitModule, Map<string, Emitted>>();

  /** Returns a module of a namespace: the same object as before, if nothing that its emitter has read is different now. */
  emit(emit: EmitModule, namespace: Namespace, context: Context): TypeScriptModule | undefined {
    const previous = this.#emitted.get(emit)?.get(namespace.name);
    if (previous !== undefined && isEqual(previous.options, context.options) && previous.reads.areSame(context)) {
      return previous.module;
    }
    const reads = new Reads();
    const module = emit(recordingNamespace(namespace, reads), recordingContext(context, reads));
    const modules = this.#emitted.get(emit) ?? new Map<string, Emitted>();
    this.#emitted.set(emit, modules.set(namespace.name, { options: context.options, reads, module }));
    return module;
  }
}

/** What an emitter has read of an API: its questions, and the answers to them. */
class Reads {
  readonly #answers: { readonly ask: Question; readonly name: Name; readonly answer: unknown }[] = [];
  readonly #asked = new Map<Question, NameMap<true>>();

  add(ask: Question, name: Name, answer: unknown): void {
    let names = this.#asked.get(ask);
    if (names === undefined) {
      names = new NameMap();
      this.#asked.set(ask, names);
    }
    if (names.get(name) === undefined) {
      names.set(name, true);
      this.#answers.push({ ask, name, answer });
    }
  }

  /** Whether an emitter would read the same in another version of the API, so that its result is the same. */
  areSame(context: Context): boolean {
    // Later questions depend on the answers to earlier ones, and may not have an answer if one of these is different.
    return this.#answers.every(({ ask, name, answer }) => isEqual(ask(name, context), answer));
  }
}

/** Returns a context in which everything that is read is added to `reads`. */
function recordingContext(context: Context, reads: Reads): Context {
  const read = <Answer>(ask: (name: Name, context: Context) => Answer, name: Name): Answer => {
    const answer = ask(name, context);
    reads.add(ask, name, answer);
    return answer;
  };
  return {
    ...context,
    unrecorded: context,
    record: (ask, name, answer) => reads.add(ask, name, answer),
    lookup: new RecordingLookup((name) => read(definition, name)),
    hasType: (name) => read(hasType, name),
    get api(): Api {
      return read(wholeApi, { namespace: "", name: "" });
    },
  };
}

/** Returns a namespace whose members are added to `reads` when they are read. */
function recordingNamespace(namespace: Namespace, reads: Reads): Namespace {
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

/** Finds definitions by their names. It cannot list them. */
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
