import type { Namespace, Route } from "../../../ir/api.js";
import type { Binding } from "../../facts/binding-options.js";
import { callableRoutes, type Context } from "../../facts/context.js";
import { codecsSubpath, isLazy } from "../../facts/lazy-namespace.js";
import { routesByGroup, routesInOrder } from "../../facts/route-order.js";
import { routePath } from "../../facts/route-path.js";
import { table } from "./markdown.js";
import { markdown, plainParagraphs } from "./prose.js";

/** Returns the section of the README for a namespace and its routes. */
export function namespacePart(namespace: Namespace, context: Context): string[] {
  const { naming, options } = context;
  const groups = routesByGroup(namespace, context);
  const deprecated = namespace.routes.filter((route) => route.deprecated !== undefined);
  const titles = groups.some(({ title }) => title !== undefined);
  return [
    `### ${markdown(namespace.name)}`,
    ...plainParagraphs(namespace.doc, context.binding).map(markdown),
    `\`import … from "${options.name}/${naming.folder(namespace.name)}"\`${codecsNote(namespace, context)}`,
    ...(titles
      ? [
          ...groups.flatMap(({ title = "Other routes", routes }) => [
            `#### ${markdown(title)}`,
            ...routeTable(routes, namespace, context),
          ]),
          ...(deprecated.length === 0 ? [] : ["#### Deprecated routes", ...routeTable(deprecated, namespace, context)]),
        ]
      : routeTable(routesInOrder(namespace, context), namespace, context)),
  ];
}

/** Returns where the codecs of a lazy namespace are; empty for other namespaces. */
function codecsNote(namespace: Namespace, context: Context): string {
  const { options } = context;
  return isLazy(namespace, context)
    ? `; the first call loads the checks, and \`"${options.name}/${codecsSubpath(namespace, context)}"\` has the codecs and the complete routes`
    : "";
}

function routeTable(routes: readonly Route[], namespace: Namespace, context: Context): string[] {
  const rows = routes.map((route) => row(route, namespace, context));
  return rows.length === 0 ? [] : [table(["route", "method", "what it does", "error"], rows)];
}

function row(route: Route, namespace: Namespace, context: Context): string[] {
  const { naming } = context;
  const isCallable = callableRoutes(namespace, context).includes(route);
  const method = `\`client.${naming.namespace(namespace.name)}.${naming.method(namespace.name, route)}\``;
  const doc = summary(route, context.binding);
  return [
    `\`${routePath(namespace.name, route, context.binding)}\``,
    isCallable ? method : "–",
    route.deprecated === undefined ? doc : `Deprecated. ${doc}`,
    route.error.kind === "ref" && context.hasType(route.error) ? `\`${naming.type(route.error)}\`` : "",
  ];
}

function summary(route: Route, binding: Binding): string {
  const [paragraph = ""] = plainParagraphs(route.doc, binding);
  const text = paragraph.replace(/\s+/g, " ");
  return markdown(/^.*?[.!?](?= |$)/.exec(text)?.[0] ?? text);
}
