import { authenticationKinds, permissionOf } from "../../generator/facts/context.js";
import type { Namespace, Route } from "../../ir/api.js";
import { plainName } from "../addresses.js";
import { markup, type Content } from "../markup.js";
import type { Links } from "../links.js";
import { section, type Page } from "../page.js";
import type { Site } from "../site.js";

interface Entry {
  readonly namespace: Namespace;
  readonly route: Route;
  readonly auth: string;
}

/** Returns the page that lists which routes need which permission, by authentication (SITE-4). */
export function permissionsPage(site: Site): Page {
  return {
    path: "permissions.html",
    title: "Permissions",
    description: `The permissions that the routes of ${site.title} need.`,
    content: (links) => [
      markup`<h1>Permissions</h1>
<p>The permission that an app needs for each route, and the kinds of authentication that the route accepts.</p>`,
      byPermission(site, links),
    ],
  };
}

function byPermission(site: Site, links: Links): Content {
  const { context } = site;
  const groups = new Map<string, Entry[]>();
  for (const namespace of site.api.namespaces) {
    for (const route of namespace.routes) {
      const name = permissionOf(route, context) ?? "";
      groups.set(name, groups.get(name) ?? []);
      groups.get(name)?.push({ namespace, route, auth: authenticationKinds(route, context).join(", ") });
    }
  }
  return [...groups]
    .sort(([a], [b]) => Number(a === "") - Number(b === "") || (a < b ? -1 : 1))
    .map(([name, entries]) =>
      section(
        name === "" ? "none" : `permission.${plainName(name)}`,
        name === "" ? "No permission" : name,
        byAuthentication(entries, links),
      ),
    );
}

function byAuthentication(entries: readonly Entry[], links: Links): Content {
  const kinds = [...new Set(entries.map(({ auth }) => auth))].sort();
  return markup`<table class="members"><thead><tr><th scope="col">Authentication</th><th scope="col">Routes</th></tr></thead><tbody>${kinds.map(
    (kind) => markup`<tr><th scope="row">${kind === "" ? "any" : kind}</th><td><ul class="links">${entries
      .filter(({ auth }) => auth === kind)
      .map(
        ({ namespace, route }) => markup`<li><code>${links.route(namespace.name, route)}</code></li>`,
      )}</ul></td></tr>
`,
  )}</tbody></table>`;
}
