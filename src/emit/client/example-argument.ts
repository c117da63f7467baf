import type { Json, Route, Type, Value } from "../../ir/api.js";
import { isEqual } from "../../ir/equal.js";
import { publicValue } from "../../values/caller-view.js";
import { Heights } from "../../values/heights.js";
import { synthesize } from "../../values/synthesize.js";
import type { Context } from "../../facts/context.js";
import { exampleValue } from "./example-value.js";
import { literal, object, type Expression } from "../../code/tree/expression.js";

/**
 * The first example of the argument, without the field `without`, fields with their default value, and what is
 * `Omitted`; none if the route has no argument, and undefined if there is no example.
 */
export function exampleArgument(route: Route, context: Context, without?: string): readonly Expression[] | undefined {
  const { lookup } = context;
  const type = lookup.withoutAliases(route.arg);
  if (type.kind === "void") {
    return [];
  }
  const examples = type.kind === "ref" ? lookup.examples(type) : [];
  // Most callers cannot send what is `Omitted`.
  const example = examples.map(({ value }) => publicValue(value, type, lookup)).find((value) => value !== undefined);
  const struct = lookup.plainStruct(type);
  if (struct === undefined || !isObject(example)) {
    const needsNothing = struct !== undefined && lookup.needsNothing(struct.name);
    return needsNothing ? [object([])] : example === undefined ? undefined : valueIn(example, type, context);
  }
  const { [without ?? ""]: _, ...members } = example;
  return valueIn(shortest(members, type, context), type, context);
}

/** A made-up argument without what is `Omitted`; undefined if its type has no value that can be shown. */
export function madeUpArgument({ arg }: Route, context: Context): readonly Expression[] | undefined {
  const value = synthesize(arg, context.lookup, new Heights(context.lookup));
  const shown = value === undefined ? undefined : publicValue(value, arg, context.lookup);
  return shown === undefined ? undefined : valueIn(shortest(shown, arg, context), arg, context);
}

/** Whether there is something to see in arguments: not if there are none, or only an object without members. */
export function saysSomething(args: readonly Expression[]): boolean {
  return args.some((arg) => arg.kind !== "object" || arg.members.length > 0);
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
    return value === undefined || isDefault(value, field.default)
      ? []
      : [[field.name, shortest(value, field.type, context)] as const];
  });
  return Object.fromEntries(members);
}

/** An example as an argument; undefined if it cannot be shown. */
function valueIn(example: Json, type: Type, context: Context): readonly Expression[] | undefined {
  const value = exampleValue(example, type, context);
  return value === undefined ? undefined : [literal(value)];
}

function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isDefault(value: Json, byDefault: Value | undefined): boolean {
  const isTag = typeof byDefault === "object" && byDefault !== null;
  return isEqual(value, isTag ? { ".tag": byDefault.tag } : byDefault);
}
