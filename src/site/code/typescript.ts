import { callFormKind } from "../../emit/client/call-form.js";
import { areHostsKnown } from "../../emit/client/client.js";
import { routeStyle } from "../../facts/context.js";
import { exampleValue } from "../../emit/client/example-value.js";
import { literalCode } from "../../code/literal.js";
import { importStatement, statementLines } from "../../code/statement.js";
import {
  awaited,
  call,
  constant,
  executed,
  identifier,
  literal,
  member,
  object,
  property,
  type Expression,
  type ObjectMember,
  type Statement,
} from "../../code/tree/expression.js";
import type { Json, Namespace, Route } from "../../ir/api.js";
import type { Site } from "../site.js";
import { credentialsOf, type Credentials } from "./request.js";

/** The other names in the code. */
const taken = ["client", "content", "createClient", "download", "isRouteError", "item", "job", "result", "thrown"];

const settings: Readonly<Record<Credentials, readonly ObjectMember[]>> = {
  token: [property("accessToken", literal("…"))],
  app: [property("appKey", literal("…")), property("appSecret", literal("…"))],
  none: [],
};

/** An error of a route that the code handles. */
export interface HandledError {
  readonly path: string;
  /** One line. */
  readonly comment: string;
}

/**
 * A program that calls a route with the generated client and handles some of its errors. Undefined if the package cannot
 * represent the argument, such as an integer beyond the range of a number.
 */
export function typescriptCode(
  route: Route,
  namespace: Namespace,
  arg: Json | undefined,
  errors: readonly HandledError[],
  site: Site,
): string | undefined {
  const { context } = site;
  const { naming, options } = context;
  const value = arg === undefined ? undefined : exampleValue(arg, route.arg, context);
  const isMissing = arg !== undefined && value === undefined;
  if (isMissing || (options.int64 !== "bigint" && hasBigint(value))) {
    return undefined;
  }
  const style = routeStyle(route, context);
  const args = [...(arg === undefined ? [] : [literal(value)]), ...(style === "upload" ? [identifier("content")] : [])];
  const owner = naming.namespace(namespace.name);
  const method = member("client", owner, naming.method(namespace.name, route));
  const body = callLines(call(method, ...args), route, namespace, site);
  const module = taken.includes(owner) ? `${owner}_` : owner;
  const start = [
    ...narrowImport(["createClient", ...(errors.length > 0 ? ["isRouteError"] : [])], options.name),
    ...(errors.length > 0 ? [`import * as ${module} from "${options.name}/${naming.folder(namespace.name)}";`] : []),
    "",
    ...narrow(constant("client", call("createClient", ...clientSettings(route, site)))),
    ...(style === "upload" ? ['const content = "…"; // or a Blob, bytes, a stream'] : []),
    "",
  ];
  if (errors.length === 0) {
    return [...start, ...body(0)].join("\n");
  }
  const routeName = naming.route(namespace.name, route);
  return [
    ...start,
    "try {",
    ...body(2),
    "} catch (thrown) {",
    `  if (!isRouteError(thrown, ${module}.${routeName})) {`,
    "    throw thrown;",
    "  }",
    ...errors.flatMap(({ path, comment }, index) => [
      `  ${index === 0 ? "" : "} else "}if (thrown.is(${literalCode(path)})) {`,
      ...wrapped(comment).map((line) => `    // ${line}`),
    ]),
    "  }",
    "}",
  ].join("\n");
}

/** The difference in width between generated code and the code column, which has 58 characters. */
const narrower = 62;

/** A statement on lines that fit beside the text of a page. */
function narrow(statement: Statement, indent = 0): string[] {
  return statementLines(statement, indent + narrower).map((line) => line.slice(narrower));
}

/** An import, with a line for each name if it is too long for the column. */
function narrowImport(names: readonly string[], from: string): string[] {
  const [line = "", ...rest] = importStatement(names, from);
  return rest.length > 0 || line.length <= 120 - narrower
    ? [line, ...rest]
    : ["import {", ...names.map((name) => `  ${name},`), `} from "${from}";`];
}

/** A sentence on lines that fit beside the text of a page. */
function wrapped(sentence: string): string[] {
  return sentence.match(/\S.{0,47}(?=\s|$)|\S{48,}/g) ?? [sentence];
}

function clientSettings(route: Route, site: Site): Expression[] {
  const all = [
    ...(areHostsKnown(site.context) ? [] : [property("hosts", literal("https://api.example.com"))]),
    ...settings[credentialsOf(route, site)],
  ];
  return all.length === 0 ? [] : [object(all)];
}

/** The lines of a call and of the code that uses its result, at an indentation. */
function callLines(made: Expression, route: Route, namespace: Namespace, site: Site): (indent: number) => string[] {
  const { context } = site;
  const hasResult = context.lookup.withoutAliases(route.result).kind !== "void";
  const log = member("console", "log");
  const at =
    (...statements: readonly (Statement | string)[]) =>
    (indent: number): string[] =>
      statements.flatMap((statement) =>
        typeof statement === "string" ? [`${" ".repeat(indent)}${statement}`] : narrow(statement, indent),
      );
  if (routeStyle(route, context) === "download") {
    return at(constant("download", awaited(made)), 'await download.saveTo("downloaded.bin");');
  }
  switch (callFormKind(route, namespace, context)) {
    case "list":
      return at(constant("result", made), "for await (const item of result.items()) {", "  console.log(item);", "}");
    case "launch": {
      const done = awaited(call(member("job", "waitFor")));
      return at(constant("job", made), executed(hasResult ? call(log, done) : done));
    }
    default:
      return hasResult
        ? at(constant("result", awaited(made)), executed(call(log, identifier("result"))))
        : at(executed(awaited(made)));
  }
}

function hasBigint(value: unknown): boolean {
  return (
    typeof value === "bigint" || (typeof value === "object" && value !== null && Object.values(value).some(hasBigint))
  );
}
