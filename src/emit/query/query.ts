import type { Route } from "../../ir/api.js";
import { callableNamespaces, callableRoutes, type Context } from "../../facts/context.js";
import { findPaging } from "../../facts/paging.js";
import { routeEffect } from "../../facts/route-effects.js";
import { Module, type TypeScriptModule } from "../../code/module.js";
import { exportNames, exportTypes } from "../../code/tree/declaration.js";
import {
  array,
  arrow,
  call,
  create,
  literal,
  member,
  identifier,
  object,
  property,
  pure,
  type Expression,
} from "../../code/tree/expression.js";
import { reference, unknownType } from "../../code/tree/type.js";

const runtime = "../runtime/query.js";

/** The module of the subpath `./query`: options for TanStack Query, with what is known of lists. */
export function emitQuery(context: Context): TypeScriptModule[] {
  const { naming } = context;
  const module = new Module("src/query/index.ts", "the specification", ["infinite", "pages", "query", "writing"]);
  const cases = callableNamespaces(context).flatMap((namespace) => {
    const path = `../${naming.folder(namespace.name)}/routes.js`;
    const value = (route: Route): Expression =>
      member(module.importValues(path, naming.namespaceImport(namespace.name)), naming.route(namespace.name, route));
    return callableRoutes(namespace, context).flatMap((route) => {
      const paging = findPaging(route, namespace, context);
      return paging === undefined
        ? []
        : [
            array([
              value(route),
              object([property("next", value(paging.next)), property("carried", literal(paging.carried))]),
            ]),
          ];
    });
  });
  const paging = reference(module.type(runtime, "QueryPaging"));
  const parameters = ["client", "route", "arg"];
  const page = call(member("pages", "get"), identifier("route"));
  module.add(
    {
      kind: "constant",
      isExported: false,
      name: "pages",
      value: pure(create("Map", [unknownType, paging], array(cases))),
      doc: "The routes whose results are pages, with the route that returns the next page.",
    },
    {
      kind: "constant",
      isExported: true,
      name: "infinite",
      type: reference(module.type(runtime, "Infinite")),
      value: arrow(parameters, call(module.value(runtime, "infiniteQuery"), ...parameters.map(identifier), page)),
      doc: "The options of an infinite query: `useInfiniteQuery(infinite(client, listFolder, { path }))`.",
    },
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

/** The routes that the configuration says to change something, such as `files/delete:1`. */
function writingRoutes(context: Context): readonly string[] {
  return callableNamespaces(context).flatMap((namespace) =>
    callableRoutes(namespace, context)
      .filter((route) => ["writes", "destroys"].includes(routeEffect(route, namespace, context.options) ?? ""))
      .map((route) => `${namespace.name}/${route.name}:${route.version}`),
  );
}

function addReadingQuery(module: Module, writing: readonly string[]): void {
  const parameters = ["client", "route", "arg"];
  const names = [...parameters, "writing"].map(identifier);
  module.add(
    {
      kind: "constant",
      isExported: false,
      name: "writing",
      value: pure(create("Set", [], literal(writing))),
      doc: "The routes that change something, as the configuration says.",
    },
    {
      kind: "constant",
      isExported: true,
      name: "query",
      type: reference(module.type(runtime, "Query")),
      value: arrow(parameters, call(module.value(runtime, "readingQuery"), ...names)),
      doc: "\nThe options of a query: `useQuery(query(client, getMetadata, { path }))`. With an argument that does not match its type, the\nquery fails with an `EncodeError`; of a route that changes something, with a `TypeError`.",
    },
  );
}
