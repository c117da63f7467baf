import type { Namespace, Route } from "../../ir/api.js";
import { plainName } from "../addresses.js";
import { markup, join, type Content } from "../markup.js";
import type { Links } from "../links.js";
import { section, wrappable, type Page } from "../page.js";
import { errorPaths } from "../../values/error-paths.js";
import type { Site } from "../site.js";

interface Use {
  readonly namespace: Namespace;
  readonly route: Route;
}

/** Returns all error paths of an API, sorted, with the routes that return each. */
export function errorUses(site: Site): readonly (readonly [path: string, uses: readonly Use[]])[] {
  const usesOfError = new Map<string, Use[]>();
  for (const namespace of site.api.namespaces) {
    for (const route of namespace.routes) {
      for (const { path } of errorPaths(route.error, site.lookup)) {
        const uses = usesOfError.get(path) ?? [];
        uses.push({ namespace, route });
        usesOfError.set(path, uses);
      }
    }
  }
  return [...usesOfError].sort(([a], [b]) => (a < b ? -1 : 1));
}

const statuses: readonly (readonly [status: string, meaning: string, advice: string])[] = [
  ["400", "The request is malformed. The body is text that says why.", "Fix the program."],
  ["401", "The credentials are missing, invalid or expired.", "Renew the token, or log in again."],
  ["403", "The credentials do not permit this call.", "Ask for the missing permission."],
  ["409", "The route's own error, as JSON: see the list below.", "Branch on the error."],
  ["429", "The rate limit was exceeded.", "Call again after the seconds in Retry-After."],
  ["5xx", "The service failed. The call may have been performed.", "Call again later."],
];

/** Returns the page of all errors (SITE-4). */
export function errorsPage(site: Site): Page {
  return {
    path: "errors.html",
    title: "Errors",
    description: `All errors of ${site.title}, with the routes that return them.`,
    content: (links) => [
      markup`<h1>Errors</h1>
<p>A call fails with one of these statuses. Errors of routes have status 409 and a JSON body with <code>error_summary</code>, <code>error</code> and, for some, a <code>user_message</code> to show.</p>`,
      section(
        "status",
        "Statuses",
        markup`<table class="members"><thead><tr><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead><tbody>${statuses.map(([status, meaning, advice]) => markup`<tr><th scope="row"><code>${status}</code></th><td>${meaning} ${advice}</td></tr>`)}</tbody></table>`,
      ),
      paths(site, links),
    ],
  };
}

function paths(site: Site, links: Links): Content {
  const uses = errorUses(site);
  return uses.length === 0
    ? ""
    : section(
        "paths",
        "Errors of routes",
        markup`<table class="members"><thead><tr><th scope="col">error_summary</th><th scope="col">Routes</th></tr></thead><tbody>${uses.map(
          ([path, routes]) =>
            markup`<tr id="error/${plainName(path)}"><th scope="row"><code>${wrappable(`${path}/…`)}</code></th><td>${join(
              routes.map(({ namespace, route }) => links.route(namespace.name, route)),
              ", ",
            )}</td></tr>
`,
        )}</tbody></table>`,
      );
}
