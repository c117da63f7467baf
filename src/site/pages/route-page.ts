import { routeKey } from "../../generator/emit/twin/route-key.js";
import {
  authenticationKinds,
  hasKnownStyle,
  permissionOf,
  routeStyle,
  attributeText,
} from "../../generator/facts/context.js";
import { findPoll } from "../../generator/facts/jobs.js";
import { versionedName } from "../../generator/facts/naming.js";
import { findPaging } from "../../generator/facts/paging.js";
import type { Example, Json, Namespace, Route, Type, Value } from "../../ir/api.js";
import { routeName, schemaName } from "../../ir/names.js";
import { errorPaths } from "../../values/error-paths.js";
import { explorerPath, plainName, routePagePath } from "../addresses.js";
import { json, writtenJson } from "../code/highlight.js";
import { credentialsOf, routeUrl } from "../code/request.js";
import { codeTabs } from "../code/samples.js";
import { docParagraphs, docText, firstSentence, searchWords } from "../doc.js";
import { errorTree, type ErrorNode } from "../error-tree.js";
import type { Links } from "../links.js";
import { markup, type Content, type Markup } from "../markup.js";
import { innerType, memberTable, type Direction } from "../members.js";
import { section, wrappable, type Page } from "../page.js";
import type { Site } from "../site.js";
import { typeWords, valueCode } from "../words.js";
import { isObject } from "../../ir/is-object.js";

/** Returns the page of a route (SITE-7 to SITE-17). */
export function routePage(route: Route, namespace: Namespace, site: Site): Page {
  return {
    path: routePagePath(namespace.name, route),
    title: routeName(namespace.name, route),
    description: firstSentence(route.doc),
    namespace,
    words: searchWords([docText(route.doc)], versionedName(route), site.context.naming.method(namespace.name, route)),
    columns: "two",
    content: (links) => [
      markup`<div class="text">`,
      head(route, namespace, links),
      requestSection(route, namespace, links),
      part("argument", "Argument", route.arg, "written", links),
      part("result", "Result", route.result, "read", links),
      errors(route, links),
      markup`</div><div class="panel">`,
      tryIt(route, namespace, site),
      code(route, namespace, site),
      examples(route, site),
      markup`</div><div class="rest">`,
      seeAlso(route, namespace, links),
      attributes(route, links),
      markup`</div>`,
    ],
  };
}

function head(route: Route, namespace: Namespace, links: Links): Content {
  const { context, changes } = links.site;
  const style = routeStyle(route, context);
  const permission = permissionOf(route, context);
  const title = routeName(namespace.name, route);
  const badges = [
    route.deprecated === undefined ? "" : badge("Deprecated", "deprecated"),
    changes === undefined ? "" : (changes.badge(title, links.root) ?? ""),
    route.version === 1 ? "" : badge(`Version ${route.version}`),
    badge(style === "rpc" ? "RPC" : style === "upload" ? "Upload" : style === "download" ? "Download" : style),
    ...authenticationKinds(route, context).map((kind) => badge(`Auth: ${kind}`)),
    ...(permission === undefined ? [] : [badge(permission, "permission")]),
  ];
  const by = route.deprecated?.by;
  return markup`<p class="crumbs">${links.namespace(namespace.name)} / routes</p>
<h1>${wrappable(title)}</h1>
<p class="badges">${badges}</p>
${route.deprecated === undefined ? "" : markup`<p class="notice">This route is deprecated.${by === undefined ? "" : markup` Use <code>${links.route(namespace.name, by)}</code> instead.`}</p>`}
${docParagraphs(route.doc, links)}`;
}

function badge(text: string, kind = ""): Markup {
  return kind === ""
    ? markup`<span class="badge">${text}</span> `
    : markup`<span class="badge ${kind}">${text}</span> `;
}

function part(id: string, title: string, type: Type, direction: Direction, links: Links): Content {
  const { lookup } = links.site;
  const name = innerType(type, links);
  const isNone = lookup.withoutAliases(type).kind === "void";
  const bare = lookup.withoutAliases(type);
  const words = isNone ? `No ${id}.` : typeWords(type, links);
  const isDirect = bare.kind === "ref" || (name !== undefined && bare.kind !== "map");
  return section(
    id,
    title,
    markup`<p class="type">${words}</p>`,
    name === undefined || !isDirect ? "" : memberTable(name, id, links, direction),
  );
}

function errors(route: Route, links: Links): Content {
  const { lookup } = links.site;
  if (lookup.withoutAliases(route.error).kind === "void") {
    return section("errors", "Errors", markup`<p>None of its own.</p>`, otherErrors(links));
  }
  const paths = errorPaths(route.error, links.site.lookup);
  const tree = errorTree(route.error, paths, lookup);
  return section(
    "errors",
    "Errors",
    markup`<p class="type">${typeWords(route.error, links)}</p>`,
    tree.length === 0 ? "" : markup`<ul class="errors">${tree.map((node) => errorItem(node, links))}</ul>`,
    otherErrors(links),
  );
}

function errorItem(node: ErrorNode, links: Links): Markup {
  const { path, doc, value, next, isComplete } = node;
  const id = `error/${plainName(path)}`;
  const test = isComplete ? markup`<code class="test">error.is(<wbr>${JSON.stringify(path)})</code> ` : "";
  const payload = value === undefined ? "" : markup`with ${typeWords(links.site.lookup.withoutNull(value), links)}`;
  return markup`<li id="${id}"><div class="error"><code class="summary">${wrappable(`${path}/…`)}</code><a class="anchor" href="#${id}" aria-label="Link to this error">#</a></div>${docParagraphs(doc, links)}<p class="usage">${test}${payload}</p>${next.length === 0 ? "" : markup`<ul>${next.map((child) => errorItem(child, links))}</ul>`}</li>
`;
}

function otherErrors({ root }: Links): Markup {
  return markup`<p class="quiet">Every route can also fail with <a href="${root}errors.html#status">400, 401, 403, 429 or 5xx</a>.</p>`;
}

/** Returns the element in which the script builds the explorer (SITE-26). */
function tryIt(route: Route, namespace: Namespace, site: Site): Content {
  return site.explorer === "off" || !hasKnownStyle(route, site.context.binding)
    ? ""
    : markup`<section id="try-it" class="try-it" data-route="${routeKey(namespace, route)}" data-script="${explorerPath(namespace.name)}" data-targets="${site.explorer}" hidden><h2>Call this route<a class="anchor" href="#try-it" aria-label="Link to this section">#</a></h2></section>
`;
}

function code(route: Route, namespace: Namespace, site: Site): Content {
  const tabs = codeTabs(route, namespace, site);
  return tabs === "" ? "" : section("code", "Code", tabs);
}

/** Returns the examples, with argument and result of the same label together (SITE-15). */
function examples(route: Route, site: Site): Content {
  const args = examplesOf(route.arg, site);
  const results = examplesOf(route.result, site);
  const labels = [...new Set([...args, ...results].map(({ label }) => label))];
  const pairs = labels.map((label) => {
    const id = `example.${plainName(label)}`;
    const argument = args.find((example) => example.label === label);
    const result = results.find((example) => example.label === label);
    return markup`<div class="example" id="${id}"><h3>${label}<a class="anchor" href="#${id}" aria-label="Link to this example">#</a></h3>${argument && block("Argument", argument.doc, writtenJson(argument.value, route.arg, site.lookup))}${result && block("Result", result.doc, json(result.value))}</div>
`;
  });
  const failures = errorExamples(route, site).map(({ label, doc, value }) => {
    const id = `error-example.${plainName(label)}`;
    return markup`<div class="example" id="${id}"><h3>Error: ${label}<a class="anchor" href="#${id}" aria-label="Link to this example">#</a></h3>${block("Status 409", doc, json(value))}</div>
`;
  });
  return pairs.length + failures.length === 0 ? "" : section("examples", "Examples", pairs, failures);
}

function block(title: string, doc: string | undefined, value: Content): Markup {
  return markup`<div class="message"><p class="caption">${title}${doc === undefined ? "" : `: ${doc}`}</p>${value}</div>`;
}

function examplesOf(type: Type, { lookup }: Site): readonly Example[] {
  const bare = lookup.bare(type);
  const definition = bare.kind === "ref" ? lookup.definition(bare) : undefined;
  return definition === undefined || definition.kind === "alias" ? [] : definition.examples;
}

/** Returns complete bodies of error responses: the examples of the error type, or else one for its first path. */
function errorExamples(route: Route, site: Site): readonly Example[] {
  const paths = errorPaths(route.error, site.lookup);
  const byTags = new Map(paths.toReversed().map(({ path, value }) => [JSON.stringify(tagChain(value)), path]));
  const shown = examplesOf(route.error, site).flatMap((example) => {
    const path = byTags.get(JSON.stringify(tagChain(example.value)));
    return path === undefined ? [] : [{ ...example, value: errorBody(path, example.value) }];
  });
  const [first] = paths;
  return shown.length > 0 || first === undefined
    ? shown
    : [{ label: first.path, doc: undefined, value: errorBody(first.path, first.value) }];
}

function errorBody(path: string, error: Json): Json {
  return { error_summary: `${path}/..`, error };
}

/** Returns the tags of an error, the outermost first. The next tag is in the tag's value, or in the first tagged member of a struct. */
function tagChain(error: Json): string[] {
  if (!isObject(error)) {
    return [];
  }
  const tag = error[".tag"];
  if (typeof tag !== "string") {
    return [];
  }
  const inner = [error[tag], ...Object.values(error)].find((member) => tagChain(member ?? null).length > 0);
  return [tag, ...tagChain(inner ?? null)];
}

/** Returns the attributes that do not define how the route is called (SITE-7). */
function attributes(route: Route, links: Links): Content {
  const { api, context, lookup } = links.site;
  const bindingAttributes = new Set<string>(Object.values(context.binding.attributes));
  const others = Object.entries(route.attributes).filter(
    ([name, value]) => !bindingAttributes.has(name) && value !== null,
  );
  if (others.length === 0) {
    return "";
  }
  const schema = api.stoneCfg?.types.find(({ name }) => name === "Route");
  const docs = new Map(
    schema === undefined ? [] : lookup.allFields(schemaName).map(({ field }) => [field.name, field.doc]),
  );
  const rows = others.map(
    ([name, value]: [string, Value]) =>
      markup`<tr><th scope="row"><code>${name}</code></th><td>${valueCode(value)}${docParagraphs(docs.get(name), links)}</td></tr>
`,
  );
  return section(
    "attributes",
    "Attributes",
    markup`<table class="members"><thead><tr><th scope="col">Attribute</th><th scope="col">Value</th></tr></thead><tbody>${rows}</tbody></table>`,
  );
}

/** Returns the section on the request of a route: URL, headers, and where the argument and the content go (SITE-9). */
function requestSection(route: Route, namespace: Namespace, links: Links): Content {
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

/** The maximum number of routes on one line of the section. */
const most = 12;

/** Returns related routes: the continuation, the status of the job, other versions, and routes with the same types (SITE-17). */
function seeAlso(route: Route, namespace: Namespace, links: Links): Content {
  const { site } = links;
  const next = findPaging(route, namespace, site.context)?.next;
  const poll = findPoll(route, namespace, site.context);
  const versions = namespace.routes.filter(({ name }) => name === route.name).filter((other) => other !== route);
  const thisRoute = routeName(namespace.name, route);
  const withType = (type: Type, part: "argument" | "result"): Markup[] => {
    const uses = type.kind === "ref" ? site.usages.of(type).routes : [];
    return uses
      .filter((use) => use.parts.includes(part) && routeName(use.namespace.name, use.route) !== thisRoute)
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
