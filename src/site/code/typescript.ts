import { callFormKind } from "../../emit/client/call-form.js";
import { areHostsKnown } from "../../emit/client/client.js";
import { routeStyle } from "../../facts/context.js";
import { exampleValue } from "../../emit/client/example-value.js";
import { literalCode } from "../../code/literal.js";
import { importStatement, statement } from "../../code/statement.js";
import type { Json, Namespace, Route } from "../../ir/api.js";
import type { Site } from "../site.js";
import { credentialsOf, type Credentials } from "./request.js";

/** The other names in the code. */
const taken = ["client", "content", "createClient", "download", "isRouteError", "item", "job", "result", "thrown"];

const settings: Readonly<Record<Credentials, readonly string[]>> = {
  token: ['accessToken: "…"'],
  app: ['appKey: "…"', 'appSecret: "…"'],
  none: [],
};

/** An error of a route that the code handles. */
export interface HandledError {
  readonly path: string;
  /** One line. */
  readonly comment: string;
}

/**
 * A program that calls a route with the generated client and handles some of its errors. Undefined if the package has no
 * value for the argument, such as an integer that a number cannot hold.
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
  const args = [...(arg === undefined ? [] : [literalCode(value)]), ...(style === "upload" ? ["content"] : [])];
  const method = `client.${naming.namespace(namespace.name)}.${naming.method(namespace.name, route)}`;
  const body = callStatements(`${method}(${args.join(", ")})`, route, namespace, site);
  const identifier = naming.namespace(namespace.name);
  const module = taken.includes(identifier) ? `${identifier}_` : identifier;
  const start = [
    ...narrowImport(["createClient", ...(errors.length > 0 ? ["isRouteError"] : [])], options.name),
    ...(errors.length > 0 ? [`import * as ${module} from "${options.name}/${naming.folder(namespace.name)}";`] : []),
    "",
    ...narrow(`const client = createClient(${clientSettings(route, site)})`),
    ...(style === "upload" ? ['const content = "…"; // or a Blob, bytes, a stream'] : []),
    "",
  ];
  if (errors.length === 0) {
    return [...start, ...body(0)].join("\n");
  }
  const constant = naming.route(namespace.name, route);
  return [
    ...start,
    "try {",
    ...body(2),
    "} catch (thrown) {",
    `  if (!isRouteError(thrown, ${module}.${constant})) {`,
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

/** How much narrower than generated code the column for code is: it has 58 characters. */
const narrower = 62;

/** A statement on lines that fit beside the text of a page. */
function narrow(code: string, indent = 0): string[] {
  return statement(code, indent + narrower).map((line) => line.slice(narrower));
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

function clientSettings(route: Route, site: Site): string {
  const all = [
    ...(areHostsKnown(site.context) ? [] : ['hosts: "https://api.example.com"']),
    ...settings[credentialsOf(route, site)],
  ];
  return all.length === 0 ? "" : `{ ${all.join(", ")} }`;
}

/** The statements of a call and of what is done with its result, at an indentation. */
function callStatements(call: string, route: Route, namespace: Namespace, site: Site): (indent: number) => string[] {
  const { context } = site;
  const hasResult = context.lookup.withoutAliases(route.result).kind !== "void";
  const at =
    (...statements: readonly string[]) =>
    (indent: number): string[] =>
      statements.flatMap((code) =>
        code.endsWith("{") || code.startsWith("}") || code.startsWith(" ")
          ? [`${" ".repeat(indent)}${code}`]
          : narrow(code, indent),
      );
  if (routeStyle(route, context) === "download") {
    return at(`const download = await ${call}`, 'await download.saveTo("downloaded.bin")');
  }
  switch (callFormKind(route, namespace, context)) {
    case "list":
      return at(`const result = ${call}`, "for await (const item of result.items()) {", "  console.log(item);", "}");
    case "launch":
      return at(`const job = ${call}`, hasResult ? "console.log(await job.waitFor())" : "await job.waitFor()");
    default:
      return hasResult ? at(`const result = await ${call}`, "console.log(result)") : at(`await ${call}`);
  }
}

function hasBigint(value: unknown): boolean {
  return (
    typeof value === "bigint" || (typeof value === "object" && value !== null && Object.values(value).some(hasBigint))
  );
}
