import type { Api, Doc } from "../ir/api.js";
import { routeName } from "../ir/names.js";
import { firstSentence } from "../ir/plain-text.js";

/** Returns subject of a finding to the first sentence of its documentation, for namespaces, routes, types, fields and tags. */
export function findSummaries({ namespaces }: Api): ReadonlyMap<string, string> {
  const summaries = new Map<string, string>();
  const add = (subject: string, doc: Doc | undefined): void => {
    const sentence = firstSentence(doc);
    if (sentence !== undefined) {
      summaries.set(subject, sentence);
    }
  };
  for (const namespace of namespaces) {
    add(namespace.name, namespace.doc);
    namespace.routes.forEach((route) => add(routeName(namespace.name, route), route.doc));
    for (const type of namespace.types) {
      add(`${namespace.name}.${type.name}`, type.doc);
      type.fields.forEach(({ name, doc }) => add(`${namespace.name}.${type.name}.${name}`, doc));
    }
    namespace.aliases.forEach(({ name, doc }) => add(`${namespace.name}.${name}`, doc));
  }
  return summaries;
}
