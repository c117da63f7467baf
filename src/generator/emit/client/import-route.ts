import type { Module } from "../../code/module.js";
import { code } from "../../code/template/template.js";
import type { Expression } from "../../code/tree/expression.js";
import type { Context } from "../../facts/context.js";
import { calledRoutesFile } from "../../facts/lazy-namespace.js";
import type { RouteIn } from "../../facts/jobs.js";
import type { Namespace } from "../../../ir/api.js";

/** Imports a route for the client of the namespace `from`: its own one, or one of another namespace. */
export function importRoute(
  { namespace, route }: RouteIn,
  from: Pick<Namespace, "name">,
  module: Module,
  context: Context,
): Expression {
  const { naming } = context;
  const file = calledRoutesFile(namespace, context);
  const routes =
    namespace.name === from.name
      ? module.importValues(`./${file}`, "routes")
      : module.importValues(`../${naming.folder(namespace.name)}/${file}`, `${naming.namespace(namespace.name)}Routes`);
  return code`${routes}.${naming.route(namespace.name, route)}`;
}
