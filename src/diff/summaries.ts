import type { Api, Doc, DocPart } from "../ir/api.js";

/** The first sentence of the documentation of routes, types, fields and tags, by the subject that findings give them. */
export function findSummaries({ namespaces }: Api): ReadonlyMap<string, string> {
  const summaries = new Map<string, string>();
  const add = (subject: string, doc: Doc | undefined): void => {
    const sentence = firstSentence(doc);
    if (sentence !== "") {
      summaries.set(subject, sentence);
    }
  };
  for (const namespace of namespaces) {
    add(namespace.name, namespace.doc);
    for (const { name, version, doc } of namespace.routes) {
      add(`${namespace.name}/${name}${version === 1 ? "" : `:${version}`}`, doc);
    }
    for (const type of namespace.types) {
      add(`${namespace.name}.${type.name}`, type.doc);
      type.fields.forEach(({ name, doc }) => add(`${namespace.name}.${type.name}.${name}`, doc));
    }
    namespace.aliases.forEach(({ name, doc }) => add(`${namespace.name}.${name}`, doc));
  }
  return summaries;
}

function firstSentence(doc: Doc | undefined): string {
  const [paragraph = ""] = (doc?.parts ?? [])
    .map(plainText)
    .join("")
    .trim()
    .split(/\n\s*\n/);
  const text = paragraph.replace(/\s+/g, " ");
  return /^.*?[.!?](?= |$)/.exec(text)?.[0] ?? text;
}

function plainText(part: DocPart): string {
  if (typeof part === "string") {
    return part;
  }
  switch (part.kind) {
    case "type":
      return part.name;
    case "field":
      return part.field;
    case "route":
      return `${part.namespace}/${part.name}`;
    case "link":
      return part.title;
    case "val":
      return part.value;
  }
}
