import type { Echo, ResultPlace } from "./data.js";
import { isObject } from "../codecs/composites.js";

/** Returns the result with the values of the argument's fields that have the same name and type. */
export function withEcho(result: unknown, echo: readonly Echo[], arg: unknown): unknown {
  if (!isObject(arg)) {
    return result;
  }
  return echo.reduce((changed, { fields, ...place }) => {
    const given = fields.filter((name) => Object.hasOwn(arg, name) && arg[name] !== null);
    const members = Object.fromEntries(given.map((name) => [name, arg[name]]));
    return given.length === 0 ? changed : withMembers(changed, place, members);
  }, result);
}

/** Returns the result with members replaced in the struct at a place; the unchanged result if there is no such struct. */
export function withMembers(result: unknown, { at, tag }: ResultPlace, members: object): unknown {
  const target = isObject(result) && at !== undefined ? result[at] : result;
  if (!isObject(target) || (tag !== undefined && target[".tag"] !== tag)) {
    return result;
  }
  const changed = { ...target, ...members };
  return isObject(result) && at !== undefined ? { ...result, [at]: changed } : changed;
}

/** Returns the value of a member in the first of the structs that has it; undefined if none has. */
export function memberAt(result: unknown, places: readonly ResultPlace[], name: string): unknown {
  for (const { at, tag } of places) {
    const target = isObject(result) && at !== undefined ? result[at] : result;
    if (isObject(target) && (tag === undefined || target[".tag"] === tag) && Object.hasOwn(target, name)) {
      return target[name];
    }
  }
  return undefined;
}
