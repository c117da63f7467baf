import type { Namespace, Route } from "../../ir/api.js";
import { callFormKind } from "./call-form.js";
import { routeStyle, type Context } from "../../facts/context.js";
import { exampleArgument } from "./example-argument.js";
import { statement } from "../../code/statement.js";

/** What stands before a line of a comment in an interface: two spaces, an asterisk between spaces. */
const margin = 5;

/**
 * A call of a route with the first example of its argument, as lines of code for a comment. Undefined if the specification has
 * no example, or if there is nothing to show in it.
 */
export function callExample(route: Route, namespace: Namespace, context: Context): string[] | undefined {
  const arg = exampleArgument(route, context);
  if (route.deprecated !== undefined || arg === undefined || arg === "" || arg === "{}") {
    return undefined;
  }
  const { naming, lookup } = context;
  const style = routeStyle(route, context);
  const method = `client.${naming.namespace(namespace.name)}.${naming.method(namespace.name, route)}`;
  const call = `${method}(${arg}${style === "upload" ? ", content" : ""})`;
  const hasResult = lookup.withoutAliases(route.result).kind !== "void";
  if (style === "download") {
    return [...lines(`const download = await ${call}`), 'await download.saveTo("downloaded.bin");'];
  }
  switch (callFormKind(route, namespace, context)) {
    case "list":
      return [...lines(`const list = ${call}`), "for await (const item of list) {", "  console.log(item);", "}"];
    case "launch":
      return [...lines(`const job = ${call}`), `${hasResult ? "const result = " : ""}await job.waitFor();`];
    default:
      return lines(`${hasResult ? "const result = " : ""}await ${call}`);
  }
}

function lines(code: string): string[] {
  return statement(code, margin).map((line) => line.slice(margin));
}
