import { findPaging } from "../../generator/facts/paging.js";
import { findPoll } from "../../generator/facts/jobs.js";
import type { Namespace, Route, Type } from "../../ir/api.js";
import { routeName } from "../../ir/names.js";

import { markup, type Content, type Markup } from "../markup.js";
import type { Links } from "../links.js";
import { section } from "../page.js";

/** The maximum number of routes on one line of the section. */
const most = 12;

/** Returns related routes: the continuation, the status of the job, other versions, and routes with the same types (SITE-17). */
export function seeAlso(route: Route, namespace: Namespace, links: Links): Content {
  const { site } = links;
  const next = findPaging(route, namespace, site.context)?.next;
  const poll = findPoll(route, namespace, site.context);
  const versions = namespace.routes.filter(({ name }) => name === route.name).filter((other) => other !== route);
  const own = routeName(namespace.name, route);
  const withType = (type: Type, part: "argument" | "result"): Markup[] => {
    const uses = type.kind === "ref" ? site.usages.of(type).routes : [];
    return uses
      .filter((use) => use.parts.includes(part) && routeName(use.namespace.name, use.route) !== own)
      .slice(0, most)
      .map((use) => links.route(use.namespace.name, use.route));
  };
  const lines: [string, Markup[]][] = [
    ["Next pages", next === undefined || next === route ? [] : [links.route(namespace.name, next)]],
    ["Status of the job", poll === undefined ? [] : [links.route(poll.namespace.name, poll.route)]],
    ["Other versions", versions.map((other) => links.route(namespace.name, other))],
    ["Same argument", withType(route.arg, "argument")],
    ["Same result", withType(route.result, "result")],
  ];
  const shown = lines.filter(([, found]) => found.length > 0);
  return shown.length === 0
    ? ""
    : section(
        "see-also",
        "See also",
        markup`<dl>${shown.map(([title, found]) => markup`<dt>${title}</dt><dd>${found.map((link) => markup`<code>${link}</code> `)}</dd>`)}</dl>`,
      );
}
