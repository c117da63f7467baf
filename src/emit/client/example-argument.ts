import type { Json, Route, Type, Value } from "../../ir/api.js";
import { publicValue } from "../../values/caller-view.js";
import { synthesize } from "../../values/synthesize.js";
import type { Context } from "../../facts/context.js";
import { exampleValue } from "./example-value.js";
import { literalCode } from "../../code/literal.js";

/**
 * The first example of the argument as code, without the field `without`, fields with their default value, and what is
 * `Omitted`; empty if the route has no argument, and undefined if there is no example.
 */
export function exampleArgument(route: Route, context: Context, without?: string): string | undefined {
  const { lookup } = context;
  const type = lookup.withoutAliases(route.arg);
  if (type.kind === "void") {
    return "";
  }
  const examples = type.kind === "ref" ? lookup.examples(type) : [];
  // Most callers cannot send what is `Omitted`.
  const example = examples.map(({ value }) => publicValue(value, type, lookup)).find((value) => value !== undefined);
  const struct = lookup.plainStruct(type);
  if (struct === undefined || !isObject(example)) {
    const needsNothing = struct !== undefined && lookup.needsNothing(struct.name);
    return needsNothing ? "{}" : example === undefined ? undefined : valueCode(example, type, context);
  }
  const { [without ?? ""]: _, ...members } = example;
  return valueCode(shortest(members, type, context), type, context);
}

/** A made-up argument as code, without what is `Omitted`; undefined if its type has no value that can be shown. */
export function madeUpArgument({ arg }: Route, context: Context): string | undefined {
  const value = synthesize(arg, context.lookup);
  const shown = value === undefined ? undefined : publicValue(value, arg, context.lookup);
  return shown === undefined ? undefined : valueCode(shortest(shown, arg, context), arg, context);
}

/** An example of a struct without the fields that a caller can omit, at any depth. */
function shortest(example: Json, type: Type, context: Context): Json {
  const { lookup } = context;
  const struct = lookup.plainStruct(lookup.withoutNull(type));
  if (struct === undefined || !isObject(example)) {
    return example;
  }
  const members = lookup.allFields(struct.name).flatMap(({ field }) => {
    const value = example[field.name];
    return value === undefined || literalCode(value) === valueLiteral(field.default)
      ? []
      : [[field.name, shortest(value, field.type, context)] as const];
  });
  return Object.fromEntries(members);
}

function valueCode(example: Json, type: Type, context: Context): string | undefined {
  const value = exampleValue(example, type, context);
  return value === undefined ? undefined : literalCode(value);
}

function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function valueLiteral(value: Value | undefined): string | undefined {
  const isTag = typeof value === "object" && value !== null;
  return value === undefined ? undefined : literalCode(isTag ? { ".tag": value.tag } : value);
}
