import { routesByGroup } from "../generator/facts/route-order.js";
import type { Namespace } from "../ir/api.js";
import { routeName } from "../ir/names.js";
import { guidePath, routePagePath, rootFrom, typePath } from "./addresses.js";
import { firstSentence } from "./doc.js";
import { summary } from "./guides/guide-page.js";
import { markdownPath, type Page } from "./page.js";
import type { Site } from "./site.js";

/** Returns the index of a site's Markdown, as specified by llmstxt.org. The pages of types, which are optional, come last. */
export function llmsIndex(site: Site, [start]: readonly Page[]): string {
  const { base } = site.options;
  const entry = (path: string, title: string, text: string): string => {
    const relative = markdownPath({ path });
    const url = base === undefined ? relative : new URL(relative, base).href;
    return `- [${title}](${url})${text === "" ? "" : `: ${text}`}`;
  };
  const routes = (namespace: Namespace): string[] =>
    routesByGroup(namespace, site.context).flatMap((group) =>
      group.routes.map((route) =>
        entry(routePagePath(namespace.name, route), routeName(namespace.name, route), firstSentence(route.doc)),
      ),
    );
  const types = ({ name, types: all, aliases }: Namespace): string[] =>
    [...all, ...aliases].map((type) =>
      entry(typePath({ namespace: name, name: type.name }), `${name}.${type.name}`, firstSentence(type.doc)),
    );
  const { namespaces } = site.api;
  const sections: [title: string, lines: readonly string[]][] = [
    [
      "About the API",
      [
        entry("index.html", "Overview", "The client, authentication and hosts."),
        entry("errors.html", "Errors", "All errors, with the routes that return them."),
        ...(site.hasPermissions ? [entry("permissions.html", "Permissions", "The permissions that routes need.")] : []),
      ],
    ],
    ["Guides", site.guides.map((guide) => entry(guidePath(guide.name), guide.title, summary(guide)))],
    ...namespaces.map((namespace): [string, string[]] => [namespace.name, routes(namespace)]),
    ["Optional", namespaces.flatMap(types)],
  ];
  return [
    `# ${site.title}`,
    ...(start === undefined || start.description === "" ? [] : [`> ${start.description.replace(/\s+/g, " ")}`]),
    ...sections.filter(([, lines]) => lines.length > 0).map(([title, lines]) => `## ${title}\n\n${lines.join("\n")}`),
    "",
  ].join("\n\n");
}

/** Adapts the links in the Markdown of a page for a single file in the folder of the site. */
export function partOfAll({ path }: Page, markdown: string): string {
  const root = rootFrom(path);
  return root === "" ? markdown : markdown.replaceAll(`](${root}`, "](");
}
