import type { Namespace, Route } from "../../../ir/api.js";
import { routeName } from "../../../ir/names.js";
import { errorPaths } from "../../../values/error-paths.js";
import { routeStyle, type Context } from "../../facts/context.js";
import { importStatement, statementLines } from "../../code/statement.js";
import { code, objectMember, statements } from "../../code/template/template.js";
import { literal } from "../../code/tree/expression.js";
import { hasTwin, twinView } from "../twin/twin.js";
import { chooseRoute } from "./chosen-route.js";
import { fence } from "./markdown.js";

/** Returns the section on tests; empty if the package has no Twin. */
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
  const { namespace, route } = chosen;
  const path = firstPath(route, namespace, context);
  const planned = path === undefined ? objectMember`status: 503` : objectMember`error: ${literal(path)}`;
  const made = code`${chosen.method}(${chosen.args})`;
  return [
    "## Test with the Twin",
    "The Twin is a server in memory that is generated from the specification. It validates calls and responds with examples, without any code.",
    fence([
      ...importStatement(["createTwin"], `${context.options.name}/testing`),
      "",
      "const twin = createTwin();",
      ...statementLines(
        statements`const client = createClient({ accessToken: "any", hosts: "http://twin", fetch: twin.fetch });`,
      ),
      "",
      ...statementLines(statements`
        await ${made};
        twin.plan({ route: ${literal(routeName(namespace.name, route))}, ${planned}, times: 1 });
        await ${made}.catch((error) => console.log(error.message));
      `),
      "console.log(twin.calls().map(({ status, errorPath }) => [status, errorPath]));",
      "twin.verify(); // throws if a plan was not reached",
    ]),
    "`twin.on(route, (arg, next) => …)` handles calls of a route with a function; `twin.fail(route, path)` lets them fail with an error whose path the compiler checks. The same calls always get the same responses. `npx ashlar mock` serves the Twin to other processes.",
  ];
}

function firstPath(route: Route, namespace: Pick<Namespace, "name">, context: Context): string | undefined {
  const view = twinView(context);
  const visible = view.api.namespaces
    .find(({ name }) => name === namespace.name)
    ?.routes.find(({ name, version }) => name === route.name && version === route.version);
  return visible && errorPaths(visible.error, view.lookup)[0]?.path;
}
