import type { Entity, EntityPlace, ItemFailure, ModelData, ModelOperation, PlaceStep } from "./model.js";
import { TwinError } from "./outcome.js";
import type { AffectedEntity, Refused } from "./state.js";
import { isObject } from "../codecs/composites.js";

/**
 * Returns the place of an entity of a type in the result of a route: the only place with the type, or with an ancestor or a
 * child of it; with `at`, only places in that field. Undefined if there is none. Throws a {@link TwinError} if there are
 * several.
 */
export function placeOf(
  data: ModelData,
  key: string,
  type: string,
  { at, route }: ModelOperation,
  wantsList: boolean,
): EntityPlace | undefined {
  const all = (data.routes[key]?.places ?? []).filter((place) => isRelated(data, place.type, type));
  const wanted =
    at === undefined ? all : all.filter(({ path }) => path.find((step) => typeof step === "string") === at);
  const asWanted = wanted.filter(({ path }) => path.some(isItems) === wantsList);
  const fitting = asWanted.length > 0 ? asWanted : wanted;
  const exact = fitting.filter((place) => place.type === type);
  const places = exact.length > 0 ? exact : fitting;
  if (places.length > 1) {
    const names = places.map(({ path }) => path.map(stepText).join(".") || "the result");
    throw new TwinError(`The result of ${route} has ${type} at ${names.join(" and ")}. Choose one with 'at'`);
  }
  return places[0];
}

/**
 * Returns the result with one entity or a list of entities at a place. In a list, rejected items have the variant for failures.
 */
export function withEntities(
  data: ModelData,
  template: unknown,
  { path, type: placeType }: EntityPlace,
  { type, operation }: { readonly type: string; readonly operation: ModelOperation },
  results: readonly (AffectedEntity | Refused)[],
): unknown {
  const [step, ...rest] = path;
  const inner = (value: unknown, all: readonly (AffectedEntity | Refused)[]): unknown =>
    withEntities(data, value, { path: rest, type: placeType }, { type, operation }, all);
  if (step === undefined) {
    const tag = data.types[placeType]?.tags?.[type];
    const [result] = results;
    const entity = result?.kind === "changed" ? result.entity : {};
    const { ".tag": _, ...fields } = entity;
    return data.types[placeType]?.tags === undefined ? fields : tag === undefined ? entity : { ".tag": tag, ...fields };
  }
  if (typeof step === "string") {
    const members = isObject(template) ? template : {};
    return { ...members, [step]: inner(members[step], results) };
  }
  if ("items" in step) {
    return results.map((result) =>
      result.kind === "changed" || step.failure === undefined
        ? inner(undefined, [result])
        : failed(step.failure, result, operation),
    );
  }
  const isSame = isObject(template) && template[".tag"] === step.tag;
  const value = inner(isSame ? (step.isFlat ? template : template[step.tag]) : undefined, results);
  return step.isFlat ? { ...(value as object), ".tag": step.tag } : { ".tag": step.tag, [step.tag]: value };
}

/** Returns the failure variant in which a place reports the result of each item; undefined if it has none. */
export function failureOf({ path }: EntityPlace): ItemFailure | undefined {
  return path.flatMap((step) => (typeof step === "object" && "items" in step ? (step.failure ?? []) : []))[0];
}

/** Returns the batch result for an item whose key is unknown, or exists already. */
function failed({ tag, errors }: ItemFailure, { kind, key }: Refused, { missing, exists }: ModelOperation): unknown {
  if (errors === undefined) {
    return { ".tag": tag, [tag]: key };
  }
  const path = (kind === "missing" ? missing : exists) ?? Object.keys(errors)[0] ?? "";
  return { ".tag": tag, [tag]: errors[path] };
}

/** Returns the entity at a place of a result; undefined if there is none, or if it has another tag. */
export function entityAt(result: unknown, { path }: EntityPlace, tag: string | undefined): Entity | undefined {
  const found = path.reduce<unknown>((value, step) => {
    if (typeof step === "object" && "items" in step) {
      const items: readonly unknown[] = Array.isArray(value) ? value : [];
      return items.find((item) => tag === undefined || (isObject(item) && item[".tag"] === tag)) ?? items[0];
    }
    if (!isObject(value)) {
      return undefined;
    }
    if (typeof step === "string") {
      return value[step];
    }
    return value[".tag"] !== step.tag ? undefined : step.isFlat ? value : value[step.tag];
  }, result);
  return isObject(found) && (tag === undefined || found[".tag"] === tag) ? found : undefined;
}

/** Returns whether a place whose type is `place` can contain an entity: one type must be the other or an ancestor of it. */
function isRelated(data: ModelData, place: string, type: string): boolean {
  return lineOf(data, type).includes(place) || lineOf(data, place).includes(type);
}

/** Returns a type and its ancestors. */
function lineOf(data: ModelData, type: string): readonly string[] {
  const parent = data.types[type]?.parent;
  return parent === undefined ? [type] : [type, ...lineOf(data, parent)];
}

function isItems(step: PlaceStep): boolean {
  return typeof step === "object" && "items" in step;
}

function stepText(step: PlaceStep): string {
  return typeof step === "string" ? step : "items" in step ? "[]" : step.tag;
}
