import { BadArgument, PathError } from "./answering.js";
import { isMembers, routeKey, type AnyRoute, type TwinRouteData } from "./data.js";
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
import { entityAt, placeOf, withEntities } from "./places.js";
import { givenKeys, keyOf, operate, type Effect, type OperationInput, type ResourceState } from "./state.js";
import { TwinError } from "./outcome.js";
import type { Plans } from "./plans.js";

/** What a route does with a resource. */
interface Modelled {
  readonly name: string;
  readonly resource: ModelResource;
  readonly kind: OperationKind;
  readonly operation: ModelOperation;
}

/** The answer of a model: a result, or the list of one, and the content of a download. */
export interface ModelAnswer {
  readonly json: unknown;
  /** All items of a list, of which a page is returned. */
  readonly items: readonly unknown[] | undefined;
  readonly content: Uint8Array | undefined;
}

/** What a model needs to know of the API, which is loaded for the first call. */
export interface ModelFacts {
  readonly data: ModelData;
  readonly routes: ReadonlyMap<string, TwinRouteData>;
}

/** A state that can be put back: for each resource its entities by their keys, and the bytes of their contents. */
export type TwinSnapshot = Readonly<
  Record<
    string,
    {
      readonly entities: readonly (readonly [key: string, entity: Entity])[];
      readonly count: number;
      readonly contents?: readonly (readonly [key: string, bytes: Uint8Array])[] | undefined;
    }
  >
>;

/** Keeps the state of a model, and answers the routes that it speaks of. */
export class ModelKeeper {
  readonly #model: TwinModel;
  readonly #operations = new Map<string, Modelled[]>();
  readonly #states = new Map<string, ResourceState>();
  readonly #contents = new Map<string, Map<string, Uint8Array>>();

  /** `keyOfRoute` finds the key of a route by its name, or throws. */
  constructor(model: TwinModel, keyOfRoute: (route: string) => string) {
    this.#model = model;
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

  /** The keys of the routes that the model speaks of. */
  get routes(): readonly string[] {
    return [...this.#operations.keys()];
  }

  has(key: string): boolean {
    return this.#operations.has(key);
  }

  /** Throws a {@link TwinError} if the model names types, fields or paths that the API does not have. */
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
        [operation.missing, operation.exists].forEach((path) => path !== undefined && plans.checkPath(route, path));
        placeOf(data, route, resource.type, operation, kind === "list");
      }
    }
  }

  /** The resource with a name. Throws a {@link TwinError} if there is none. */
  state(name: string): ResourceState {
    const state = this.#states.get(name);
    if (state === undefined) {
      throw new TwinError(`The model has no resource ${name}`);
    }
    return state;
  }

  change(name: string, entities: ReadonlyMap<string, Entity>): void {
    this.#states.set(name, { ...this.state(name), entities });
  }

  resource(name: string): ModelResource | undefined {
    return this.#model[name];
  }

  /**
   * The answer to a call of a route, and the state after it. Throws a {@link PathError} for a key that is unknown or taken,
   * and a {@link TwinError} if the model does not fit the API.
   */
  answer(route: AnyRoute, json: unknown, uploaded: Uint8Array | undefined, now: Date, facts: ModelFacts): ModelAnswer {
    const key = routeKey(route);
    const arg = isMembers(json) ? json : {};
    const lists: unknown[] = [];
    let refused: { readonly effect: Exclude<Effect, { kind: "done" }>; readonly operation: ModelOperation } | undefined;
    let listing: ModelAnswer | undefined;
    for (const { name, resource, kind, operation } of this.#operations.get(key) ?? []) {
      const place = placeOf(facts.data, key, resource.type, operation, kind === "list");
      const input: OperationInput = {
        data: facts.data,
        route: key,
        resource,
        operation,
        arg,
        template: this.#template(resource, facts),
        extra: uploaded === undefined ? {} : { size: uploaded.byteLength },
        now,
      };
      const effect = operate(kind, this.state(name), input);
      if (effect.kind !== "done") {
        refused ??= { effect, operation };
        continue;
      }
      this.#states.set(name, effect.state);
      const content =
        resource.content === true ? this.#content(name, input, effect.entities, uploaded, kind) : undefined;
      const template = facts.routes.get(key)?.result;
      const result =
        place === undefined
          ? withKeys(template, resource, operation, effect.entities)
          : withEntities(facts.data, template, place, resource.type, effect.entities);
      if (kind !== "list") {
        return { json: result, items: undefined, content };
      }
      lists.push(...itemsAt(result, place));
      listing = { json: result, items: lists, content: undefined };
    }
    if (listing !== undefined) {
      return listing;
    }
    throw refusal(route, refused);
  }

  snapshot(): TwinSnapshot {
    return Object.fromEntries(
      [...this.#states].map(([name, { entities, count }]) => {
        const contents = this.#contents.get(name);
        return [name, { entities: [...entities], count, ...(contents && { contents: [...contents] }) }];
      }),
    );
  }

  /** Puts back the resources that the model still has. */
  restore(snapshot: TwinSnapshot): void {
    for (const [name, { entities, count, contents }] of Object.entries(snapshot)) {
      if (this.#states.has(name)) {
        this.#states.set(name, { entities: new Map(entities), count });
        this.#contents.set(name, new Map(contents ?? []));
      }
    }
  }

  reset(): void {
    this.#contents.clear();
    for (const [name, resource] of Object.entries(this.#model)) {
      const entries = (resource.seedData ?? []).map((entity) => [keyOf(entity, resource), entity] as const);
      this.#states.set(name, { entities: new Map(entries), count: 0 });
    }
  }

  /** An entity of the type as the routes of the resource return it in their examples. */
  #template(resource: ModelResource, { data, routes }: ModelFacts): Entity {
    for (const kind of ["create", "get", "update", "list", "remove"] as const) {
      for (const operation of operationsOf(resource, kind)) {
        const key =
          this.routes.find((each) => this.#operations.get(each)?.some((one) => one.operation === operation)) ?? "";
        const place = placeOf(data, key, resource.type, operation, kind === "list");
        const found = place && entityAt(routes.get(key)?.result, place, data.types[place.type]?.tags?.[resource.type]);
        if (found !== undefined) {
          return found;
        }
      }
    }
    return {};
  }

  #content(
    name: string,
    input: OperationInput,
    entities: readonly Entity[],
    uploaded: Uint8Array | undefined,
    kind: OperationKind,
  ): Uint8Array | undefined {
    const contents = this.#contents.get(name) ?? new Map<string, Uint8Array>();
    this.#contents.set(name, contents);
    const [entity = {}] = entities;
    const key = keyOf(entity, input.resource);
    const [given = key] = givenKeys(input);
    const bytes = uploaded ?? contents.get(given);
    if (kind === "remove" || given !== key) {
      contents.delete(given);
    }
    if (bytes !== undefined && kind !== "remove") {
      contents.set(key, bytes);
    }
    return bytes;
  }
}

/** A result that has no entities but their keys: in the field of that name, or as the list of the field `at`. */
function withKeys(
  template: unknown,
  resource: ModelResource,
  { at }: ModelOperation,
  entities: readonly Entity[],
): unknown {
  if (!isMembers(template)) {
    return template;
  }
  const name = keyName(resource);
  const keys = entities.map((entity) => entity[name]);
  return at !== undefined
    ? { ...template, [at]: keys }
    : Object.hasOwn(template, name)
      ? { ...template, [name]: keys[0] }
      : template;
}

function itemsAt(result: unknown, place: EntityPlace | undefined): readonly unknown[] {
  const found = (place?.path ?? []).reduce<unknown>(
    (value, step) => (typeof step === "string" && isMembers(value) ? value[step] : value),
    result,
  );
  return Array.isArray(found) ? (found as readonly unknown[]) : [];
}

function refusal(
  { path }: AnyRoute,
  refused: { readonly effect: Exclude<Effect, { kind: "done" }>; readonly operation: ModelOperation } | undefined,
): Error {
  const { effect, operation } = refused ?? {};
  const errorPath = effect?.kind === "exists" ? operation?.exists : operation?.missing;
  const problem = `there is nothing with the key ${JSON.stringify(effect?.key ?? "")}`;
  return errorPath === undefined
    ? new BadArgument(`Error in call to API function "${path}": ${problem}`)
    : new PathError(errorPath);
}
