import { constant, variableKind } from "../../code/kinds.js";
import { literalCode } from "../../code/literal.js";
import { Module, type EmittedModule } from "../../code/module.js";
import { callableNamespaces, callableRoutes, type Context } from "../../facts/context.js";
import { findPaging } from "../../facts/paging.js";

const runtime = "../runtime/query.js";

/** The module of the subpath `./query`: options for TanStack Query, with what is known of lists. */
export function emitQuery(context: Context): EmittedModule[] {
  const { naming } = context;
  const module = new Module("src/query/index.ts", "the specification", ["infinite", "pages"]);
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
  module.add(
    `export { inNamespace, job, mutation, query, queryKey } from "${runtime}";`,
    `export type { JobQuery, PagesQuery, QueryError, RouteMutation, RouteQuery } from "${runtime}";`,
  );
  return [module.finish()];
}
