import { callableRoutes, type Context } from "../../facts/context.js";
import { routePath } from "../../facts/route-path.js";
import { typeNode } from "../../facts/type-node.js";
import { Module, type TypeScriptModule } from "../../code/module.js";
import { declarations } from "../../code/template/template.js";
import { literal } from "../../code/tree/expression.js";
import type { Namespace } from "../../ir/api.js";
import { sourceName } from "../source-name.js";
import { qualifierIn } from "../types/qualifier.js";

const runtime = "../runtime/client.js";

/** Whether the checks of a namespace are loaded when a client first calls one of its routes. */
export function isLazy({ name }: Namespace, { options }: Context): boolean {
  return options.lazyNamespaces?.includes(name) === true;
}

/** Returns the module of the routes as the client of a lazy namespace calls them. */
export function emitLazyRoutes(namespace: Namespace, context: Context): TypeScriptModule {
  const { naming, binding } = context;
  const routes = callableRoutes(namespace, context);
  const locals = routes.map((route) => naming.route(namespace.name, route));
  const module = new Module(`src/${naming.folder(namespace.name)}/lazy-routes.ts`, sourceName(namespace), locals);
  const qualify = qualifierIn(module, namespace, context);
  for (const route of routes) {
    const name = naming.route(namespace.name, route);
    const types = [
      typeNode(route.arg, "write", context, qualify),
      typeNode(route.result, "read", context, qualify),
      typeNode(route.error, "read", context, qualify),
    ];
    module.add(
      ...declarations`
        /** The route \`${name}\`, whose checks are loaded by the first call. */
        export const ${name}: ${module.type(runtime, "LazyRoute")}<${types}> =
          /*#__PURE__*/ ${module.value(runtime, "lazyRoute")}({
            path: ${literal(routePath(namespace.name, route, binding))},
            load: async () => (await import("./routes.js")).${name},
          });
      `,
    );
  }
  return module.finish();
}
