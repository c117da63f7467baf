import type { ErrorPath } from "../routes/error-summary.js";
import type { Fresh } from "./fresh-texts.js";

/** A step on the path to a struct in a result: a field, the items of a list, or the variant with a tag. */
export type PlaceStep =
  | string
  | { readonly items: true; readonly failure?: ItemFailure }
  | { readonly tag: string; readonly isFlat: boolean };

/** The variant for an item of the argument that failed. The value of the variant is the item's key, or an error. */
export interface ItemFailure {
  readonly tag: string;
  /** The errors by path; undefined if the value is the key. */
  readonly errors?: Readonly<Record<string, unknown>>;
}

/** The position of a struct in a result, and the type of the struct. */
export interface EntityPlace {
  readonly path: readonly PlaceStep[];
  readonly type: string;
}

/** A struct type that a model can store. */
export interface EntityType {
  readonly parent?: string;
  /** Subtype to its tag. */
  readonly tags?: Readonly<Record<string, string>>;
  /** Field to a string that identifies the type of the field. */
  readonly fields: Readonly<Record<string, string>>;
  readonly fresh: Readonly<Record<string, Fresh>>;
}

/** The data of an API that models need. */
export interface ModelData {
  readonly types: Readonly<Record<string, EntityType>>;
  readonly routes: Readonly<Record<string, ModelRouteData>>;
}

export interface ModelRouteData {
  readonly places: readonly EntityPlace[];
  /** Field of the argument to a string that identifies the type of the field. */
  readonly arg: Readonly<Record<string, string>>;
  readonly fresh: Readonly<Record<string, Fresh>>;
}

/** An entity as JSON on the wire. */
export type Entity = Readonly<Record<string, unknown>>;

/** An operation that a route performs on a resource. */
export interface ModelOperation {
  /** The route, such as `file_requests/create`, or `file_requests/list:2` for another version. */
  readonly route: string;
  /**
   * The field of the argument that contains the key or a list of keys; by default the field with the same name as the key. A
   * path such as `entries.path` leads to a field of a struct or of the structs in a list.
   */
  readonly by?: string | undefined;
  /** The field of the result that contains the entity, if several fields could. */
  readonly at?: string | undefined;
  /**
   * The path of the error for an unknown key, in the error of the route or of a batch item. By default the call fails with
   * status 400.
   */
  readonly missing?: string | undefined;
  /** The path of the error for a key that exists already. By default a new key is created. */
  readonly exists?: string | undefined;
  /**
   * New values for fields of the entity. A `remove` operation that has `set` or `derive` changes the entity instead of
   * removing it.
   */
  readonly set?: Entity | undefined;
  /**
   * Computes fields from the argument and, in a batch, from the item. Fields of the argument that have the same name and type
   * as a field of the entity are copied anyway.
   */
  readonly derive?: ((entity: never, arg: never, now: Date, item: never) => object) | undefined;
  /** Returns whether an entity is listed; by default all are. */
  readonly filter?: ((entity: never, arg: never) => boolean) | undefined;
  /** The field by which lists are sorted; by default they are in the order of creation. */
  readonly order?: string | undefined;
  /** Returns the item that reports the removal of an entity to clients that follow the changes of a list; none by default. */
  readonly removed?: ((entity: never) => object) | undefined;
  /** Called after an entity has been created, changed or removed, to change other entities. */
  readonly effect?: ((change: EntityChange<never, never, never>) => void) | undefined;
}

/** An entity that has changed. */
export interface EntityChange<Entity, Arg, State> {
  /** The entity before the change; undefined if it is new. */
  readonly before: Entity | undefined;
  /** The entity after the change; undefined if it has been removed. */
  readonly now: Entity | undefined;
  readonly arg: Arg;
  /** The entities of all resources. */
  readonly state: State;
}

/** The entities of a type, and the routes that create, read and change them. */
export interface ModelResource {
  /** The type, such as `file_requests.FileRequest`. */
  readonly type: string;
  /**
   * The field that identifies entities. `outside` is a field of results and arguments, if the entity itself has no such field.
   */
  readonly key: string | { readonly outside: string };
  /** Returns the same string for all spellings of a key. */
  readonly normalize?: ((key: string) => string) | undefined;
  /** Whether uploaded content is stored, so that it can be downloaded. */
  readonly content?: boolean | undefined;
  readonly create?: ModelOperation | readonly ModelOperation[] | undefined;
  readonly get?: ModelOperation | readonly ModelOperation[] | undefined;
  readonly update?: ModelOperation | readonly ModelOperation[] | undefined;
  readonly list?: ModelOperation | readonly ModelOperation[] | undefined;
  readonly remove?: ModelOperation | readonly ModelOperation[] | undefined;
  /** The initial entities. */
  readonly seedData?: readonly Entity[] | undefined;
}

/** A model of the state of an API: the resources by name. */
export type TwinModel = Readonly<Record<string, ModelResource>>;

/** The types of a route's argument and errors, against which the compiler checks a model. */
export interface ModelRoute {
  readonly arg: unknown;
  readonly error: unknown;
  /** The error type of the items of a batch. */
  readonly itemError?: unknown;
}

/** An operation whose names the compiler checks. */
export type OperationOf<Entity, Routes, State> = {
  [Name in keyof Routes & string]: Routes[Name] extends ModelRoute
    ? Pick<ModelOperation, "at"> & {
        readonly route: Name;
        readonly by?: KeyPath<Routes[Name]["arg"]> | undefined;
        readonly missing?: ErrorPath<ErrorOf<Routes[Name]>> | undefined;
        readonly exists?: ErrorPath<ErrorOf<Routes[Name]>> | undefined;
        readonly set?: Partial<Entity> | undefined;
        readonly derive?:
          | ((
              entity: Entity,
              arg: Routes[Name]["arg"],
              now: Date,
              item: ItemOf<Routes[Name]["arg"]>,
            ) => Partial<Entity>)
          | undefined;
        readonly filter?: ((entity: Entity, arg: Routes[Name]["arg"]) => boolean) | undefined;
        readonly order?: (keyof Entity & string) | undefined;
        readonly removed?: ((entity: Entity) => object) | undefined;
        readonly effect?: ((change: EntityChange<Entity, Routes[Name]["arg"], State>) => void) | undefined;
      }
    : never;
}[keyof Routes & string];

/** The paths of fields, and of the fields of the structs that these contain: `entries`, `entries.path`. */
export type KeyPath<Arg> = Arg extends object
  ? { [Name in keyof Arg & string]: Name | `${Name}.${FieldOf<Arg[Name]>}` }[keyof Arg & string]
  : never;

/** The fields of a struct, or of the structs in a list. */
export type FieldOf<Value> = Value extends readonly (infer Item)[]
  ? FieldOf<Item>
  : Value extends object
    ? keyof Value & string
    : never;

/** The items of the lists in an argument. */
export type ItemOf<Arg> = Arg extends unknown
  ? { [Name in keyof Arg]: Arg[Name] extends readonly (infer Item)[] | undefined ? Item : never }[keyof Arg]
  : never;

/** The errors of a route and, if it processes batches, of their items. */
export type ErrorOf<Route extends ModelRoute> = Route extends { readonly itemError: infer ItemError }
  ? Route["error"] | ItemError
  : Route["error"];

/** A resource whose names the compiler checks. */
export interface ResourceOf<Name extends keyof Types & string, Types, Routes, State = object> {
  readonly type: Name;
  readonly key: (keyof Types[Name] & string) | { readonly outside: string };
  readonly normalize?: ((key: string) => string) | undefined;
  readonly content?: boolean | undefined;
  readonly create?: OneOrMore<OperationOf<Types[Name], Routes, State>> | undefined;
  readonly get?: OneOrMore<OperationOf<Types[Name], Routes, State>> | undefined;
  readonly update?: OneOrMore<OperationOf<Types[Name], Routes, State>> | undefined;
  readonly list?: OneOrMore<OperationOf<Types[Name], Routes, State>> | undefined;
  readonly remove?: OneOrMore<OperationOf<Types[Name], Routes, State>> | undefined;
  readonly seedData?: readonly Types[Name][] | undefined;
}

/** Returns the name of the field that identifies entities. */
export function keyName({ key }: ModelResource): string {
  return typeof key === "string" ? key : key.outside;
}

export type OneOrMore<T> = T | readonly T[];

/** A model whose names the compiler has checked. */
export type CheckedModel<Names> = {
  readonly [Name in keyof Names]: ModelResource & { readonly type: Names[Name] };
};

/**
 * The kinds of operations, in the order in which they are tried: a route may update an existing entity, or create a missing one.
 */
export const operationKinds = ["get", "update", "create", "list", "remove"] as const;

export type OperationKind = (typeof operationKinds)[number];

export function operationsOf(resource: ModelResource, kind: OperationKind): readonly ModelOperation[] {
  return [resource[kind] ?? []].flat();
}
