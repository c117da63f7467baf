import type { Doc, DocPart, Field, Name } from "../../ir/api.js";
import { leadingSentence } from "../../ir/plain-text.js";
import { routePath, type Binding } from "../facts/binding-options.js";
import type { Context } from "../facts/context.js";

/** How a comment renders references in documentation. */
export interface Mentions {
  readonly type: (name: Name) => string;
  readonly route: (namespace: string, name: string, version: number) => string;
  /** A field, qualified with the name of its type. */
  readonly field: (type: Name, field: string) => string;
}

/** Renders references as code, as they are spelled in URLs and JSON, for texts that cannot contain links. */
export function codeMentions(binding: Binding): Mentions {
  return {
    type: ({ namespace, name }) => `\`${namespace}.${name}\``,
    route: (namespace, name, version) => `\`${routePath(namespace, { name, version }, binding)}\``,
    field: ({ name }, field) => `\`${name}.${field}\``,
  };
}

/** Returns mentions for the documentation of a type and its fields. They omit the type's name from references to its own fields. */
export function mentionsWithin(owner: Name, mentions: Mentions): Mentions {
  const isOwn = (type: Name): boolean => type.namespace === owner.namespace && type.name === owner.name;
  return { ...mentions, field: (type, field) => (isOwn(type) ? `\`${field}\`` : mentions.field(type, field)) };
}

const width = 112;

/** Returns the paragraphs of documentation in Markdown, each on one line; escaped for a comment by default. */
export function paragraphs(doc: Doc | undefined, mentions: Mentions, escape = escapeInComment): string[] {
  if (doc === undefined) {
    return [];
  }
  return doc.parts
    .map((part) => renderPart(part, mentions, escape))
    .join("")
    .split(/\n+/)
    .map(oneLine)
    .filter((paragraph) => paragraph !== "");
}

/** Returns the text of a comment: wrapped paragraphs, separated by empty lines, then tags such as `@deprecated`. Undefined if the text is empty. */
export function comment(
  doc: Doc | undefined,
  mentions: Mentions,
  notes: readonly string[] = [],
  tags: readonly string[] = [],
): string | undefined {
  const blocks = [...paragraphs(doc, mentions), ...notes.map(oneLine)].map(wrap);
  if (tags.length > 0) {
    blocks.push(tags.map((tag) => wrap(oneLine(tag))).join("\n"));
  }
  return blocks.length === 0 ? undefined : blocks.join("\n\n");
}

/** Appends lines of code as an example to the text of a comment, if there are any. */
export function withExample(text: string | undefined, code: readonly string[] | undefined): string | undefined {
  if (code === undefined) {
    return text;
  }
  const example = ["@example", "```ts", ...code.map((line) => line.replaceAll("*/", "*\\/")), "```"].join("\n");
  return text === undefined ? example : `${text}\n\n${example}`;
}

/** Returns the first sentence of documentation, wrapped; undefined if there is none. */
export function firstSentence(doc: Doc | undefined, mentions: Mentions): string | undefined {
  const [paragraph] = paragraphs(doc, mentions);
  return paragraph && wrap(leadingSentence(paragraph));
}

function oneLine(text: string): string {
  // A fast path: nearly all text is on one line.
  return (/[^\S ]| {2}/.test(text) ? text.replace(/\s+/g, " ") : text).trim();
}

/** Returns the notes and tags that follow the documentation of a field. */
export function fieldNotes(field: Field): { notes: string[]; tags: string[] } {
  const notes: string[] = [];
  const tags: string[] = [];
  if (field.preview) {
    notes.push("Preview: may change or be removed. Do not rely on it in production.");
  }
  if (field.omittedCaller !== undefined) {
    notes.push(`Only visible to callers with the permission \`${field.omittedCaller}\`.`);
  }
  if (field.deprecated) {
    tags.push("@deprecated");
  }
  return { notes, tags };
}

function renderPart(part: DocPart, mentions: Mentions, escape: (text: string) => string): string {
  if (typeof part === "string") {
    return escape(part);
  }
  switch (part.kind) {
    case "type":
      return mentions.type(part);
    case "field":
      return mentions.field(part.type, part.field);
    case "route":
      return mentions.route(part.namespace, part.name, part.version);
    case "link":
      return `[${escape(part.title)}](${escape(part.url)})`;
    case "val":
      return `\`${escape(part.value)}\``;
  }
}

/** Prevents text from ending the comment or starting a tag or an inline tag. */
function escapeInComment(text: string): string {
  if (!/@|\*\//.test(text)) {
    return text;
  }
  return text
    .replace(/\*\//g, "*\\/")
    .replace(/(^|\n)(\s*)@/g, "$1$2\\@")
    .replace(/\{@/g, "{\\@");
}

function wrap(paragraph: string): string {
  if (paragraph.length <= width) {
    return paragraph;
  }
  const lines: string[] = [];
  let line = "";
  // A link counts as one word.
  for (const word of paragraph.match(/(?:\{@link [^}]*\}|\S)+/g) ?? []) {
    // A word that would look like a tag at the start of a line stays on the previous line.
    if (line !== "" && line.length + 1 + word.length > width && !word.startsWith("@")) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join("\n");
}

/** Which names the documentation in a module can link to. */
interface LinkTargets {
  /** Returns the qualifier of the types of a namespace: `files.`, or empty; undefined if they are not in scope. */
  readonly prefix: (namespace: string) => string | undefined;
  /** Returns the name of a route; undefined if it is not in scope. */
  readonly route?: (namespace: string, name: string, version: number) => string | undefined;
}

/** Renders references as links if they are in scope, otherwise as code. */
export function mentionsIn({ naming, hasType, binding }: Context, { prefix, route }: LinkTargets): Mentions {
  const asCode = codeMentions(binding);
  return {
    type: (name) => {
      if (!hasType(name)) {
        return asCode.type(name);
      }
      const before = prefix(name.namespace);
      return before === undefined
        ? `\`${naming.namespace(name.namespace)}.${naming.type(name)}\``
        : `{@link ${before}${naming.type(name)}}`;
    },
    route: (namespace, name, version) => {
      const target = route?.(namespace, name, version);
      return target === undefined ? asCode.route(namespace, name, version) : `{@link ${target}}`;
    },
    field: (type, field) => `\`${hasType(type) ? naming.type(type) : type.name}.${field}\``,
  };
}
