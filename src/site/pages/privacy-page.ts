import type { PrivacyRow } from "../../exports/privacy/row.js";
import { markup, type Content, type Markup } from "../markup.js";
import type { Links } from "../links.js";
import { section, wrappable, type Page } from "../page.js";
import type { Site } from "../site.js";

const parts: Readonly<Record<PrivacyRow["part"], string>> = { arg: "argument", result: "result", error: "error" };

/** Returns the page that lists the data of each route that is redacted in logs. */
export function privacyPage({ title, redacted }: Site): Page {
  return {
    path: "privacy.html",
    title: "Privacy",
    description: `The data of ${title} that is masked or hashed in logs.`,
    content: (links) => [
      markup`<h1>Privacy</h1>
<p>The data of each route that is masked or hashed in logs.</p>`,
      byRoute(redacted, links),
    ],
  };
}

function byRoute(rows: readonly PrivacyRow[], links: Links): Content {
  const routes = new Map<string, PrivacyRow[]>();
  for (const row of rows) {
    routes.set(row.route, [...(routes.get(row.route) ?? []), row]);
  }
  return section(
    "redacted",
    "Redacted data",
    markup`<table class="members"><thead><tr><th scope="col">Route</th><th scope="col">Data</th></tr></thead><tbody>${[
      ...routes,
    ].map(
      ([
        title,
        places,
      ]) => markup`<tr><th scope="row"><code>${links.routeByTitle(title)}</code></th><td><ul class="links places">${places.map(place)}</ul></td></tr>
`,
    )}</tbody></table>`,
  );
}

function place({ part, path, kind, annotation, direction }: PrivacyRow): Markup {
  return markup`<li><span class="quiet">${parts[part]}</span> <code>${wrappable(path, /(?<=[.>\]])(?=.)/)}</code> <span class="quiet">${kind === "blot" ? "masked" : "hashed"}${annotation === undefined ? "" : markup` by <code>${annotation}</code>`}, ${direction} the service</span></li>`;
}
