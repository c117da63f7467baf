import { runtimeBinding, emitRoutes } from "../../generator/emit/routes.js";
import { emitChecks } from "../../generator/emit/checks/checks.js";
import { callableNamespaces, callableRoutes, type Context } from "../../generator/facts/context.js";
import { emitNamespaceServer, routesFunction } from "../../generator/emit/server.js";
import { routeKey } from "../../generator/emit/twin/route-key.js";
import { twinData } from "../../generator/emit/twin/twin-data.js";
import type { Json, Namespace } from "../../ir/api.js";
import { compactModule, type CompactModule } from "../../generator/code/print/compact.js";
import { explorerPath } from "../addresses.js";
import { jsonText } from "../code/json.js";
import type { Site } from "../site.js";
import { argumentData } from "./arguments.js";

/**
 * Returns the scripts of the explorer (SITE-30), one for each namespace that has routes or whose types they use. A script
 * contains the generated modules and the Twin's data about the routes. A page loads it when the explorer is first used.
 */
export function explorerScripts(site: Site): { path: string; text: string }[] {
  if (site.explorer === "off") {
    return [];
  }
  // Only code for the visible part of the API is included, so that hidden fields are not published.
  const { api, naming } = site.context;
  const owners = new Map(api.namespaces.map((namespace) => [naming.folder(namespace.name), namespace]));
  const scripts = new Map<string, { path: string; text: string }>();
  const queue = callableNamespaces(site.context);
  for (const namespace of queue) {
    const { name } = namespace;
    if (!scripts.has(name)) {
      const modules = modulesOf(namespace, site.context);
      const folders = new Set(modules.flatMap(({ uses }) => uses.map((id) => id.slice(0, id.lastIndexOf("/")))));
      const needed = [...folders].flatMap((folder) => owners.get(folder) ?? []).filter((other) => other !== namespace);
      scripts.set(name, { path: explorerPath(name), text: script(namespace, needed, modules, site) });
      queue.push(...needed);
    }
  }
  return [...scripts.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Returns the modules of the package that encode and decode messages, and the list of routes. */
function modulesOf(namespace: Namespace, context: Context): CompactModule[] {
  return [
    emitChecks(namespace, context),
    ...(callableRoutes(namespace, context).length === 0
      ? []
      : [emitRoutes(namespace, context), emitNamespaceServer(namespace, context)]),
  ].map(compactModule);
}

function script(
  namespace: Namespace,
  needed: readonly Namespace[],
  modules: readonly CompactModule[],
  site: Site,
): string {
  const definitions = modules.map(({ id, code }) => `${JSON.stringify(id)}(use,exports){\n${code}\n}`);
  const head = { path: explorerPath(namespace.name), needs: needed.map(({ name }) => explorerPath(name)) };
  // A string, because engines parse JSON faster than code, and because keys such as `__proto__` have no special meaning in it.
  const data = JSON.stringify(jsonText(namespaceData(namespace, site) as unknown as Json, "compact"));
  return `ashlarExplorer(${JSON.stringify(head)},{\n${definitions.join(",\n")}\n},${data});\n`;
}

/** Returns the data of a script. */
function namespaceData(namespace: Namespace, site: Site): object {
  const { context } = site;
  const routes = callableRoutes(namespace, context);
  if (routes.length === 0) {
    return {};
  }
  const { binding } = context;
  return {
    routes: [`${context.naming.folder(namespace.name)}/server`, routesFunction(namespace, context)],
    binding: runtimeBinding(binding),
    ...(site.explorer === "live" && { oauth: binding.oauth }),
    twin: twinData(namespace, context),
    arguments: Object.fromEntries(
      routes.flatMap((route) => {
        const data = argumentData(route, site);
        return data === undefined ? [] : [[routeKey(namespace, route), data]];
      }),
    ),
  };
}
