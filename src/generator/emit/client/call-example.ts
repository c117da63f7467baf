import type { Namespace, Route, Json, Type } from "../../../ir/api.js";
import { publicValue } from "../../../values/caller-view.js";
import { Heights } from "../../../values/heights.js";
import { shortestExample, shortValue } from "../../../values/sample.js";
import { synthesize } from "../../../values/synthesize.js";
import { statementLines } from "../../code/layout/statement.js";
import { code, statements } from "../../code/template/template.js";
import { literal, type Body, type Expression } from "../../code/tree/expression.js";
import { definitionFact } from "../../facts/api-fact.js";
import { routeStyle, type Context } from "../../facts/context.js";
import { callFormKind } from "./call-form.js";
import { argumentKind } from "./client-method.js";
import { isObject } from "../../../ir/is-object.js";
import type { UploadSession } from "../../facts/upload-sessions.js";

/** The width of the prefix of comment lines in an interface, `   * `. */
const margin = 5;

/**
 * Returns a call of a route with the shortest example of its argument, as lines of code for a comment; undefined if the
 * route is deprecated, the specification has no example, or the call would have no informative argument.
 */
export function callExample(route: Route, namespace: Namespace, context: Context): string[] | undefined {
  const args = exampleArgument(route, context);
  if (route.deprecated !== undefined || args === undefined || !isInformative(args)) {
    return undefined;
  }
  const { naming, lookup } = context;
  const style = routeStyle(route, context);
  const content = style === "upload" ? "content" : undefined;
  const call = code`client.${naming.namespace(namespace.name)}.${naming.method(namespace.name, route)}(${args}, ${content})`;
  const hasResult = lookup.withoutAliases(route.result).kind !== "void";
  if (style === "download") {
    return lines(statements`
      const download = await ${call};
      await download.saveTo("downloaded.bin");
    `);
  }
  switch (callFormKind(route, namespace, context)) {
    case "list":
      return [
        ...lines(statements`const list = ${call};`),
        "for await (const item of list) {",
        "  console.log(item);",
        "}",
      ];
    case "launch":
      return lines(
        hasResult
          ? statements`const job = ${call}; const result = await job.waitFor();`
          : statements`const job = ${call}; await job.waitFor();`,
      );
    default:
      return lines(hasResult ? statements`const result = await ${call};` : statements`await ${call};`);
  }
}

/**
 * Returns the call that uploads content in pieces, with the shortest example of its argument; undefined if the specification
 * has no example.
 */
export function sessionCall(session: UploadSession, namespace: Namespace, context: Context): Expression | undefined {
  const { naming } = context;
  const args = exampleArgument(session.finish, context, session.finishCursor);
  const given = args !== undefined && isInformative(args) ? args : [];
  return (
    args && code`client.${naming.namespace(namespace.name)}.${naming.session(session.name)}(${given}, ${code`content`})`
  );
}

/** Does the same as {@link callExample} for an upload session. */
export function sessionExample(session: UploadSession, namespace: Namespace, context: Context): string[] | undefined {
  const call = sessionCall(session, namespace, context);
  return call && lines(statements`const result = await ${call};`);
}

function lines(body: Body): string[] {
  return statementLines(body, margin).map((line) => line.slice(margin));
}

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
export function synthesizedArgument(route: Route, context: Context): readonly Expression[] | undefined {
  const { arg } = route;
  const value = synthesize(arg, context.lookup, new Heights(context.lookup));
  const shown = value === undefined ? undefined : publicValue(value, arg, context.lookup);
  return shown === undefined ? undefined : writtenArguments(shortValue(shown, arg, context.lookup), route, context);
}

/** Whether any argument is more than an object without members. */
function isInformative(args: readonly Expression[]): boolean {
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
  return argumentKind(route, context) === "optional" && !isInformative(args) ? [] : args;
}

type Members = Readonly<Record<string, Json>>;

/** Thrown if an example cannot be shown as code. */
class NotShown extends Error {}

/**
 * Returns the value in memory for an example in JSON. Depending on the options of the package, 64-bit integers become
 * bigints, and timestamps become Dates. Undefined if `Date` cannot parse a timestamp.
 */
function exampleValue(json: Json, type: Type, context: Context): unknown {
  try {
    return convert(json, type, context);
  } catch (thrown) {
    if (thrown instanceof NotShown) {
      return undefined;
    }
    throw thrown;
  }
}

function convert(json: Json, type: Type, context: Context): unknown {
  const { lookup, options } = context;
  const bare = lookup.bare(type);
  switch (bare.kind) {
    case "int64":
    case "uint64":
      return options.int64 === "bigint" && typeof json === "number" ? BigInt(json) : json;
    case "timestamp":
      return options.timestamps === "date" && typeof json === "string" ? parseDate(json) : json;
    case "list":
      return Array.isArray(json) ? json.map((item: Json) => convert(item, bare.of, context)) : json;
    case "map":
      return isObject(json) ? mapMembers(json, (member) => convert(member, bare.value, context)) : json;
    case "ref":
      return isObject(json) ? convertMembers(json, bare, context) : json;
    case "boolean":
    case "bytes":
    case "int32":
    case "uint32":
    case "float32":
    case "float64":
    case "string":
    case "void":
    case "nullable":
      return json;
  }
}

/** Converts the members of a struct, of a subtype, or of a union's variant. */
function convertMembers(json: Members, type: Extract<Type, { kind: "ref" }>, context: Context): unknown {
  const { lookup } = context;
  const definition = lookup.definition(type);
  const tag = json[".tag"];
  if (definition.kind === "union") {
    const variant = lookup.field(type, tag)?.field.type;
    const struct = variant && lookup.plainStruct(lookup.withoutNull(variant));
    if (variant === undefined || struct === undefined) {
      return mapMembers(json, (member, name) => (name === tag && variant ? convert(member, variant, context) : member));
    }
    return convertFields(json, struct.name, context);
  }
  const subtypes = definition.kind === "struct" ? (definition.subtypes?.tags ?? []) : [];
  const subtype = subtypes.find(({ name }) => name === tag)?.type;
  return convertFields(json, subtype ?? type, context);
}

function convertFields(json: Members, struct: { namespace: string; name: string }, context: Context): unknown {
  const types = new Map(context.lookup.allFields(struct).map(({ field }) => [field.name, field.type]));
  return mapMembers(json, (member, name) => {
    const type = types.get(name);
    return type === undefined ? member : convert(member, type, context);
  });
}

function mapMembers(json: Members, change: (member: Json, name: string) => unknown): unknown {
  return Object.fromEntries(Object.entries(json).map(([name, member]) => [name, change(member, name)]));
}

function parseDate(text: string): Date {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) {
    throw new NotShown();
  }
  return date;
}
