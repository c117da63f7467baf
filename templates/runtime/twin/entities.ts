import type { Entity } from "./model.js";
import type { ModelKeeper } from "./model-keeper.js";

/** The entities of a resource, for tests to read and write. */
export class Entities<T = Entity> {
  readonly #model: ModelKeeper;
  readonly #name: string;

  constructor(model: ModelKeeper, name: string) {
    this.#model = model;
    this.#name = name;
  }

  /** All entities, in the order of their creation. */
  all(): readonly T[] {
    return [...this.#model.state(this.#name).entities.values()] as unknown as readonly T[];
  }

  /** The entity with a key; undefined if there is none. */
  get(key: string): T | undefined {
    const { normalize = (text: string): string => text } = this.#model.resource(this.#name) ?? {};
    return this.#model.state(this.#name).entities.get(normalize(key)) as T | undefined;
  }

  /** Adds an entity, or replaces the one with the same key. Throws a `TwinError` if it is not of the type. */
  put(entity: T): void {
    this.#model.put(this.#name, entity);
  }

  clear(): void {
    this.#model.change(this.#name, new Map());
  }
}

/** The entities of a model's resources. */
export type StateOf<Model, Types> = {
  readonly [Name in keyof Model]: Model[Name] extends { readonly type: infer Type extends keyof Types }
    ? Entities<Types[Type]>
    : Entities;
};
