import type { Json, Route } from "../../../ir/api.js";
import { publicValue } from "../../../values/caller-view.js";
import { Heights } from "../../../values/heights.js";
import { shortestExample, shortValue } from "../../../values/sample.js";
import { synthesize } from "../../../values/synthesize.js";
import { definitionFact } from "../../facts/api-fact.js";
import type { Context } from "../../facts/context.js";
import { argumentKind } from "./client-method.js";
import { exampleValue } from "./example-value.js";
import { literal, type Expression } from "../../code/tree/expression.js";

/**
 * Returns the arguments of a call with the shortest example, without the field `without`. The list is empty if the route has
 * no argument; the result is undefined if there is no example.
 */
export function exampleArgument(route: Route, context: Context, without?: string): readonly Expression[] | undefined {
  const { lookup } = context;
  const type = lookup.withoutAliases(route.arg);
  if (type.kind === "void") {
    return [];
  }
  const bare = lookup.bare(type);
  const example = bare.kind === "ref" ? exampleOf(bare, context) : undefined;
  const struct = lookup.plainStruct(type);
  if (example === undefined) {
    return struct !== undefined && lookup.needsNothing(struct.name) ? writtenArguments({}, route, context) : undefined;
  }
  if (without === undefined || !isObject(example)) {
    return writtenArguments(example, route, context);
  }
  const { [without]: _, ...members } = example;
  return writtenArguments(members, route, context);
}

/** Returns the shortest example of a type; undefined if there is none. */
const exampleOf = definitionFact(({ namespace, name }, context): Json | undefined =>
  shortestExample({ kind: "ref", namespace, name }, context.lookup, context.options.int64 === "bigint"),
);

/** Returns the arguments of a call with a synthesized value without `Omitted` fields; undefined if no value can be shown. */
export function madeUpArgument(route: Route, context: Context): readonly Expression[] | undefined {
  const { arg } = route;
  const value = synthesize(arg, context.lookup, new Heights(context.lookup));
  const shown = value === undefined ? undefined : publicValue(value, arg, context.lookup);
  return shown === undefined ? undefined : writtenArguments(shortValue(shown, arg, context.lookup), route, context);
}

/** Whether any argument is more than an object without members. */
export function saysSomething(args: readonly Expression[]): boolean {
  return args.some((arg) => arg.kind !== "object" || arg.members.length > 0);
}

/**
 * Returns the arguments of a call with a JSON value. The list is empty if the value has no members and the argument is
 * optional; the result is undefined if the value cannot be shown.
 */
export function writtenArguments(json: Json, route: Route, context: Context): readonly Expression[] | undefined {
  const value = exampleValue(json, route.arg, context);
  if (value === undefined) {
    return undefined;
  }
  const args = [literal(value)];
  return argumentKind(route, context) === "optional" && !saysSomething(args) ? [] : args;
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
