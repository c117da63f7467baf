import { callFormKind } from "../../generator/emit/client/call-form.js";
import { areHostsKnown } from "../../generator/emit/client/client.js";
import { routeStyle } from "../../generator/facts/context.js";
import { writtenArguments } from "../../generator/emit/client/call-example.js";
import { literalCode } from "../../generator/code/literals.js";
import { importStatement, statementLines } from "../../generator/code/layout/statement.js";
import { code, objectMember, statements } from "../../generator/code/template/template.js";
import type { Body, Expression, ObjectMember } from "../../generator/code/tree/expression.js";
import type { Json, Namespace, Route } from "../../ir/api.js";
import type { Site } from "../site.js";
import { credentialsOf, type Credentials } from "./request.js";

/** The names that the program itself uses, which are therefore not available for the import of a namespace. */
const taken = [
  "client",
  "content",
  "createClient",
  "download",
  "isRouteError",
  "item",
  "job",
  "list",
  "result",
  "thrown",
];

const settings: Readonly<Record<Credentials, readonly ObjectMember[]>> = {
  token: [objectMember`accessToken: "…"`],
  app: [objectMember`appKey: "…"`, objectMember`appSecret: "…"`],
  none: [],
};

/** An error of a route that the code handles. */
export interface HandledError {
  readonly path: string;
  /** A sentence without line breaks. */
  readonly comment: string;
}

/**
 * Returns a program that calls a route with the generated client and handles some of the route's errors. Undefined if the
 * package cannot represent the argument, such as an integer that a number would round.
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
  const args = arg === undefined ? [] : writtenArguments(arg, route, context);
  if (args === undefined || (options.int64 !== "bigint" && hasBigint(arg))) {
    return undefined;
  }
  const style = routeStyle(route, context);
  const content = style === "upload" ? "content" : undefined;
  const owner = naming.namespace(namespace.name);
  const call = code`client.${owner}.${naming.method(namespace.name, route)}(${args}, ${content})`;
  const body = callLines(call, route, namespace, site);
  const module = taken.includes(owner) ? `${owner}_` : owner;
  const start = [
    ...narrowImport(["createClient", ...(errors.length > 0 ? ["isRouteError"] : [])], options.name),
    ...(errors.length > 0 ? [`import * as ${module} from "${options.name}/${naming.folder(namespace.name)}";`] : []),
    "",
    ...narrow(statements`const client = createClient(${clientSettings(route, site)});`),
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
      ...wrapSentence(comment).map((line) => `    // ${line}`),
    ]),
    "  }",
    "}",
  ].join("\n");
}

/** The difference in width between generated code and the code column, which has 58 characters. */
const narrower = 62;

/** Prints statements on lines that fit into the column beside the text of a page. */
function narrow(body: Body, indent = 0): string[] {
  return statementLines(body, indent + narrower).map((line) => line.slice(narrower));
}

/** Prints an import, with a line for each name if it is too long for the column. */
function narrowImport(names: readonly string[], from: string): string[] {
  const [line = "", ...rest] = importStatement(names, from);
  return rest.length > 0 || line.length <= 120 - narrower
    ? [line, ...rest]
    : ["import {", ...names.map((name) => `  ${name},`), `} from "${from}";`];
}

/** Splits a sentence into lines that fit into the column beside the text of a page. */
function wrapSentence(sentence: string): string[] {
  return sentence.match(/\S.{0,47}(?=\s|$)|\S{48,}/g) ?? [sentence];
}

function clientSettings(route: Route, site: Site): Expression | undefined {
  const hosts = areHostsKnown(site.context) ? undefined : objectMember`hosts: "https://api.example.com"`;
  const credentials = settings[credentialsOf(route, site)];
  return hosts === undefined && credentials.length === 0 ? undefined : code`{ ${hosts}, ${credentials} }`;
}

/** Returns a function that prints a call and the code that uses its result, at an indentation. */
function callLines(call: Expression, route: Route, namespace: Namespace, site: Site): (indent: number) => string[] {
  const { context } = site;
  const hasResult = context.lookup.withoutAliases(route.result).kind !== "void";
  const at =
    (body: Body, ...lines: readonly string[]) =>
    (indent: number): string[] => [...narrow(body, indent), ...lines.map((line) => " ".repeat(indent) + line)];
  if (routeStyle(route, context) === "download") {
    return at(statements`
      const download = await ${call};
      await download.saveTo("downloaded.bin");
    `);
  }
  switch (callFormKind(route, namespace, context)) {
    case "list":
      return at(statements`const list = ${call};`, "for await (const item of list) {", "  console.log(item);", "}");
    case "launch":
      return at(
        hasResult
          ? statements`const job = ${call}; console.log(await job.waitFor());`
          : statements`const job = ${call}; await job.waitFor();`,
      );
    default:
      return at(
        hasResult ? statements`const result = await ${call}; console.log(result);` : statements`await ${call};`,
      );
  }
}

function hasBigint(value: unknown): boolean {
  return (
    typeof value === "bigint" || (typeof value === "object" && value !== null && Object.values(value).some(hasBigint))
  );
}
