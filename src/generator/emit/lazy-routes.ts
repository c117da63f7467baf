import type { Namespace } from "../../ir/api.js";
import { Module, type TypeScriptModule } from "../code/module.js";
import { declarations } from "../code/template/template.js";
import { literal } from "../code/tree/expression.js";
import { routePath } from "../facts/binding-options.js";
import { callableRoutes, type Context } from "../facts/context.js";
import { typeNode } from "../facts/type-node.js";
import { addExports } from "./checks/codecs.js";
import { qualifierIn, sourceName } from "./namespace-module.js";
import { mentionsBeside, routeDoc } from "./routes.js";

const runtime = "../runtime/client.js";

/** Returns the module of the routes as the client of a lazy namespace calls them. */
export function emitLazyRoutes(namespace: Namespace, context: Context): TypeScriptModule {
  const { naming, binding } = context;
  const routes = callableRoutes(namespace, context);
  const locals = routes.map((route) => naming.route(namespace.name, route));
  const module = new Module(`src/${naming.folder(namespace.name)}/lazy-routes.ts`, sourceName(namespace), locals);
  const qualify = qualifierIn(module, namespace, context);
  const constants = routes.map((route) => {
    const name = naming.route(namespace.name, route);
    const types = [
      typeNode(route.arg, "write", context, qualify),
      typeNode(route.result, "read", context, qualify),
      typeNode(route.error, "read", context, qualify),
    ];
    const constant = declarations`
      export const ${name}: ${module.type(runtime, "LazyRoute")}<${types}> =
        /*#__PURE__*/ ${module.value(runtime, "lazyRoute")}({
          path: ${literal(routePath(namespace.name, route, binding))},
          load: async () => (await import("./routes.js")).${name},
        });
    `;
    return { route, constant };
  });
  const mentions = mentionsBeside(namespace, module, context, (route) =>
    routes.includes(route) ? naming.route(namespace.name, route) : undefined,
  );
  for (const { route, constant } of constants) {
    const doc = routeDoc(
      route,
      namespace,
      context,
      ["The first call loads the checks of all routes of its namespace."],
      mentions,
    );
    module.add(...constant.map((declaration) => ({ ...declaration, doc })));
  }
  return module.finish();
}

/**
 * Returns the module for the subpath of a lazy namespace: its types, its routes and its part of the client. It does not import
 * the codecs, because bundlers such as esbuild load a module with all that it imports.
 */
export function emitLazyIndex(namespace: Namespace, context: Context): TypeScriptModule {
  const module = new Module(`src/${context.naming.folder(namespace.name)}/index.ts`, sourceName(namespace));
  addExports(namespace, "./lazy-routes.js", module, context);
  return module.finish();
}
