import type { Route, Namespace } from "../../../ir/api.js";
import { routeName } from "../../../ir/names.js";
import { errorPaths } from "../../../values/error-paths.js";
import { importStatement, statementLines } from "../../code/layout/statement.js";
import { code, statements, objectMember } from "../../code/template/template.js";
import { literal } from "../../code/tree/expression.js";
import { routeStyle, type Context } from "../../facts/context.js";
import { codecsSubpath } from "../../facts/lazy-namespace.js";
import { serverLines } from "../scaffold.js";
import { hasTwin, twinView } from "../twin/twin.js";
import { chooseRoute } from "./chosen-route.js";
import { fence } from "./markdown.js";

/** Returns the section on servers. */
export function serving(context: Context): string[] {
  const { naming, options } = context;
  const isRpc = (route: Route): boolean => routeStyle(route, context) === "rpc";
  const failing = chooseRoute(context, (route) => isRpc(route) && plainTag(route, context) !== undefined);
  const chosen = failing ?? chooseRoute(context, isRpc);
  if (chosen === undefined) {
    return [];
  }
  const { namespace, route, constant } = chosen;
  const ns = naming.namespace(namespace.name);
  const tag = plainTag(route, context);
  const failure = tag === undefined ? code`badRequest("Not today")` : code`routeError(${constant}, ${literal(tag)})`;
  const parameters = context.lookup.withoutAliases(route.arg).kind === "void" ? "caller" : "arg, caller";
  return [
    "## Serve the API",
    fence([
      'import { createServer } from "node:http";',
      ...importStatement(
        tag === undefined
          ? ["badRequest", "createHandler", "unimplemented"]
          : ["createHandler", "routeError", "unimplemented"],
        `${options.name}/server`,
      ),
      ...importStatement(["toNodeListener"], `${options.name}/server/node`),
      ...(tag === undefined ? [] : importStatement([constant], `${options.name}/${codecsSubpath(namespace, context)}`)),
      "",
      "const handler = createHandler({",
      "  authenticate: ({ token, app }) => token ?? app?.key, // identifies the caller; undefined causes status 401",
      "  ...unimplemented,",
      `  ${ns}: {`,
      `    ...unimplemented.${ns},`,
      `    async ${naming.method(namespace.name, route)}(${parameters}) {`,
      `      console.log(${parameters});`,
      ...statementLines(statements`throw ${failure};`, 6),
      "    },",
      "  },",
      "});",
      ...serverLines(context, ""),
    ]),
    "`handler` itself is a function `(request: Request) => Promise<Response>`, for workers, Deno, Bun and Hono. Arguments are validated before a handler is called, and results before they are sent. Fields that are not in the specification are omitted from results, so handlers can return objects with private fields.\n\nTo fail, a handler throws `routeError(route, error)`, or `badCall(route, reason)` (status 400, in the format of the built-in errors), `badRequest`, `unauthorized`, `accessDenied` or `rateLimited`. Errors of `routeError` and `badCall` have no stack: they are responses, not failures, and collecting the stack would take longer than the call. Any other error causes status 500 and is passed only to `onError`; `refusalFor` can convert errors, such as those of a database, into other responses. `unimplemented` responds with status 501; without it, the compiler reports missing handlers.\n\nIf `authenticate` returns objects with a `kind` of `user`, `team` or `app`, callers of other kinds are rejected, and the type of `caller` is narrowed. `onReply` is called for each response, with redacted arguments for logs; `around: (call, next) => next()` runs around each call, for timing and traces.",
    ...content(context),
  ];
}

/** Returns the paragraph on how handlers receive and return content. */
function content(context: Context): string[] {
  const up = chooseRoute(context, (route) => routeStyle(route, context) === "upload");
  const down = chooseRoute(context, (route) => routeStyle(route, context) === "download");
  const taken =
    "Handlers of uploads receive the content as a stream, which can also be read with `for await`. Uploads respect back-pressure. The option `bodyTimeoutMs` limits the pauses of an upload, but not its duration.";
  const given =
    "Handlers of downloads return content as bytes, a string, a Blob, a stream or an iterable, or as a function that returns the requested range. With `size`, range requests are supported; with `etag`, conditional requests. The JSON of the result can have 14 KiB, because it is sent in a header. `contentResponse` responds in the same way to requests that are not calls, such as links.";
  const text = [...(up ? [taken] : []), ...(down ? [given] : [])].join(" ");
  return text === "" ? [] : [text];
}

/** Returns a tag without a value in the error of a route; undefined if there is none. */
function plainTag(route: Route, { lookup }: Context): string | undefined {
  const type = lookup.withoutAliases(route.error);
  if (type.kind !== "ref" || lookup.definition(type).kind !== "union") {
    return undefined;
  }
  const tags = lookup.allFields(type).map(({ field }) => field);
  return tags.find(({ name, type }) => type.kind === "void" && name !== "other")?.name;
}

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
