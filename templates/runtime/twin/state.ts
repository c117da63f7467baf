import { numberedText } from "./fresh-texts.js";
import { stringifyJson } from "../text/json.js";
import { isMembers, type Members } from "./data.js";
import {
  keyName,
  type Entity,
  type ModelData,
  type ModelOperation,
  type ModelResource,
  type OperationKind,
} from "./model.js";

/** The entities of a resource by their normalized keys, in the order of their creation. */
export interface ResourceState {
  readonly entities: ReadonlyMap<string, Entity>;
  /** How many keys have been made. */
  readonly count: number;
}

/** What an operation does: the entities that are the result, and the state afterwards. */
export type Effect =
  | { readonly kind: "done"; readonly entities: readonly Entity[]; readonly state: ResourceState }
  | { readonly kind: "missing" | "exists"; readonly key: string };

/** What operations of a route depend on besides the state. */
export interface OperationInput {
  readonly data: ModelData;
  /** The key of the route. */
  readonly route: string;
  readonly resource: ModelResource;
  readonly operation: ModelOperation;
  /** The argument as JSON. */
  readonly arg: Members;
  /** An entity of the type, from which new ones are made. */
  readonly template: Entity;
  /** Fields that the content determines, if the type has them. */
  readonly extra: Entity;
  readonly now: Date;
}

/** Does what a route does with a resource. A pure function: the state is a new one. */
export function operate(kind: OperationKind, state: ResourceState, input: OperationInput): Effect {
  switch (kind) {
    case "create":
      return create(state, input);
    case "get":
      return get(state, input);
    case "update":
      return withKnown(state, input, (key, entity) => {
        const changed = changedEntity(entity, input);
        return { kind: "done", entities: [changed], state: replaced(state, key, changed, input.resource) };
      });
    case "list":
      return { kind: "done", entities: listed(state, input), state };
    case "remove":
      return remove(state, input);
  }
}

/** The keys that the argument gives, normalized. */
export function givenKeys({ resource, operation, arg }: OperationInput): readonly string[] {
  const { by = keyName(resource) } = operation;
  const given = by.split(".").reduce<unknown>((value, name) => (isMembers(value) ? value[name] : undefined), arg);
  const keys: readonly unknown[] = Array.isArray(given) ? given : [given];
  return keys.flatMap((key) => {
    const text = isMembers(key) ? textOfVariant(key) : key;
    return typeof text === "string" ? [normalized(text, resource)] : [];
  });
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

function create(state: ResourceState, input: OperationInput): Effect {
  const { resource, operation, data, template } = input;
  const [given] = givenKeys(input);
  const isTaken = given !== undefined && state.entities.has(given);
  if (isTaken && operation.exists !== undefined) {
    return { kind: "exists", key: given };
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
  return { kind: "done", entities: [entity], state: { entities, count } };
}

/** The entities with the keys of the argument: several, if it has a list of keys. */
function get(state: ResourceState, input: OperationInput): Effect {
  const keys = givenKeys(input);
  const missing = keys.find((key) => !state.entities.has(key));
  if (keys.length === 0 || (missing !== undefined && (keys.length === 1 || input.operation.missing !== undefined))) {
    return { kind: "missing", key: missing ?? "" };
  }
  return {
    kind: "done",
    entities: keys.flatMap((key): Entity[] => {
      const entity = state.entities.get(key);
      return entity === undefined ? [] : [entity];
    }),
    state,
  };
}

function withKnown(
  state: ResourceState,
  input: OperationInput,
  effect: (key: string, entity: Entity) => Effect,
): Effect {
  const [key = ""] = givenKeys(input);
  const entity = state.entities.get(key);
  return entity === undefined ? { kind: "missing", key } : effect(key, entity);
}

function remove(state: ResourceState, input: OperationInput): Effect {
  const keys = givenKeys(input);
  const missing = keys.find((key) => !state.entities.has(key));
  if (missing !== undefined || keys.length === 0) {
    return { kind: "missing", key: missing ?? "" };
  }
  const { set, derive } = input.operation;
  const isKept = set !== undefined || derive !== undefined;
  const entities = new Map(state.entities);
  const removed: Entity[] = [];
  for (const key of keys) {
    const entity = entities.get(key) ?? {};
    const changed = isKept ? changedEntity(entity, input) : entity;
    removed.push(changed);
    if (isKept) {
      entities.set(key, changed);
    } else {
      entities.delete(key);
    }
  }
  return { kind: "done", entities: removed, state: { ...state, entities } };
}

/** The state with a changed entity in the place of an old one, perhaps under another key. */
function replaced(state: ResourceState, key: string, entity: Entity, resource: ModelResource): ResourceState {
  const own = keyOf(entity, resource);
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

function compare(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") {
    return a - b;
  }
  const [one, other] = [stringifyJson(a), stringifyJson(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The entity with what the argument says of fields of the same name and type, and what follows from it. */
function changedEntity(entity: Entity, { data, route, resource, operation, arg, extra, now }: OperationInput): Entity {
  const fields = data.types[resource.type]?.fields ?? {};
  const given = data.routes[route]?.arg ?? {};
  const echo = Object.entries(arg).filter(
    ([name, value]) => (value ?? null) !== null && Object.hasOwn(fields, name) && fields[name] === given[name],
  );
  const known = Object.entries(extra).filter(([name]) => Object.hasOwn(fields, name));
  const changed: Entity = { ...entity, ...Object.fromEntries([...echo, ...known]), ...operation.set };
  return { ...changed, ...operation.derive?.(changed as never, arg as never, now) };
}
