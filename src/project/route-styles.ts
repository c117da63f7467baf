import * as say from "../diagnostics/catalogue.js";
import { nearestName } from "../diagnostics/nearest-name.js";
import type { Finding } from "../diagnostics/diagnostic.js";
import { resolveBinding, type BindingOptions } from "../facts/binding-options.js";
import { attributeText, hasKnownStyle, routeStyles } from "../facts/context.js";
import type { Api } from "../ir/api.js";
import type * as ast from "../syntax/ast.js";

/** What is wrong with the styles of routes: those that the binding does not know, where they are declared. */
export function findUnknownStyles(api: Api, specs: readonly ast.SpecFile[], options: BindingOptions): Finding[] {
  const binding = resolveBinding(options);
  const attribute = binding.attributes.style;
  return api.namespaces.flatMap((namespace) =>
    namespace.routes
      .filter((route) => !hasKnownStyle(route, binding))
      .flatMap((route) => {
        const node = findRoute(specs, namespace.name, route.name, route.version);
        const written = node?.attributes.find(({ name }) => name.text === attribute);
        const style = attributeText(route, attribute) ?? "";
        const nearest = nearestName(style, routeStyles);
        return node === undefined
          ? []
          : [say.unknownRouteStyle((written ?? node.name).span, route.name, style, nearest)];
      }),
  );
}

function findRoute(
  specs: readonly ast.SpecFile[],
  namespace: string,
  name: string,
  version: number,
): ast.Route | undefined {
  for (const { items } of specs) {
    const [first] = items;
    if (first?.kind === "namespace" && first.name.text === namespace) {
      const found = items.find(
        (item): item is ast.Route => item.kind === "route" && item.name.text === name && item.version === version,
      );
      if (found !== undefined) {
        return found;
      }
    }
  }
  return undefined;
}
