import type { Entity, ModelResource } from "./model.js";
import type { ResourceState } from "./state.js";

/** Stores the entities of resources. */
export interface EntityStore {
  state(name: string): ResourceState;
  resource(name: string): ModelResource | undefined;
  put(name: string, entity: unknown): void;
  replace(name: string, key: string, entity: unknown): void;
  change(name: string, entities: ReadonlyMap<string, Entity>): void;
}

/** The entities of a resource, which tests can read and change. */
export class Entities<T = Entity> {
  readonly #store: EntityStore;
  readonly #name: string;

  constructor(store: EntityStore, name: string) {
    this.#store = store;
    this.#name = name;
  }

  /** Returns all entities, in the order of their creation. */
  all(): readonly T[] {
    return [...this.#store.state(this.#name).entities.values()] as unknown as readonly T[];
  }

  /** Returns the entity with a key; undefined if there is none. */
  get(key: string): T | undefined {
    return this.#store.state(this.#name).entities.get(this.#normalized(key)) as T | undefined;
  }

  /** Adds an entity, or replaces the one with the same key. Throws a `TwinError` if the entity does not match the type. */
  put(entity: T): void {
    this.#store.put(this.#name, entity);
  }

  /**
   * Replaces the entity with a key. The new entity may have another key; it keeps the content. Throws a `TwinError` if there is
   * no entity with the key, or if the new entity does not match the type.
   */
  replace(key: string, entity: T): void {
    this.#store.replace(this.#name, this.#normalized(key), entity);
  }

  /** Removes the entity with a key, if there is one. */
  delete(key: string): void {
    const entities = new Map(this.#store.state(this.#name).entities);
    if (entities.delete(this.#normalized(key))) {
      this.#store.change(this.#name, entities);
    }
  }

  clear(): void {
    this.#store.change(this.#name, new Map());
  }

  #normalized(key: string): string {
    const { normalize } = this.#store.resource(this.#name) ?? {};
    return normalize === undefined ? key : normalize(key);
  }
}

/** The entities of a model, by resource. */
export type StateOf<Model, Types> = {
  readonly [Name in keyof Model]: Model[Name] extends { readonly type: infer Type extends keyof Types }
    ? Entities<Types[Type]>
    : Entities;
};
