import type { Namespace, Route } from "../../ir/api.js";
import { routeName } from "../../ir/names.js";
import { errorPaths } from "../../values/error-paths.js";
import { routeStyle, type Context } from "../../facts/context.js";
import { stringCode } from "../../code/string.js";
import { importStatement, statement } from "../../code/statement.js";
import { hasTwin, twinView } from "../twin/twin.js";
import { chooseRoute } from "./chosen-route.js";
import { code } from "./markdown.js";

/** The section on tests; empty if the package has no Twin. */
export function testing(context: Context): string[] {
  if (!hasTwin(context.options)) {
    return [];
  }
  const isRpc = (route: Route): boolean => routeStyle(route, context) === "rpc";
  const failing = chooseRoute(
    context,
    (route, namespace) => isRpc(route) && firstPath(route, namespace, context) !== undefined,
  );
  const chosen = failing ?? chooseRoute(context, isRpc);
  if (chosen === undefined) {
    return [];
  }
  const { namespace, route, method, arg } = chosen;
  const path = firstPath(route, namespace, context);
  const name = stringCode(routeName(namespace.name, route));
  const outcome = path === undefined ? "status: 503" : `error: ${stringCode(path)}`;
  return [
    "## Test with the Twin",
    "The Twin is a server in memory, made from the specification: it checks calls and answers them from the examples, without any code.",
    code([
      ...importStatement(["createTwin"], `${context.options.name}/testing`),
      "",
      "const twin = createTwin();",
      ...statement(`const client = createClient({ accessToken: "any", hosts: "http://twin", fetch: twin.fetch })`),
      "",
      ...statement(`await ${method}(${arg})`),
      ...statement(`twin.plan({ route: ${name}, ${outcome}, times: 1 })`),
      ...statement(`await ${method}(${arg}).catch((error) => console.log(error.message))`),
      "console.log(twin.calls().map(({ status, errorPath }) => [status, errorPath]));",
      "twin.verify(); // throws if a plan was not reached",
    ]),
    "`twin.on(route, (arg, next) => …)` answers calls of a route with a function, `twin.fail(route, path)` with an error whose path the compiler checks. The same calls always get the same answers. `npx ashlar mock` serves the Twin to other processes.",
  ];
}

function firstPath(route: Route, namespace: Pick<Namespace, "name">, context: Context): string | undefined {
  const view = twinView(context);
  const visible = view.api.namespaces
    .find(({ name }) => name === namespace.name)
    ?.routes.find(({ name, version }) => name === route.name && version === route.version);
  return visible && errorPaths(visible.error, view.lookup)[0]?.path;
}
