import type { Route } from "../../ir/api.js";
import { styleOf, type Context } from "../context.js";
import { chooseRoute } from "./chosen-route.js";
import { stringCode } from "../literal.js";
import { code } from "./markdown.js";
import { importOf, statement } from "./statement.js";

/** How to serve the API. */
export function serving(context: Context): string[] {
  const { naming, options } = context;
  const isRpc = (route: Route): boolean => styleOf(route, context) === "rpc";
  const failing = chooseRoute(context, (route) => isRpc(route) && plainTag(route, context) !== undefined);
  const chosen = failing ?? chooseRoute(context, isRpc);
  if (chosen === undefined) {
    return [];
  }
  const { namespace, route, constant } = chosen;
  const ns = naming.namespace(namespace.name);
  const tag = plainTag(route, context);
  const parameters = context.lookup.withoutAliases(route.arg).kind === "void" ? "caller" : "arg, caller";
  return [
    "## Serve it",
    code([
      'import { createServer } from "node:http";',
      ...importOf(
        tag === undefined
          ? ["badRequest", "createHandler", "unimplemented"]
          : ["createHandler", "routeError", "unimplemented"],
        `${options.name}/server`,
      ),
      ...importOf(["toNodeListener"], `${options.name}/server/node`),
      ...(tag === undefined ? [] : importOf([constant], `${options.name}/${naming.folder(namespace.name)}`)),
      "",
      "const handler = createHandler({",
      "  authenticate: ({ token, app }) => token ?? app?.key, // whoever it is; undefined is answered with status 401",
      "  ...unimplemented,",
      `  ${ns}: {`,
      `    ...unimplemented.${ns},`,
      `    async ${naming.method(namespace.name, route)}(${parameters}) {`,
      `      console.log(${parameters});`,
      ...statement(
        `throw ${tag === undefined ? 'badRequest("Not today")' : `routeError(${constant}, ${stringCode(tag)})`}`,
        6,
      ),
      "    },",
      "  },",
      "});",
      "createServer(toNodeListener(handler)).listen(8080);",
    ]),
    "`handler` itself is `(request: Request) => Promise<Response>`, for workers, Deno, Bun and Hono. Arguments are checked before a handler sees them, and results before they are sent: fields that the specification does not have are left out, so that an object with private fields can be returned as it is. A handler fails with `throw routeError(route, error)`, or with `badCall(route, reason)` (400, worded as our own refusals are), `badRequest`, `unauthorized`, `accessDenied` and `rateLimited`; anything else it throws is answered with status 500, and only `onError` is told. `unimplemented` answers 501: leave it out, and the compiler says what is missing. If `authenticate` gives objects with a `kind` of `user`, `team` or `app`, callers of the wrong kind are refused, and handlers are typed with the right ones. `onReply` is told of each reply, with arguments as they may be logged; `refusalFor` says what to answer to errors of others, such as those of a database.",
    ...content(context),
  ];
}

/** How handlers take content and give it. */
function content(context: Context): string[] {
  const up = chooseRoute(context, (route) => styleOf(route, context) === "upload");
  const down = chooseRoute(context, (route) => styleOf(route, context) === "download");
  const taken =
    "Handlers of uploads get the content as a stream, which can be read with `for await` too, and comes no faster than it is read.";
  const given =
    "What a download gives is bytes, a string, a Blob, a stream or an iterable, or a function that makes one for the range that is asked for. With its `size`, callers can ask for ranges; with an `etag`, for what has changed. `contentResponse` answers requests that are no calls, such as those to a link, in the same way.";
  const text = [...(up ? [taken] : []), ...(down ? [given] : [])].join(" ");
  return text === "" ? [] : [text];
}

/** A tag of a route's error that says enough without a value. */
function plainTag(route: Route, { lookup }: Context): string | undefined {
  const type = lookup.withoutAliases(route.error);
  if (type.kind !== "ref" || lookup.definition(type).kind !== "union") {
    return undefined;
  }
  const tags = lookup.allFields(type).map(({ field }) => field);
  return tags.find(({ name, type }) => type.kind === "void" && name !== "other")?.name;
}
