import { count } from "../../text/diagnostics/summarize.js";
import { chooseFirstCall } from "../../generator/emit/readme/chosen-route.js";
import { authenticationKinds } from "../../generator/facts/context.js";
import { routesByGroup } from "../../generator/facts/route-order.js";
import type { Namespace } from "../../ir/api.js";
import { guidePath, plainName } from "../addresses.js";
import { codeBlock } from "../code/highlight.js";
import { codeTabs } from "../code/samples.js";
import { firstSentence } from "../doc.js";
import { summary } from "../guides/guide-page.js";
import { join, markup, type Content } from "../markup.js";
import type { Links } from "../links.js";
import { section, type Page } from "../page.js";
import type { Site } from "../site.js";

/** Returns the start page: the API, its namespaces, authentication, hosts, errors and the client. */
export function startPage(site: Site): Page {
  const lead = site.description ?? introduction(site);
  return {
    path: "index.html",
    title: site.title,
    description: lead,
    columns: "two",
    content: (links) => [
      markup`<div class="text"><h1>${site.title}</h1>
<p class="lead">${lead}</p>`,
      guides(links),
      groups(links),
      namespaces(links),
      markup`</div><div class="panel">`,
      client(site),
      firstCall(links),
      markup`</div><div class="rest">`,
      authentication(site),
      hosts(site),
      section(
        "errors",
        "Errors",
        markup`<p>A route fails with status 409 and a JSON body whose <code>error_summary</code> names the error, such as <code>path/not_found/..</code>: compare it without the dots, whose number varies. <a href="${links.root}errors.html">All errors</a> are listed with the routes that return them.</p>`,
      ),
      markup`</div>`,
    ],
  };
}

/** Returns an introduction to an API that has no description. */
function introduction({ api: { namespaces } }: Site): string {
  const callable = namespaces.filter(({ routes }) => routes.length > 0);
  const routes = callable.reduce((sum, namespace) => sum + namespace.routes.length, 0);
  return `An HTTP API with ${count(routes, "route")} in ${count(callable.length, "namespace")}. Arguments, results and errors are JSON.`;
}

function guides({ root, site }: Links): Content {
  const rows = site.guides.map(
    (guide) =>
      markup`<li><a href="${root}${guidePath(guide.name)}">${guide.title}</a><span>${summary(guide)}</span></li>
`,
  );
  return rows.length === 0 ? "" : section("guides", "Guides", markup`<ul class="entries">${rows}</ul>`);
}

/** Returns the routes of the configured groups, for all namespaces (GUIDE-2). */
function groups(links: Links): Content {
  const { api, context } = links.site;
  const candidates = api.namespaces.flatMap((namespace) =>
    routesByGroup(namespace, context).map(({ title, routes }) => ({ namespace, title, routes })),
  );
  const rows = (context.options.docs?.groups ?? []).flatMap(({ title }) => {
    const routes = candidates
      .filter((group) => group.title === title)
      .flatMap((group) =>
        group.routes.map((route) => markup`<code>${links.route(group.namespace.name, route)}</code>`),
      );
    return routes.length === 0 ? [] : [markup`<dt>${title}</dt><dd>${join(routes, " ")}</dd>`];
  });
  return rows.length === 0 ? "" : section("tasks", "What you can do", markup`<dl class="groups">${rows}</dl>`);
}

/** Returns the namespaces; those that contain only types are a separate list. */
function namespaces(links: Links): Content {
  const { namespaces: all } = links.site.api;
  const callable = all.filter(({ routes }) => routes.length > 0);
  const others = all.filter(({ routes }) => routes.length === 0);
  return [
    namespaceList("namespaces", "Namespaces", callable, links),
    namespaceList("shared-types", "Shared types", others, links),
  ];
}

function namespaceList(id: string, title: string, list: readonly Namespace[], links: Links): Content {
  const rows = list.map(
    (namespace) =>
      markup`<li><code>${links.namespace(namespace.name)}</code><span>${firstSentence(namespace.doc)} <span class="quiet">${contents(namespace)}</span></span></li>
`,
  );
  return rows.length === 0 ? "" : section(id, title, markup`<ul class="entries">${rows}</ul>`);
}

function contents({ routes, types, aliases }: Namespace): string {
  const all = types.length + aliases.length;
  return [...(routes.length === 0 ? [] : [count(routes.length, "route")]), count(all, "type")].join(", ");
}

/** Returns the code of a call to the route that is the best introduction to the API. */
function firstCall(links: Links): Content {
  const { site } = links;
  const chosen = chooseFirstCall(site.context);
  if (chosen === undefined) {
    return "";
  }
  const { namespace, route } = chosen;
  return section(
    "first-call",
    "A first call",
    markup`<p>${firstSentence(route.doc)} <code>${links.route(namespace.name, route)}</code></p>`,
    codeTabs(route, namespace, site),
  );
}

function client({ options }: Site): Content {
  const { install } = options.docs ?? {};
  if (options.output === "source" || install === false) {
    return "";
  }
  return install === undefined
    ? section(
        "client",
        "Build the client",
        markup`<p>The client is generated from the specification, and installed from its folder:</p>`,
        codeBlock(
          options.out === undefined
            ? "npx ashlar generate --out client\nnpm install ./client"
            : `npx ashlar generate\nnpm install ./${options.out}`,
          "shell",
        ),
      )
    : section("client", "Install the client", codeBlock(install, "shell"));
}

const kinds: Readonly<Record<string, string>> = {
  user: "an access token of a user, in the header Authorization: Bearer TOKEN",
  team: "an access token of a team, in the header Authorization: Bearer TOKEN",
  app: "the key and the secret of an app, as user name and password of HTTP Basic authentication",
  noauth: "no credentials",
};

function authentication(site: Site): Content {
  const routes = site.api.namespaces.flatMap((namespace) => namespace.routes);
  const counts = new Map<string, number>();
  for (const kind of routes.flatMap((route) => authenticationKinds(route, site.context))) {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const { authorizeUrl, tokenUrl } = site.context.binding.oauth;
  const rows = [...counts].map(
    ([kind, number]) =>
      markup`<tr id="auth.${plainName(kind)}"><th scope="row"><code>${kind}</code></th><td>${kinds[kind] ?? ""} <span class="quiet">${count(number, "route")}</span></td></tr>
`,
  );
  return rows.length === 0
    ? ""
    : section(
        "authentication",
        "Authentication",
        markup`<table class="members"><thead><tr><th scope="col">Kind</th><th scope="col">Credentials</th></tr></thead><tbody>${rows}</tbody></table>`,
        authorizeUrl === undefined ? "" : markup`<p>Users grant access at <code>${authorizeUrl}</code>.</p>`,
        tokenUrl === undefined ? "" : markup`<p>Tokens come from <code>${tokenUrl}</code>.</p>`,
      );
}

function hosts({ context }: Site): Content {
  const rows = Object.entries(context.binding.hosts).map(
    ([name, url]) => markup`<tr><th scope="row"><code>${name}</code></th><td><code>${url}</code></td></tr>
`,
  );
  return rows.length === 0
    ? ""
    : section(
        "hosts",
        "Hosts",
        markup`<table class="members"><thead><tr><th scope="col">Host</th><th scope="col">URL</th></tr></thead><tbody>${rows}</tbody></table>`,
      );
}
