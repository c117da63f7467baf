import { routeStyle } from "../../generator/facts/context.js";
import type { Doc, Namespace, Route } from "../../ir/api.js";
import { errorPaths } from "../../values/error-paths.js";
import { sampleValue } from "../../values/sample.js";
import { firstSentence } from "../doc.js";
import { errorTree } from "../error-tree.js";
import { markup, type Content } from "../markup.js";
import type { Site } from "../site.js";
import { curlCommand, httpText, sampleRequest } from "./request.js";
import { codeBlock, type Language } from "./highlight.js";
import { typescriptCode } from "./typescript.js";

interface Sample {
  readonly title: string;
  readonly language: Language | undefined;
  readonly code: string;
}

/** Returns the code samples of a route as tabs (SITE-16), which are readable without a script; empty if there are none. */
export function codeTabs(route: Route, namespace: Namespace, site: Site): Content {
  const samples = codeSamples(route, namespace, site);
  return samples.length === 0
    ? ""
    : markup`<div class="tabs">${samples.map(({ title, language, code }) => markup`<div class="tab"><h3>${title}</h3>${codeBlock(code, language)}</div>`)}</div>`;
}

/** Returns the code samples of a route; empty for an unknown style, or for an argument type without values. */
export function codeSamples(route: Route, namespace: Namespace, site: Site): readonly Sample[] {
  const { lookup, context } = site;
  const hasArg = lookup.withoutAliases(route.arg).kind !== "void";
  const arg = hasArg ? sampleValue(route.arg, lookup) : undefined;
  if ((hasArg && arg === undefined) || !["rpc", "upload", "download"].includes(routeStyle(route, context))) {
    return [];
  }
  const handled = errorPaths(route.error, site.lookup)
    .filter(({ path }) => !/(?:^|\/)other$/.test(path)) // a program cannot act on it
    .slice(0, 2)
    .map(({ path }) => ({ path, comment: commentOn(route, path, site) }));
  const request = sampleRequest(route, namespace, arg, site);
  const typescript = typescriptCode(route, namespace, arg, handled, site);
  return [
    ...(typescript === undefined ? [] : [{ title: "TypeScript", language: "typescript" as const, code: typescript }]),
    { title: "curl", language: "shell", code: curlCommand(request) },
    { title: "HTTP", language: undefined, code: httpText(request) },
  ];
}

/** Returns the first sentence of documentation for the tags of an error path, from the innermost documented tag; the path itself if there is none. */
function commentOn(route: Route, path: string, site: Site): string {
  let nodes = errorTree(route.error, [{ path, value: null }], site.lookup);
  let doc: Doc | undefined;
  for (let node = nodes[0]; node !== undefined; node = nodes[0]) {
    doc = node.doc ?? doc;
    nodes = [...node.next];
  }
  return firstSentence(doc) || path;
}
