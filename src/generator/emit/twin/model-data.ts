import type { Api, Name, Type, Field, Json } from "../../../ir/api.js";
import { qualified } from "../../../ir/names.js";
import type { Lookup } from "../../../ir/walk.js";
import { errorPaths } from "../../../values/error-paths.js";
import { callableRoutes, type Context } from "../../facts/context.js";
import { structFields, unionTags } from "../../facts/members.js";
import { routeKey } from "./route-key.js";
import { freshText, type Fresh } from "./texts.js";

/** A step to a place in a result: a field, the items of a list, or the variant with a tag. */
type PlaceStep =
  | string
  | { readonly items: true; readonly failure?: ItemFailure }
  | { readonly tag: string; readonly isFlat: boolean };

/** A place of a struct in a result. */
interface EntityPlace {
  readonly path: readonly PlaceStep[];
  readonly type: string;
}

/** The facts about a struct that models need. */
interface EntityType {
  readonly parent?: string;
  /** Subtype to its tag. */
  readonly tags?: Readonly<Record<string, string>>;
  /** Field, including inherited ones, to a string that identifies its type. */
  readonly fields: Readonly<Record<string, string>>;
  /** String field that may be a key to the way in which its values are created. */
  readonly fresh: Readonly<Record<string, Fresh>>;
}

/** The facts about an API that models need. */
export interface ModelData {
  readonly types: Readonly<Record<string, EntityType>>;
  readonly routes: Readonly<Record<string, ModelRouteData>>;
}

interface ModelRouteData {
  readonly places: readonly EntityPlace[];
  /** Field of the argument to a string that identifies its type. */
  readonly arg: Readonly<Record<string, string>>;
  /** Field of the result itself to the way in which its keys are created. */
  readonly fresh: Readonly<Record<string, Fresh>>;
}

/** The limits of the search in results: the length of a path, and the number of places. */
const deepest = 5;
const maxPlaces = 60;

/** Returns the data for models. The context must be that of a caller's view of the API. */
export function modelData(context: Context): ModelData {
  const { api, lookup } = context;
  const routes = api.namespaces.flatMap((namespace) =>
    callableRoutes(namespace, context).map((route) => {
      const places = findPlaces(route.result, [], lookup).slice(0, maxPlaces);
      const arg = fieldTypes(structFields(route.arg, lookup), lookup);
      const fresh = freshKeys(structFields(route.result, lookup), lookup);
      return [routeKey(namespace, route), { places, arg, fresh }] as const;
    }),
  );
  const used = new Set(routes.flatMap(([, { places }]) => places.map(({ type }) => type)));
  return { types: entityTypes(api, used, lookup), routes: Object.fromEntries(routes) };
}

function findPlaces(type: Type, path: readonly PlaceStep[], lookup: Lookup): readonly EntityPlace[] {
  const bare = lookup.bare(type);
  if (path.length > deepest) {
    return [];
  }
  if (bare.kind === "list") {
    const item = lookup.withoutAliases(lookup.withoutNull(bare.of));
    const isUnion = item.kind === "ref" && lookup.definition(item).kind === "union";
    const failure = isUnion ? findItemFailure(item, lookup) : undefined;
    return findPlaces(bare.of, [...path, { items: true, ...(failure && { failure }) }], lookup);
  }
  const definition = bare.kind === "ref" ? lookup.definition(bare) : undefined;
  if (bare.kind !== "ref" || definition === undefined || definition.kind === "alias") {
    return [];
  }
  if (definition.kind === "union") {
    return lookup.allFields(bare).flatMap(({ field }) => {
      const isFlat = lookup.plainStruct(lookup.withoutNull(field.type)) !== undefined;
      return findPlaces(field.type, [...path, { tag: field.name, isFlat }], lookup);
    });
  }
  const inner = lookup.allFields(bare).flatMap(({ field }) => findPlaces(field.type, [...path, field.name], lookup));
  return [{ path, type: qualified(bare) }, ...(definition.subtypes === undefined ? inner : [])];
}

/** Returns the used structs with their ancestors, and all structs that inherit from a used one. */
function entityTypes(api: Api, used: ReadonlySet<string>, lookup: Lookup): Readonly<Record<string, EntityType>> {
  const names = new Set<string>();
  const structs = api.namespaces.flatMap(({ name: namespace, types }) =>
    types.flatMap((type) => (type.kind === "struct" ? [{ name: { namespace, name: type.name }, type }] : [])),
  );
  const ancestors = ({ namespace, name }: Name): readonly string[] => {
    const { parent } = lookup.struct({ namespace, name });
    return [`${namespace}.${name}`, ...(parent === undefined ? [] : ancestors(parent))];
  };
  for (const { name } of structs) {
    const line = ancestors(name);
    if (line.some((one) => used.has(one))) {
      line.forEach((one) => names.add(one));
    }
  }
  return Object.fromEntries(
    structs
      .filter(({ name }) => names.has(qualified(name)))
      .map(({ name, type: { parent, subtypes } }) => {
        const fields = lookup.allFields(name).map(({ field }) => field);
        return [
          qualified(name),
          {
            ...(parent && { parent: qualified(parent) }),
            ...(subtypes && { tags: Object.fromEntries(subtypes.tags.map((tag) => [qualified(tag.type), tag.name])) }),
            fields: fieldTypes(fields, lookup),
            fresh: freshKeys(fields, lookup),
          },
        ];
      }),
  );
}

/** Returns how to create values of the fields that may be keys, judging by their names. */
function freshKeys(
  fields: readonly { readonly name: string; readonly type: Type }[],
  lookup: Lookup,
): Readonly<Record<string, Fresh>> {
  return Object.fromEntries(
    fields.flatMap(({ name, type }) => {
      const fresh = /(?:^|_)(?:id|key|name|rev|path\w*)$/.test(name) ? freshText(type, name, lookup) : undefined;
      return fresh === undefined ? [] : [[name, fresh] as const];
    }),
  );
}

function fieldTypes(
  fields: readonly { readonly name: string; readonly type: Type }[],
  lookup: Lookup,
): Readonly<Record<string, string>> {
  return Object.fromEntries(fields.map(({ name, type }) => [name, signature(type, lookup)]));
}

/** Returns a string that identifies a type: its name, or a description of the primitive. Nullability is ignored. */
function signature(type: Type, lookup: Lookup): string {
  const inner = lookup.isNullable(type) ? lookup.withoutNull(type) : type;
  const bare = lookup.withoutAliases(inner);
  if (bare.kind === "list" || bare.kind === "map") {
    return inner.kind === "ref" ? qualified(inner) : bare.kind === "list" ? `[${signature(bare.of, lookup)}]` : "{}";
  }
  return bare.kind === "ref"
    ? qualified(bare)
    : JSON.stringify(bare, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
}

/** The variant that a batch returns for an item of the argument that does not exist (TWIN-23). */
interface ItemFailure {
  readonly tag: string;
  /** The errors by their paths; undefined if the value of the variant is the key. */
  readonly errors?: Readonly<Record<string, Json>>;
}

/** Returns the failure variant of a union whose values are items of a list; undefined if there is none. */
function findItemFailure(union: Name, lookup: Lookup): ItemFailure | undefined {
  const tag = failureTag({ kind: "ref", ...union }, lookup);
  if (tag === undefined) {
    return undefined;
  }
  const errors = errorPaths(tag.type, lookup);
  return errors.length === 0
    ? { tag: tag.name }
    : { tag: tag.name, errors: Object.fromEntries(errors.map(({ path, value }) => [path, value])) };
}

/** Returns the error type of failed items in a batch; undefined if the result is no batch, or if failed items contain only the key. */
export function itemErrorOf(result: Type, lookup: Lookup): Type | undefined {
  const items = itemsIn(result, lookup, 0);
  const tag = items && failureTag(items, lookup);
  return tag === undefined || errorPaths(tag.type, lookup).length === 0 ? undefined : tag.type;
}

/** Returns the type of the items of the first list in a result, including lists in variants and fields. */
function itemsIn(type: Type, lookup: Lookup, depth: number): Type | undefined {
  const bare = lookup.withoutAliases(lookup.withoutNull(type));
  if (bare.kind === "list") {
    return bare.of;
  }
  const definition = bare.kind === "ref" && depth < 3 ? lookup.definition(bare) : undefined;
  if (bare.kind !== "ref" || definition === undefined || definition.kind === "alias") {
    return undefined;
  }
  for (const { field } of lookup.allFields(bare)) {
    const items = itemsIn(field.type, lookup, depth + 1);
    if (items !== undefined) {
      return items;
    }
  }
  return undefined;
}

/** Returns the tag of the failure variant: the only tag with a string, which is the key, or else the only tag with a union, which is the error. */
function failureTag(type: Type, lookup: Lookup): Field | undefined {
  const tags = unionTags(lookup.withoutNull(type), lookup).filter(({ catchAll }) => !catchAll);
  const [text, ...otherTexts] = tags.filter((tag) => lookup.withoutAliases(tag.type).kind === "string");
  const [error, ...otherErrors] = tags.filter((tag) => unionTags(tag.type, lookup).length > 0);
  return text !== undefined && otherTexts.length === 0
    ? text
    : text === undefined && otherErrors.length === 0
      ? error
      : undefined;
}
