import { importStatement, statementLines } from "../../generator/code/layout/statement.js";
import { code, objectMember, statements } from "../../generator/code/template/template.js";
import { literal, type Expression } from "../../generator/code/tree/expression.js";
import { callFormKind } from "../../generator/emit/client/call-form.js";
import { exampleArgument, synthesizedArgument } from "../../generator/emit/client/call-example.js";
import { callableNamespaces, callableRoutes, routeStyle, type Context } from "../../generator/facts/context.js";
import type { Namespace, Route } from "../../ir/api.js";
import { routeName } from "../../ir/names.js";
import { errorPaths } from "../../values/error-paths.js";
import type { SampleProgram } from "../messages.js";

/**
 * Returns a program for each route, which calls the route on the Twin, and then makes the call fail with the route's
 * first error.
 */
export function samplePrograms(context: Context): SampleProgram[] {
  return callableNamespaces(context).flatMap((namespace) =>
    callableRoutes(namespace, context).flatMap((route) => {
      const program = sampleProgram(route, namespace, context);
      return program === undefined ? [] : [{ route: routeName(namespace.name, route), code: program }];
    }),
  );
}

/** Returns the program for a route; undefined if no value of its argument can be shown. */
function sampleProgram(route: Route, namespace: Namespace, context: Context): string | undefined {
  const { naming, options, lookup } = context;
  const args = exampleArgument(route, context) ?? synthesizedArgument(route, context);
  if (args === undefined) {
    return undefined;
  }
  const content = routeStyle(route, context) === "upload" ? literal("Hello") : undefined;
  const method = code`client.${naming.namespace(namespace.name)}.${naming.method(namespace.name, route)}`;
  const call = code`${method}(${args}, ${content})`;
  const path = errorPaths(route.error, lookup)[0]?.path;
  return [
    ...importStatement(["createClient"], options.name),
    ...importStatement(["createTwin"], `${options.name}/testing`),
    "",
    "// The Twin answers as a server would, from the types and examples of the specification.",
    "const twin = createTwin();",
    ...statementLines(
      statements`const client = createClient({ accessToken: "any", hosts: "http://twin", fetch: twin.fetch });`,
    ),
    "",
    ...callLines(call, route, namespace, context),
    ...(path === undefined ? [] : failingCall(call, path, routeName(namespace.name, route))),
    "",
  ].join("\n");
}

function callLines(call: Expression, route: Route, namespace: Namespace, context: Context): string[] {
  if (routeStyle(route, context) === "download") {
    return statementLines(statements`
      const download = await ${call};
      console.log(download.result, await download.bytes());
    `);
  }
  switch (callFormKind(route, namespace, context)) {
    case "list":
      return [
        ...statementLines(statements`const list = ${call};`),
        "for await (const item of list.items()) {",
        "  console.log(item);",
        "}",
      ];
    case "launch":
      return statementLines(statements`const job = ${call}; console.log(await job.waitFor());`);
    default:
      return context.lookup.withoutAliases(route.result).kind === "void"
        ? statementLines(statements`await ${call};`)
        : statementLines(statements`const result = await ${call}; console.log(result);`);
  }
}

function failingCall(call: Expression, path: string, route: string): string[] {
  const planned = objectMember`error: ${literal(path)}`;
  return [
    "",
    "// The same call, with an error that the route declares.",
    ...statementLines(statements`twin.plan({ route: ${literal(route)}, ${planned}, times: 1 });`),
    ...statementLines(statements`const outcome = await ${call}.outcome();`),
    "if (!outcome.ok) {",
    "  console.log(outcome.error);",
    "}",
  ];
}
