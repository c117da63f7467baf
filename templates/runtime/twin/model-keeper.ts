import { BadArgument, PathError } from "./example-responder.js";
import { ContentKeeper, type ContentsSnapshot } from "./contents.js";
import { Entities } from "./entities.js";
import type { TwinRouteData, UploadSessionData } from "./data.js";
import {
  keyName,
  operationKinds,
  operationsOf,
  type Entity,
  type EntityPlace,
  type ModelData,
  type ModelOperation,
  type ModelResource,
  type OperationKind,
  type TwinModel,
} from "./model.js";
import { entityAt, failureOf, placeOf, withEntities } from "./places.js";
import {
  compare,
  keyOf,
  operate,
  replaced,
  type AffectedEntity,
  type Done,
  type Refused,
  type OperationInput,
  type ResourceState,
} from "./state.js";
import { TwinError } from "./outcome.js";
import type { RemovedItems } from "./pages.js";
import type { Plans } from "./plans.js";
import { bothRemoved, removedItems } from "./removed-items.js";
import { isObject } from "../codecs/composites.js";

/** An operation that a route performs on a resource. */
interface Modelled {
  readonly name: string;
  readonly resource: ModelResource;
  readonly kind: OperationKind;
  readonly operation: ModelOperation;
}

/** A route that the model covers. */
interface ModelledRoute {
  readonly key: string;
  /** The path of the called route, for errors. */
  readonly path: string;
}

/** What a model returns for a call: the result, all items if it is a list, and the content if it is a download. */
export interface ModelResult {
  readonly json: unknown;
  /** All items of a list, of which a page is returned. */
  readonly items: readonly unknown[] | undefined;
  /** A function that returns the items that report removals from the list; undefined if the model defines no such items. */
  readonly removed?: RemovedItems | undefined;
  readonly content: Uint8Array | undefined;
}

/** The data of the API that a model needs. It is loaded for the first call. */
export interface ModelFacts {
  readonly data: ModelData;
  readonly routes: ReadonlyMap<string, TwinRouteData>;
}

/** A state that can be restored: the entities of each resource by key, and their contents. */
export type TwinSnapshot = Readonly<
  Record<
    string,
    {
      readonly entities: readonly (readonly [key: string, entity: Entity])[];
      readonly count: number;
      readonly contents?: ContentsSnapshot | undefined;
    }
  >
>;

/** Checks an entity, and returns it as JSON on the wire. Throws an `EncodeError` if the entity does not match its type. */
export type CheckEntity = (entity: unknown) => unknown;

/** Stores the state of a model, and answers calls of the routes that it covers. */
export class ModelKeeper {
  readonly #model: TwinModel;
  readonly #operations = new Map<string, Modelled[]>();
  readonly #states = new Map<string, ResourceState>();
  /** The contents of the entities, by resource. */
  readonly #contents = new Map<string, ContentKeeper>();
  /** The functions that check entities, by type. */
  readonly #checks: Readonly<Record<string, CheckEntity>>;
  readonly #onChange: () => void;
  /** The entities of each resource. */
  readonly entities: Readonly<Record<string, Entities>>;

  /**
   * `keyOfRoute` returns the key of a route, given its name, or throws. Throws a {@link TwinError} if an entity of `seedData` does
   * not match its type.
   */
  constructor(
    model: TwinModel,
    keyOfRoute: (route: string) => string,
    checks: Readonly<Record<string, CheckEntity>>,
    onChange: () => void,
  ) {
    this.#model = model;
    this.#checks = checks;
    this.#onChange = onChange;
    this.entities = Object.fromEntries(Object.keys(model).map((name) => [name, new Entities(this, name)]));
    for (const [name, resource] of Object.entries(model)) {
      for (const kind of operationKinds) {
        for (const operation of operationsOf(resource, kind)) {
          const key = keyOfRoute(operation.route);
          this.#operations.set(key, [...(this.#operations.get(key) ?? []), { name, resource, kind, operation }]);
        }
      }
    }
    this.reset();
  }

  /** The keys of the routes that the model covers. */
  get routes(): readonly string[] {
    return [...this.#operations.keys()];
  }

  /**
   * Returns whether the model covers a call of a route, which may be a step of an upload or return the latest cursor of a
   * list.
   */
  has(key: string, { session, latestOf }: TwinRouteData): boolean {
    return this.#operations.has(session?.finish ?? latestOf ?? key);
  }

  /** Throws a {@link TwinError} if the model names types, fields or error paths that the API does not have. */
  check({ data }: ModelFacts, plans: Plans): void {
    for (const [name, { type, key }] of Object.entries(this.#model)) {
      const { fields } = data.types[type] ?? {};
      if (fields === undefined) {
        throw new TwinError(`The model of ${name}: no route returns a struct ${type}`);
      }
      if (typeof key === "string" && !Object.hasOwn(fields, key)) {
        throw new TwinError(`The model of ${name}: ${type} has no field ${key}`);
      }
    }
    for (const [route, operations] of this.#operations) {
      for (const { operation, resource, kind } of operations) {
        const place = placeOf(data, route, resource.type, operation, kind === "list");
        const { errors } = (place && failureOf(place)) ?? {};
        [operation.missing, operation.exists].forEach((path) => {
          if (path !== undefined && (errors === undefined || !Object.hasOwn(errors, path))) {
            plans.checkPath(route, path);
          }
        });
      }
    }
  }

  /** Returns the state of a resource. Throws a {@link TwinError} if there is no such resource. */
  state(name: string): ResourceState {
    const state = this.#states.get(name);
    if (state === undefined) {
      throw new TwinError(`The model has no resource ${name}`);
    }
    return state;
  }

  /** Adds an entity, or replaces the one with the same key. Throws a {@link TwinError} if the entity does not match the type. */
  put(name: string, entity: unknown): void {
    const { entities } = this.state(name);
    this.change(name, new Map([...entities, this.#entry(name, entity)]));
  }

  /**
   * Replaces the entity that has this key; the new one may have another key. Throws a {@link TwinError} if no entity has the
   * key, or if the new entity does not match its type.
   */
  replace(name: string, key: string, entity: unknown): void {
    const state = this.state(name);
    if (!state.entities.has(key)) {
      throw new TwinError(`The state of ${name}: there is nothing with the key ${JSON.stringify(key)}`);
    }
    const [own, next] = this.#entry(name, entity);
    this.#contents.get(name)?.move(key, own);
    this.#setState(name, replaced(state, key, own, next));
  }

  change(name: string, entities: ReadonlyMap<string, Entity>): void {
    this.#setState(name, { ...this.state(name), entities });
  }

  resource(name: string): ModelResource | undefined {
    return this.#model[name];
  }

  /**
   * Performs a call and updates the state. Throws a {@link PathError} for an unknown or an existing key, a
   * {@link BadArgument} if the operation names no error for it, and a {@link TwinError} if the model does not fit the API.
   */
  answer(
    { key, path }: ModelledRoute,
    json: unknown,
    uploaded: Uint8Array | undefined,
    now: Date,
    facts: ModelFacts,
  ): ModelResult {
    const data = facts.routes.get(key);
    let refused: { readonly refused: Refused; readonly operation: ModelOperation } | undefined;
    let listing: ModelResult | undefined;
    for (const { name, resource, kind, operation } of this.#operations.get(key) ?? []) {
      const place = placeOf(facts.data, key, resource.type, operation, kind === "list");
      const effect = operate(kind, this.state(name), {
        data: facts.data,
        route: key,
        resource,
        operation,
        arg: isObject(json) ? json : {},
        template: this.#template(resource, facts, kind === "create" ? operation : undefined),
        extra: uploaded === undefined ? {} : { size: uploaded.byteLength },
        isBatch: place !== undefined && failureOf(place) !== undefined,
        now,
      } satisfies OperationInput);
      if (effect.kind !== "done") {
        refused ??= { refused: effect, operation };
        continue;
      }
      const results = kind === "list" && data?.pages === undefined ? firstOf(effect.results, json) : effect.results;
      const before = this.state(name);
      const kept = this.#keepContents(name, resource, effect.results, uploaded, effect.state);
      this.#setState(name, effect.state);
      this.#applyEffect(operation, before, effect, json);
      const result =
        place === undefined
          ? withKeys(data?.result, resource, operation, results)
          : withEntities(facts.data, data?.result, place, { type: resource.type, operation }, results);
      if (kind !== "list") {
        return { json: result, items: undefined, content: kept };
      }
      const items = sortedBy(operation.order, [...(listing?.items ?? []), ...itemsAt(result, place)]);
      const tag = place && facts.data.types[place.type]?.tags?.[resource.type];
      const removed = bothRemoved(listing?.removed, removedItems(operation, resource, tag));
      listing = {
        json: place === undefined ? result : withItems(result, place, items),
        items,
        removed,
        content: undefined,
      };
    }
    if (listing !== undefined) {
      return listing;
    }
    throw refusal(path, refused);
  }

  /**
   * Performs a step of an upload session whose last route the model covers. `finish` performs that last call with the whole
   * content.
   */
  upload(
    session: UploadSessionData,
    json: unknown,
    piece: Uint8Array,
    template: unknown,
    finish: (whole: Uint8Array) => ModelResult,
  ): ModelResult {
    const [modelled] = this.#operations.get(session.finish) ?? [];
    const keeper = this.#contentsOf(modelled?.name ?? "");
    const answer = (result: unknown): ModelResult => ({ json: result, items: undefined, content: undefined });
    switch (session.step) {
      case "start":
        return answer({ ...(template as object), [session.id]: keeper.begin(session, json, piece) });
      case "append":
        keeper.append(session, json, piece);
        return answer(template);
      case "finish": {
        const finished = finish(keeper.whole(session, json, piece));
        keeper.end(session, json);
        return finished;
      }
    }
  }

  snapshot(): TwinSnapshot {
    return Object.fromEntries(
      [...this.#states].map(([name, { entities, count }]) => {
        const contents = this.#contents.get(name)?.snapshot();
        return [name, { entities: [...entities], count, ...(contents && { contents }) }];
      }),
    );
  }

  /** Restores the resources that are still in the model, without entities that no longer match their type. */
  restore(snapshot: TwinSnapshot): void {
    for (const [name, { entities, count, contents }] of Object.entries(snapshot)) {
      if (this.#states.has(name)) {
        const fitting = entities.filter(([, entity]) => this.#problem(name, entity) === undefined);
        this.#setState(name, { entities: new Map(fitting), count });
        this.#contents.delete(name);
        if (contents !== undefined) {
          this.#contentsOf(name).restore(contents);
        }
      }
    }
  }

  reset(): void {
    this.#contents.clear();
    for (const [name, { seedData = [] }] of Object.entries(this.#model)) {
      this.#setState(name, { entities: new Map(seedData.map((entity) => this.#entry(name, entity))), count: 0 });
    }
  }

  #entry(name: string, entity: unknown): readonly [key: string, entity: Entity] {
    const resource = this.#model[name];
    const problem = this.#problem(name, entity);
    if (resource === undefined || problem !== undefined) {
      throw new TwinError(`The state of ${name}: ${problem ?? "the model has no such resource"}`);
    }
    return [keyOf(entity as Entity, resource), entity as Entity];
  }

  /** Returns the reason why an entity does not match the type of its resource; undefined if it does. */
  #problem(name: string, entity: unknown): string | undefined {
    try {
      this.#checks[this.#model[name]?.type ?? ""]?.(entity);
      return undefined;
    } catch (thrown) {
      return thrown instanceof Error ? thrown.message : String(thrown);
    }
  }

  /**
   * Returns an entity from the examples of a route that creates it, or of another route of the resource; an empty object if they contain
   * none. If the resource has subtypes, the tag is that of the created one.
   */
  #template(resource: ModelResource, { data, routes }: ModelFacts, creating: ModelOperation | undefined): Entity {
    const { tags } = data.types[resource.type] ?? {};
    for (const kind of ["create", "get", "update", "list", "remove"] as const) {
      const operations = operationsOf(resource, kind);
      const isOwn = kind === "create" && tags !== undefined && creating !== undefined;
      for (const operation of isOwn ? [creating, ...operations] : operations) {
        const key =
          this.routes.find((each) => this.#operations.get(each)?.some((one) => one.operation === operation)) ?? "";
        const place = placeOf(data, key, resource.type, operation, kind === "list");
        const found = place && entityAt(routes.get(key)?.result, place, data.types[place.type]?.tags?.[resource.type]);
        if (found !== undefined) {
          const { ".tag": example, ...entity } = found;
          const tag = tags && (tags[place?.type ?? ""] ?? example);
          return tag === undefined ? entity : { ".tag": tag, ...entity };
        }
      }
    }
    return {};
  }

  /** Stores, moves or deletes the contents of the affected entities. Returns that of the first one, for downloads. */
  #keepContents(
    name: string,
    { content, ...resource }: ModelResource,
    results: readonly (AffectedEntity | Refused)[],
    uploaded: Uint8Array | undefined,
    { entities }: ResourceState,
  ): Uint8Array | undefined {
    if (content !== true) {
      return undefined;
    }
    const keeper = this.#contentsOf(name);
    const kept = results.map((result) => {
      if (result.kind !== "changed") {
        return undefined;
      }
      const key = typeof resource.key === "string" ? keyOf(result.entity, resource) : (result.given ?? "");
      const { given = key } = result;
      const bytes = uploaded ?? keeper.get(given);
      if (!entities.has(given)) {
        keeper.delete(given);
      }
      if (bytes !== undefined && entities.has(key)) {
        keeper.set(key, bytes);
      }
      return bytes;
    });
    return kept[0];
  }

  /** Calls the operation's `effect`, once for each changed entity. */
  #applyEffect({ effect }: ModelOperation, before: ResourceState, { results, state }: Done, arg: unknown): void {
    for (const result of effect === undefined || before === state ? [] : results) {
      if (result.kind === "changed") {
        const { entity, given = "" } = result;
        const isKept = [...state.entities.values()].includes(entity);
        const change = {
          before: before.entities.get(given),
          now: isKept ? entity : undefined,
          arg,
          state: this.entities,
        };
        effect?.(change as never);
      }
    }
  }

  #setState(name: string, state: ResourceState): void {
    const isNew = this.#states.get(name) !== state;
    this.#states.set(name, state);
    if (isNew) {
      this.#onChange();
    }
  }

  #contentsOf(name: string): ContentKeeper {
    const keeper = this.#contents.get(name) ?? new ContentKeeper();
    this.#contents.set(name, keeper);
    return keeper;
  }
}

/** Returns the first results, up to the `limit` in the argument. */
function firstOf<Result>(results: readonly Result[], json: unknown): readonly Result[] {
  const limit = isObject(json) ? json["limit"] : undefined;
  return typeof limit === "number" && limit > 0 ? results.slice(0, limit) : results;
}

/** Returns a result that contains only keys: in the field with the name of the key, or as a list in the field `at`. */
function withKeys(
  template: unknown,
  resource: ModelResource,
  { at }: ModelOperation,
  results: readonly (AffectedEntity | Refused)[],
): unknown {
  if (!isObject(template)) {
    return template;
  }
  const name = keyName(resource);
  const keys = results.flatMap((result) => (result.kind === "changed" ? [result.entity[name]] : []));
  return at !== undefined
    ? { ...template, [at]: keys }
    : Object.hasOwn(template, name)
      ? { ...template, [name]: keys[0] }
      : template;
}

/** Returns the items sorted by the field `order`; unchanged if it is undefined. */
function sortedBy(order: string | undefined, items: readonly unknown[]): readonly unknown[] {
  return order === undefined
    ? items
    : [...items].sort((a, b) => compare(isObject(a) ? a[order] : undefined, isObject(b) ? b[order] : undefined));
}

/** Returns the result with these items in the list at a place. */
function withItems(result: unknown, { path }: EntityPlace, items: readonly unknown[]): unknown {
  const [step] = path;
  return typeof step === "string" && isObject(result) && Array.isArray(result[step])
    ? { ...result, [step]: items }
    : result;
}

function itemsAt(result: unknown, place: EntityPlace | undefined): readonly unknown[] {
  const found = (place?.path ?? []).reduce<unknown>(
    (value, step) => (typeof step === "string" && isObject(value) ? value[step] : value),
    result,
  );
  return Array.isArray(found) ? (found as readonly unknown[]) : [];
}

function refusal(
  path: string,
  refused: { readonly refused: Refused; readonly operation: ModelOperation } | undefined,
): Error {
  const { kind, key = "" } = refused?.refused ?? {};
  const errorPath = kind === "exists" ? refused?.operation.exists : refused?.operation.missing;
  const problem = key === "" ? "it names no key" : `there is nothing with the key ${JSON.stringify(key)}`;
  return errorPath === undefined
    ? new BadArgument(`Error in call to API function "${path}": ${problem}`)
    : new PathError(errorPath);
}
