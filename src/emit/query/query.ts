import type { Route } from "../../ir/api.js";
import { callableNamespaces, callableRoutes, type Context } from "../../facts/context.js";
import { findPaging } from "../../facts/paging.js";
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
  const module = new Module("src/query/index.ts", "the specification", ["infinite", "pages"]);
  const cases = callableNamespaces(context).flatMap((namespace) => {
    const path = `../${naming.folder(namespace.name)}/routes.js`;
    const value = (route: Route): Expression =>
      member(module.importValues(path, naming.namespace(namespace.name)), naming.route(namespace.name, route));
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
  module.add(
    exportNames(["inNamespace", "job", "mutation", "query", "queryKey"], runtime),
    exportTypes(["JobQuery", "PagesQuery", "QueryError", "RouteMutation", "RouteQuery"], runtime),
  );
  return [module.finish()];
}
