import type { Doc, DocPart, Field } from "./api.js";
import { qualified, routeName } from "./names.js";

/** Returns documentation as plain text, with references as names; undefined if there is none. */
export function plainText(doc: Doc | undefined): string | undefined {
  const text = doc?.parts.map(partText).join("").trim() ?? "";
  return text === "" ? undefined : text;
}

/**
 * Returns the first sentence of documentation, or the first paragraph if no sentence ends in it; undefined if there is
 * no documentation.
 */
export function firstSentence(doc: Doc | undefined): string | undefined {
  const paragraph = plainText(doc)?.split("\n", 1)[0]?.replace(/\s+/g, " ");
  return paragraph && leadingSentence(paragraph);
}

/** Returns the first sentence of a text that is on one line. */
export function leadingSentence(text: string): string {
  return /^.*?[.!?](?= |$)/.exec(text)?.[0] ?? text;
}

/** Returns the documentation of a field or tag, followed by the sentences of its annotations. */
export function fieldText({ doc, preview, omittedCaller }: Field): string | undefined {
  const sentences = [
    plainText(doc),
    preview ? "Preview: may change or be removed. Do not rely on it in production." : undefined,
    omittedCaller === undefined ? undefined : `Only visible to callers with the permission ${omittedCaller}.`,
  ].filter((sentence) => sentence !== undefined);
  return sentences.length === 0 ? undefined : sentences.join("\n");
}

function partText(part: DocPart): string {
  if (typeof part === "string") {
    return part;
  }
  switch (part.kind) {
    case "type":
      return qualified(part);
    case "field":
      return `${part.type.name}.${part.field}`;
    case "route":
      return routeName(part.namespace, part);
    case "link":
      return part.title === part.url ? part.url : `${part.title} (${part.url})`;
    case "val":
      return part.value;
  }
}
