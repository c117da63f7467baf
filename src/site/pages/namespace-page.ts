import type { Namespace, Route } from "../../ir/api.js";
import { namespacePath } from "../addresses.js";
import { docParagraphs, docText, firstSentence, searchWords } from "../doc.js";
import { markup, type Content, type Markup } from "../markup.js";
import type { Links } from "../links.js";
import { section, type Page } from "../page.js";
import type { Site } from "../site.js";

/** The page of a namespace: its routes by prefix, its types, and what is deprecated. */
export function namespacePage(namespace: Namespace, site: Site): Page {
  return {
    path: namespacePath(namespace.name),
    title: namespace.name,
    description: firstSentence(namespace.doc),
    namespace,
    words: searchWords([docText(namespace.doc)], namespace.name, site.context.naming.namespace(namespace.name)),
    content: (links) => {
      const current = namespace.routes.filter(({ deprecated }) => deprecated === undefined);
      const deprecated = namespace.routes.filter((route) => route.deprecated !== undefined);
      return [
        markup`<p class="crumbs">Namespace</p>
<h1>${namespace.name}</h1>
${docParagraphs(namespace.doc, links)}`,
        current.length === 0 ? "" : section("routes", "Routes", routeGroups(current, namespace, links)),
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

/** Routes under the first part of their names, if several share it: `file_requests/`. */
function routeGroups(routes: readonly Route[], namespace: Namespace, links: Links): Content {
  const groups = new Map<string, Route[]>();
  for (const route of routes) {
    const [prefix] = route.name.includes("/") ? route.name.split("/") : [""];
    groups.set(prefix ?? "", [...(groups.get(prefix ?? "") ?? []), route]);
  }
  return [...groups].map(([prefix, members]) => [
    prefix === "" || groups.size === 1 ? "" : markup`<h3>${prefix}</h3>`,
    routeList(members, namespace, links),
  ]);
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
