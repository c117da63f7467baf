import { constant, variableKind } from "../../code/kinds.js";
import { literalCode } from "../../code/literal.js";
import { stringCode } from "../../code/string.js";
import { Module, type EmittedModule } from "../../code/module.js";
import { callableNamespaces, callableRoutes, type Context } from "../../facts/context.js";
import { findPaging } from "../../facts/paging.js";
import { routeEffect } from "../../facts/route-effects.js";

const runtime = "../runtime/query.js";

/** The module of the subpath `./query`: options for TanStack Query, with what is known of lists. */
export function emitQuery(context: Context): EmittedModule[] {
  const { naming } = context;
  const module = new Module("src/query/index.ts", "the specification", ["infinite", "pages", "query", "writing"]);
  const cases = callableNamespaces(context).flatMap((namespace) => {
    const path = `../${naming.folder(namespace.name)}/routes.js`;
    const value = (name: string): string => `${module.importValues(path, naming.namespace(namespace.name))}.${name}`;
    return callableRoutes(namespace, context).flatMap((route) => {
      const paging = findPaging(route, namespace, context);
      return paging === undefined
        ? []
        : [
            `[${value(naming.route(namespace.name, route))}, { next: ${value(naming.route(namespace.name, paging.next))}, carried: ${literalCode(paging.carried)} }]`,
          ];
    });
  });
  const paging = module.type(runtime, "QueryPaging");
  module.add(
    {
      kind: variableKind,
      declarationKind: constant,
      declarations: [
        { name: "pages", initializer: `/*#__PURE__*/ new Map<unknown, ${paging}>([${cases.join(", ")}])` },
      ],
      docs: ["The routes whose results are pages, with the route that returns the next page."],
    },
    {
      kind: variableKind,
      isExported: true,
      declarationKind: constant,
      declarations: [
        {
          name: "infinite",
          type: module.type(runtime, "Infinite"),
          initializer: `(client, route, arg) => ${module.value(runtime, "infiniteQuery")}(client, route, arg, pages.get(route))`,
        },
      ],
      docs: ["The options of an infinite query: `useInfiniteQuery(infinite(client, listFolder, { path }))`."],
    },
  );
  const writing = writingRoutes(context);
  if (writing.length > 0) {
    addReadingQuery(module, writing);
  }
  module.add(
    `export { inNamespace, job, mutation, ${writing.length > 0 ? "" : "query, "}queryKey } from "${runtime}";`,
    `export type { JobQuery, PagesQuery, QueryError, RouteMutation, RouteQuery } from "${runtime}";`,
  );
  return [module.finish()];
}

/** The routes that the configuration says to change something, such as `files/delete:1`. */
function writingRoutes(context: Context): readonly string[] {
  return callableNamespaces(context).flatMap((namespace) =>
    callableRoutes(namespace, context)
      .filter((route) => ["writes", "destroys"].includes(routeEffect(route, namespace, context.options) ?? ""))
      .map((route) => `${namespace.name}/${route.name}:${route.version}`),
  );
}

function addReadingQuery(module: Module, writing: readonly string[]): void {
  module.add(
    {
      kind: variableKind,
      declarationKind: constant,
      declarations: [
        { name: "writing", initializer: `/*#__PURE__*/ new Set([${writing.map(stringCode).join(", ")}])` },
      ],
      docs: ["The routes that change something, as the configuration says."],
    },
    {
      kind: variableKind,
      isExported: true,
      declarationKind: constant,
      declarations: [
        {
          name: "query",
          type: module.type(runtime, "Query"),
          initializer: `(client, route, arg) => ${module.value(runtime, "readingQuery")}(client, route, arg, writing)`,
        },
      ],
      docs: [
        "\nThe options of a query: `useQuery(query(client, getMetadata, { path }))`. With an argument that does not match its type, the\nquery fails with an `EncodeError`; of a route that changes something, with a `TypeError`.",
      ],
    },
  );
}
