import type { Route } from "../../ir/api.js";
import { Module, type TypeScriptModule } from "../code/module.js";
import { code, declarations } from "../code/template/template.js";
import { exportNames, exportTypes } from "../code/tree/declaration.js";
import { literal, type Expression } from "../code/tree/expression.js";
import { routePath } from "../facts/binding-options.js";
import { callableNamespaces, callableRoutes, type Context } from "../facts/context.js";
import { calledRoutesFile } from "../facts/lazy-namespace.js";
import { findPaging } from "../facts/paging.js";
import { routeEffect } from "../facts/route-effects.js";

const runtime = "../runtime/query.js";

/** Returns the module of the subpath `./query`: options for TanStack Query, and which routes are paged or write. */
export function emitQuery(context: Context): TypeScriptModule[] {
  const { naming, binding } = context;
  const module = new Module("src/query/index.ts", "the specification", ["infinite", "pages", "query", "writing"]);
  const cases = callableNamespaces(context).flatMap((namespace) => {
    const path = `../${naming.folder(namespace.name)}/${calledRoutesFile(namespace, context)}`;
    const value = (route: Route): Expression =>
      code`${module.importValues(path, naming.namespaceImport(namespace.name))}.${naming.route(namespace.name, route)}`;
    return callableRoutes(namespace, context).flatMap((route) => {
      const paging = findPaging(route, namespace, context);
      return paging === undefined
        ? []
        : [
            code`[${literal(routePath(namespace.name, route, binding))}, { next: ${value(paging.next)}, carried: ${literal(paging.carried)} }]`,
          ];
    });
  });
  const infiniteQuery = module.value(runtime, "infiniteQuery");
  module.add(
    ...declarations`
      /** The paths of routes whose results are pages, with the route that returns the next page. */
      const pages = /*#__PURE__*/ new Map<string, ${module.type(runtime, "QueryPaging")}>([${cases}]);

      /** The options of an infinite query: \`useInfiniteQuery(infinite(client, listFolder, { path }))\`. */
      export const infinite: ${module.type(runtime, "Infinite")} = (client, route, arg) =>
        ${infiniteQuery}(client, route, arg, pages.get(route.path));
    `,
  );
  const writing = writingRoutes(context);
  if (writing.length > 0) {
    addReadingQuery(module, writing);
  }
  module.add(
    exportNames(["inNamespace", "job", "mutation", ...(writing.length > 0 ? [] : ["query"]), "queryKey"], runtime),
    exportTypes(["JobQuery", "PagesQuery", "QueryError", "RouteMutation", "RouteQuery"], runtime),
  );
  return [module.finish()];
}

/** Returns the routes that change something according to the configuration, such as `files/delete:1`. */
function writingRoutes(context: Context): readonly string[] {
  return callableNamespaces(context).flatMap((namespace) =>
    callableRoutes(namespace, context)
      .filter((route) => ["writes", "destroys"].includes(routeEffect(route, namespace, context.options) ?? ""))
      .map((route) => `${namespace.name}/${route.name}:${route.version}`),
  );
}

function addReadingQuery(module: Module, writing: readonly string[]): void {
  module.add(
    ...declarations`
      /** The routes that change something, as the configuration says. */
      const writing = /*#__PURE__*/ new Set(${literal(writing)});

      /**
       * The options of a query: \`useQuery(query(client, getMetadata, { path }))\`. The query fails with an \`EncodeError\`
       * if the argument does not match its type, and with a \`TypeError\` if the route changes something.
       */
      export const query: ${module.type(runtime, "Query")} = (client, route, arg) =>
        ${module.value(runtime, "readingQuery")}(client, route, arg, writing);
    `,
  );
}
