import { routesByGroup, type TitledRoutes } from "../../generator/facts/route-order.js";
import type { Namespace, Route } from "../../ir/api.js";
import { namespacePath } from "../addresses.js";
import { docParagraphs, docText, firstSentence, searchWords } from "../doc.js";
import { markup, type Content, type Markup } from "../markup.js";
import type { Links } from "../links.js";
import { section, type Page } from "../page.js";
import type { Site } from "../site.js";

/** Returns the page of a namespace: its routes in groups, its types, and deprecated routes. */
export function namespacePage(namespace: Namespace, site: Site): Page {
  return {
    path: namespacePath(namespace.name),
    title: namespace.name,
    description: firstSentence(namespace.doc),
    namespace,
    words: searchWords([docText(namespace.doc)], namespace.name, site.context.naming.namespace(namespace.name)),
    content: (links) => {
      const groups = routesByGroup(namespace, site.context);
      const deprecated = namespace.routes.filter((route) => route.deprecated !== undefined);
      return [
        markup`<p class="crumbs">Namespace</p>
<h1>${namespace.name}</h1>
${docParagraphs(namespace.doc, links)}`,
        groups.length === 0 ? "" : section("routes", "Routes", routeGroups(groups, namespace, links)),
        typeSection(
          "structs",
          "Structs",
          namespace.types.filter(({ kind }) => kind === "struct"),
          namespace,
          links,
        ),
        typeSection(
          "unions",
          "Unions",
          namespace.types.filter(({ kind }) => kind === "union"),
          namespace,
          links,
        ),
        typeSection("aliases", "Aliases", namespace.aliases, namespace, links),
        deprecated.length === 0
          ? ""
          : section("deprecated", "Deprecated routes", routeList(deprecated, namespace, links)),
      ];
    },
  };
}

/** Returns the routes in the configured groups, and the other routes grouped by prefix. */
function routeGroups(groups: readonly TitledRoutes[], namespace: Namespace, links: Links): Content {
  const isTitled = groups.some(({ title }) => title !== undefined);
  const others = isTitled ? "Other routes" : "";
  const lists = groups.flatMap(({ title, routes }) =>
    title === undefined ? byPrefix(routes, others) : [{ title, routes }],
  );
  return lists.map(({ title, routes }) => [
    title === "" || lists.length === 1 ? "" : markup`<h3>${title}</h3>`,
    routeList(routes, namespace, links),
  ]);
}

/** Groups routes by the first part of their names, such as `file_requests`. The title of routes without a `/` is `others`. */
function byPrefix(routes: readonly Route[], others: string): { title: string; routes: readonly Route[] }[] {
  const groups = new Map<string, Route[]>();
  for (const route of routes) {
    const [prefix = others] = route.name.includes("/") ? route.name.split("/") : [others];
    groups.set(prefix, [...(groups.get(prefix) ?? []), route]);
  }
  return [...groups].map(([title, members]) => ({ title, routes: members }));
}

function routeList(routes: readonly Route[], namespace: Namespace, links: Links): Markup {
  return markup`<ul class="entries">${routes.map(
    (
      route,
    ) => markup`<li><code>${links.route(namespace.name, route)}</code><span>${firstSentence(route.doc)}</span></li>
`,
  )}</ul>`;
}

function typeSection(
  id: string,
  title: string,
  types: readonly { readonly name: string; readonly doc: Namespace["doc"] }[],
  namespace: Namespace,
  links: Links,
): Content {
  return types.length === 0
    ? ""
    : section(
        id,
        title,
        markup`<ul class="entries">${types.map(
          ({ name, doc }) =>
            markup`<li><code>${links.type({ namespace: namespace.name, name })}</code><span>${firstSentence(doc)}</span></li>
`,
        )}</ul>`,
      );
}
