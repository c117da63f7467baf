import * as diagnostics from "../text/diagnostics/catalogue.js";
import { nearestName } from "../text/diagnostics/nearest-name.js";
import type { Finding } from "../text/diagnostics/diagnostic.js";
import { resolveBinding, type BindingOptions } from "../generator/facts/binding-options.js";
import { attributeText, hasKnownStyle, routeStyles } from "../generator/facts/context.js";
import type { Api } from "../ir/api.js";
import { routeName } from "../ir/names.js";
import type { SpecFile } from "../syntax/ast.js";
import { locateDeclarations } from "./declaration-places.js";

/** Returns findings about routes whose style the binding does not know, located at their declarations. */
export function findUnknownStyles(api: Api, specs: readonly SpecFile[], options: BindingOptions): Finding[] {
  const binding = resolveBinding(options);
  const attribute = binding.attributes.style;
  const unknown = api.namespaces.flatMap(({ name: namespace, routes }) =>
    routes.filter((route) => !hasKnownStyle(route, binding)).map((route) => ({ namespace, route })),
  );
  if (unknown.length === 0) {
    return [];
  }
  const places = locateDeclarations(specs);
  return unknown.flatMap(({ namespace, route }) => {
    const name = routeName(namespace, route);
    const span = places.span(`${name}@${attribute}`) ?? places.span(name);
    const style = attributeText(route, attribute) ?? "";
    return span === undefined
      ? []
      : [diagnostics.unknownRouteStyle(span, route.name, style, nearestName(style, routeStyles))];
  });
}
