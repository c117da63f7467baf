import type { Name } from "../../ir/api.js";

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
