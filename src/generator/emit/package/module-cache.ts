import type { Namespace } from "../../../ir/api.js";
import { isEqual } from "../../../ir/equal.js";
import type { TypeScriptModule } from "../../code/module.js";
import type { Context } from "../../facts/context.js";
import { Reads, recordingContext, recordingNamespace } from "../../facts/reads.js";

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
