import type { Namespace, Route } from "../../../ir/api.js";
import { callFormKind } from "./call-form.js";
import { routeStyle, type Context } from "../../facts/context.js";
import { exampleArgument, saysSomething } from "./example-argument.js";
import { statementLines } from "../../code/statement.js";
import { code, statements } from "../../code/template/template.js";
import type { Body } from "../../code/tree/expression.js";

/** The width of the prefix of comment lines in an interface, `   * `. */
const margin = 5;

/**
 * Returns a call of a route with the shortest example of its argument, as lines of code for a comment; undefined if the
 * route is deprecated, the specification has no example, or the call would have no informative argument.
 */
export function callExample(route: Route, namespace: Namespace, context: Context): string[] | undefined {
  const args = exampleArgument(route, context);
  if (route.deprecated !== undefined || args === undefined || !saysSomething(args)) {
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

function lines(body: Body): string[] {
  return statementLines(body, margin).map((line) => line.slice(margin));
}
