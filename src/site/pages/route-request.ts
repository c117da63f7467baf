import { authenticationKinds, attributeText, routeStyle } from "../../generator/facts/context.js";
import type { Namespace, Route } from "../../ir/api.js";
import { credentialsOf, routeUrl } from "../code/request.js";
import { markup, type Content } from "../markup.js";
import type { Links } from "../links.js";
import { section, wrappable } from "../page.js";

/** Returns the section on the request of a route: URL, headers, and where the argument and the content go (SITE-9). */
export function requestSection(route: Route, namespace: Namespace, links: Links): Content {
  const { site } = links;
  const { binding } = site.context;
  const style = routeStyle(route, site.context);
  const { headers } = binding;
  const rows: [string, Content][] = [];
  const credentials = { token: "Bearer TOKEN", app: "Basic KEY:SECRET in Base64", none: undefined };
  const authorization = credentials[credentialsOf(route, site)];
  if (authorization !== undefined) {
    rows.push(["Authorization", authorization]);
  }
  if (style === "rpc") {
    if (site.lookup.withoutAliases(route.arg).kind !== "void") {
      rows.push(["Content-Type", "application/json"]);
    }
  } else {
    rows.push([headers.arg, "the argument as JSON, without characters beyond ASCII"]);
  }
  if (style === "upload") {
    rows.push(["Content-Type", "application/octet-stream"]);
  }
  if (style === "download") {
    rows.push(["Range", markup`a part of the content, such as <code>bytes=0-1023</code> (optional)`]);
    rows.push(["If-None-Match", markup`the <code>ETag</code> of content that the caller has (optional)`]);
  }
  const kinds = authenticationKinds(route, site.context);
  if (kinds.includes("team") || kinds.includes("user")) {
    const admin = attributeText(route, binding.attributes.selectAdmin);
    if (kinds.includes("user")) {
      rows.push([headers.selectUser, "with a team token: the member to act as (optional)"]);
    }
    if (admin !== undefined && admin !== "" && admin !== "false" && admin !== "null") {
      rows.push([headers.selectAdmin, "with a team token: the administrator to act as (optional)"]);
    }
  }
  const body = {
    upload: "The body is the content.",
    download: `The response body is the content; the result is the JSON in the header ${headers.result}. GET with the query parameter arg works too.`,
  }[style];
  return section(
    "request",
    "Request",
    markup`<p class="request"><b>POST</b> <code>${wrappable(routeUrl(route, namespace, site).href)}</code></p>`,
    rows.length === 0
      ? ""
      : markup`<table class="headers"><thead><tr><th scope="col">Header</th><th scope="col">Value</th></tr></thead><tbody>${rows.map(([name, value]) => markup`<tr><th scope="row"><code>${name}</code></th><td>${value}</td></tr>`)}</tbody></table>`,
    body === undefined ? "" : markup`<p>${body}</p>`,
    markup`<p class="quiet">Browsers can avoid a preflight request: send the argument and <code>authorization</code> as query parameters, with <code>reject_cors_preflight=true</code>${style === "download" ? "" : markup` and the content type <code>${binding.preflightFreeType}</code>`}.</p>`,
  );
}
