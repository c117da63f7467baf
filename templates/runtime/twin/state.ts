import { numberedText } from "./fresh-texts.js";
import { stringifyJson } from "../text/json.js";
import type { Members } from "./data.js";
import {
  keyName,
  type Entity,
  type ModelData,
  type ModelOperation,
  type ModelResource,
  type OperationKind,
} from "./model.js";
import { isObject } from "../codecs/composites.js";

/** The entities of a resource by their normalized keys, in the order of their creation. */
export interface ResourceState {
  readonly entities: ReadonlyMap<string, Entity>;
  /** The number of keys that have been generated. */
  readonly count: number;
}

/** Why an operation fails: no entity has the key, or another one already has it. */
export interface Refused {
  readonly kind: "missing" | "exists";
  readonly key: string;
}

/** An entity that an operation returned or changed. */
export interface AffectedEntity {
  readonly kind: "changed";
  readonly entity: Entity;
  /** The normalized key under which the operation found or created the entity; undefined for a list. */
  readonly given: string | undefined;
}

/** What an operation did, or why it failed. */
export type Effect = Done | Refused;

export interface Done {
  readonly kind: "done";
  /** A result for each item of the argument or, if the operation lists entities, for each entity. */
  readonly results: readonly (AffectedEntity | Refused)[];
  readonly state: ResourceState;
}

/** The inputs of a route's operations besides the state. */
export interface OperationInput {
  readonly data: ModelData;
  /** The key of the route. */
  readonly route: string;
  readonly resource: ModelResource;
  readonly operation: ModelOperation;
  /** The argument as JSON. */
  readonly arg: Members;
  /** The entity that new ones are copied from. */
  readonly template: Entity;
  /** Fields computed from uploaded content, such as `size`. They are ignored if the type does not have them. */
  readonly extra: Entity;
  /** Whether the result reports the outcome of each item of the argument. */
  readonly isBatch: boolean;
  readonly now: Date;
}

/** The input for one entity. */
interface ItemInput extends OperationInput {
  /** The item of the argument's list; the argument itself if it names a single entity. */
  readonly item: unknown;
  /** The key as it is in the argument. */
  readonly key: string | undefined;
}

/** Performs a route's operation on a resource. A pure function: it returns a new state. */
export function operate(kind: OperationKind, state: ResourceState, input: OperationInput): Effect {
  if (kind === "list") {
    return { kind: "done", results: listed(state, input).map((entity) => changed(entity, undefined)), state };
  }
  const items = itemsOf(input);
  if (items === undefined || (items.length === 0 && !input.isBatch)) {
    return operateOnOne(kind, state, { ...input, item: input.arg, key: keyIn(input.arg, keyPath(input)) });
  }
  const { operation, isBatch } = input;
  const isSelection = kind === "get" && operation.missing === undefined && items.length > 1;
  const results: (AffectedEntity | Refused)[] = [];
  let current = state;
  for (const { item, key } of items) {
    const effect = operateOnOne(kind, current, { ...input, item, key });
    if (effect.kind === "done") {
      current = effect.state;
      results.push(...effect.results);
    } else if (isBatch) {
      results.push(effect);
    } else if (!isSelection) {
      return effect; // all or nothing
    }
  }
  return { kind: "done", results, state: current };
}

function operateOnOne(kind: Exclude<OperationKind, "list">, state: ResourceState, input: ItemInput): Effect {
  if (kind === "create") {
    return create(state, input);
  }
  const key = input.key === undefined ? undefined : normalized(input.key, input.resource);
  const entity = key === undefined ? undefined : state.entities.get(key);
  if (key === undefined || entity === undefined) {
    return { kind: "missing", key: input.key ?? "" };
  }
  switch (kind) {
    case "get":
      return { kind: "done", results: [changed(entity, key)], state };
    case "update":
      return update(state, input, key, entity);
    case "remove":
      return remove(state, input, key, entity);
  }
}

function changed(entity: Entity, given: string | undefined): AffectedEntity {
  return { kind: "changed", entity, given };
}

function keyPath({ resource, operation }: OperationInput): readonly string[] {
  return (operation.by ?? keyName(resource)).split(".");
}

/** The items of the argument's list with their keys; undefined if the argument names a single entity. */
function itemsOf(input: OperationInput): { readonly item: unknown; readonly key: string | undefined }[] | undefined {
  const path = keyPath(input);
  let value: unknown = input.arg;
  for (const [at, name] of path.entries()) {
    value = isObject(value) ? value[name] : undefined;
    if (Array.isArray(value)) {
      return value.map((item: unknown) => ({ item, key: keyIn(item, path.slice(at + 1)) }));
    }
  }
  return undefined;
}

/** The key at a path in the argument, or in an item of it. */
function keyIn(given: unknown, path: readonly string[]): string | undefined {
  const key = path.reduce((value, name) => (isObject(value) ? value[name] : undefined), given);
  const text = isObject(key) ? textOfVariant(key) : key;
  return typeof text === "string" ? text : undefined;
}

/** The key of an entity, normalized. */
export function keyOf(entity: Entity, resource: ModelResource): string {
  const key = entity[keyName(resource)];
  return normalized(typeof key === "string" ? key : "", resource);
}

function normalized(key: string, { normalize }: ModelResource): string {
  return normalize === undefined ? key : normalize(key);
}

/** The text of a variant such as `{ ".tag": "group_id", "group_id": "g" }`. */
function textOfVariant(variant: Members): unknown {
  return variant[String(variant[".tag"])];
}

function create(state: ResourceState, input: ItemInput): Effect {
  const { resource, operation, data, template } = input;
  const given = input.key === undefined ? undefined : normalized(input.key, resource);
  const isTaken = given !== undefined && state.entities.has(given);
  if (isTaken && operation.exists !== undefined) {
    return { kind: "exists", key: input.key ?? "" };
  }
  const entity = changedEntity(template, input);
  const own = keyOf(entity, resource);
  const isGiven = given !== undefined && !isTaken;
  const isDerived = own !== keyOf(template, resource) && !state.entities.has(own);
  if (isDerived) {
    return added(state, own, entity, state.count);
  }
  if (isGiven) {
    return added(state, given, { ...entity, [keyName(resource)]: given }, state.count);
  }
  const name = keyName(resource);
  const made = data.types[resource.type]?.fresh[name] ?? data.routes[input.route]?.fresh[name];
  const fresh = made ?? { prefix: `${name}-`, digits: 6 };
  let count = state.count;
  let key: string;
  do {
    count++;
    key = numberedText(fresh, count);
  } while (state.entities.has(normalized(key, resource)) && count < state.count + 10_000);
  return added(state, normalized(key, resource), { ...entity, [name]: key }, count);
}

function added(state: ResourceState, key: string, entity: Entity, count: number): Effect {
  const entities = new Map([...state.entities, [key, entity]]);
  return { kind: "done", results: [changed(entity, key)], state: { entities, count } };
}

function update(state: ResourceState, input: ItemInput, key: string, old: Entity): Effect {
  const { resource, operation } = input;
  const entity = changedEntity(old, input);
  const own = typeof resource.key === "string" ? keyOf(entity, resource) : key;
  if (own !== key && state.entities.has(own) && operation.exists !== undefined) {
    return { kind: "exists", key: own };
  }
  return { kind: "done", results: [changed(entity, key)], state: replaced(state, key, own, entity) };
}

function remove(state: ResourceState, input: ItemInput, key: string, old: Entity): Effect {
  const { set, derive } = input.operation;
  if (set !== undefined || derive !== undefined) {
    const entity = changedEntity(old, input);
    return { kind: "done", results: [changed(entity, key)], state: replaced(state, key, key, entity) };
  }
  const entities = new Map(state.entities);
  entities.delete(key);
  return { kind: "done", results: [changed(old, key)], state: { ...state, entities } };
}

/** The state with a changed entity in place of an old one, possibly under another key. */
export function replaced(state: ResourceState, key: string, own: string, entity: Entity): ResourceState {
  const entries = [...state.entities].map(([each, old]) =>
    each === key ? ([own, entity] as const) : ([each, old] as const),
  );
  return { ...state, entities: new Map(entries) };
}

function listed(state: ResourceState, { operation: { filter, order }, arg }: OperationInput): readonly Entity[] {
  const wanted = [...state.entities.values()].filter(
    (entity) => filter === undefined || filter(entity as never, arg as never),
  );
  return order === undefined ? wanted : wanted.sort((a, b) => compare(a[order], b[order]));
}

/** The order of two fields: numbers by size, others by text, ignoring case. */
export function compare(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") {
    return a - b;
  }
  const [one, other] = [stringifyJson(a ?? null).toLowerCase(), stringifyJson(b ?? null).toLowerCase()];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The type of an entity: the subtype with its tag, or else the type of the resource. */
function typeOf(entity: Entity, { type }: ModelResource, data: ModelData): string {
  const found = Object.entries(data.types[type]?.tags ?? {}).find(([, tag]) => tag === entity[".tag"]);
  return found?.[0] ?? type;
}

/** The entity with the argument's values for fields of the same name and type, and with computed fields. */
function changedEntity(entity: Entity, input: ItemInput): Entity {
  const { data, route, resource, operation, arg, item, extra, now } = input;
  const { fields = {} } = data.types[typeOf(entity, resource, data)] ?? {};
  const given = data.routes[route]?.arg ?? {};
  const echo = Object.entries(arg).filter(
    ([name, value]) => (value ?? null) !== null && Object.hasOwn(fields, name) && fields[name] === given[name],
  );
  const known = Object.entries(extra).filter(([name]) => Object.hasOwn(fields, name));
  const next: Entity = { ...entity, ...Object.fromEntries([...echo, ...known]), ...operation.set };
  return { ...next, ...operation.derive?.(next as never, arg as never, now, item as never) };
}
