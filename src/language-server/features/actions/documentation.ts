import { plainParts, sourceOf } from "../../../lint/documents.js";
import type * as ast from "../../../syntax/ast.js";
import type { Span } from "../../../text/span.js";
import { findType } from "../../symbols/doc-occurrences.js";
import { findField } from "../../symbols/type-lookup.js";
import { indentationAt, insertBelow, replaceSpan, spanText, type TextEdit } from "../edits.js";
import type { EnclosingNodes } from "../places.js";
import type { Snapshot } from "../project.js";
import type { Action } from "./action.js";

/** A word that may be a name, which can contain dots, slashes and a version. */
const word = /[A-Za-z_][\w-]*(?:[./][A-Za-z_][\w-]*)*(?::\d+)?/g;

/** Converts the word at an offset in documentation to a reference, or all names of types in it (LSP-63). */
export function writeReferences(nodes: EnclosingNodes, { start }: Span, snapshot: Snapshot): Action[] {
  const doc = docAt(nodes, start);
  if (doc === undefined) {
    return [];
  }
  const words = plainWords(doc);
  const chosen = words.find(({ span }) => span.start <= start && start <= span.end);
  const ofChosen = chosen === undefined ? [] : referencesTo(chosen.text, nodes, snapshot);
  const types = words.filter(({ text }) => isTypeName(text, nodes, snapshot));
  const action = (title: string, edits: () => readonly TextEdit[]): Action => ({
    title,
    kind: "refactor.rewrite",
    edits,
  });
  return [
    ...ofChosen.map((reference) =>
      action(`Write it as a reference: ${reference}`, () =>
        chosen === undefined ? [] : [replaceSpan(chosen.span, reference)],
      ),
    ),
    ...((types.length < 2 && ofChosen.length > 0) || types.length === 0
      ? []
      : [
          action("Write the names of types as references", () =>
            types.map(({ text, span }) => replaceSpan(span, `:type:\`${text}\``)),
          ),
        ]),
  ];
}

interface Word {
  readonly text: string;
  readonly span: Span;
}

/** Returns the words of documentation outside of references. */
function plainWords(doc: ast.Doc): Word[] {
  const { source, start: base } = doc.span;
  return [...plainParts(sourceOf(doc))].flatMap((part) =>
    [...part.text.matchAll(word)].map(({ 0: text, index }) => {
      const start = base + part.index + index;
      return { text, span: { source, start, end: start + text.length } };
    }),
  );
}

/** Whether a word can only be the name of a type: `FileMetadata`, but not `File`. The documented type itself does not count. */
function isTypeName(text: string, { namespace, item }: EnclosingNodes, { names }: Snapshot): boolean {
  const isOwn = "name" in item && item.name.text === text;
  return /^(?:[A-Z][a-z0-9]+){2,}$/.test(text) && !isOwn && findType(namespace, text, names) !== undefined;
}

/** Returns the possible references for a word. */
function referencesTo(text: string, { namespace, type }: EnclosingNodes, { names }: Snapshot): string[] {
  if (text === "true" || text === "false" || text === "null") {
    return [`:val:\`${text}\``];
  }
  const parts = text.split(".");
  const [first = "", second, ...others] = parts;
  const isImported = names.namespaces.get(namespace)?.imports.has(first) === true;
  const isType =
    second === undefined
      ? findType(namespace, first, names) !== undefined
      : isImported && others.length === 0 && findType(first, second, names) !== undefined;
  const owner = second === undefined ? type : findType(namespace, first, names);
  const isField = owner !== undefined && others.length === 0 && findField(owner, second ?? first, names) !== undefined;
  const [, path = "", version = "1"] = /^([^:]*)(?::(\d+))?$/.exec(isImported ? parts.slice(1).join(".") : text) ?? [];
  const isRoute = names.routes(isImported ? first : namespace, path).some((route) => route.version === Number(version));
  return [
    ...(isType ? [`:type:\`${text}\``] : []),
    ...(isField ? [`:field:\`${text}\``] : []),
    ...(isRoute ? [`:route:\`${text}\``] : []),
  ];
}

/**
 * Adds placeholders where documentation is missing: to the field at a position, or to a definition and its fields
 * (LSP-63).
 */
export function addMissingDocumentation({ item, field, example }: EnclosingNodes, { start }: Span): Action[] {
  const add = (title: string, nodes: readonly Documentable[]): Action => ({
    title,
    kind: "refactor.rewrite",
    edits: () => nodes.flatMap((node) => addStub(node)),
  });
  if (field !== undefined) {
    return field.doc === undefined ? [add(`Add documentation to '${field.name.text}'`, [field])] : [];
  }
  if (example !== undefined || !isDocumentable(item) || start > item.name.span.end) {
    return [];
  }
  const undocumentedItem = item.doc === undefined ? [item] : [];
  const members = membersOf(item).filter(({ doc }) => doc === undefined);
  return [
    ...(undocumentedItem.length === 0 ? [] : [add(`Add documentation to '${item.name.text}'`, undocumentedItem)]),
    ...(members.length === 0
      ? []
      : [add(`Add documentation to '${item.name.text}' and its members`, [...undocumentedItem, ...members])]),
  ];
}

/** A node that can have documentation. */
export type Documentable =
  ast.NamespaceHeader | ast.Alias | ast.Struct | ast.Union | ast.Route | ast.AnnotationType | ast.Field;

function isDocumentable(item: ast.Item): item is Exclude<Documentable, ast.Field> {
  return item.kind !== "import" && item.kind !== "patch" && item.kind !== "annotation";
}

function membersOf(item: Documentable): readonly ast.Field[] {
  return "fields" in item ? item.fields : "params" in item ? item.params : [];
}

/** Returns the edit that adds a placeholder as documentation. */
export function addStub(node: Documentable): TextEdit[] {
  const text = "kind" in node && node.kind === "route" ? "What it does." : "What it is.";
  return [insertBelow(headOf(node), `\n${indentationAt(node.extent)}    "${text}"`)];
}

/** Returns the part of a node that precedes its documentation: the head and annotations. */
function headOf(node: Documentable): Span {
  if (!("kind" in node)) {
    return (node.annotations.at(-1) ?? node.default ?? node.type)?.extent ?? node.name.span;
  }
  switch (node.kind) {
    case "alias":
      return (node.annotations.at(-1) ?? node.type).extent;
    case "struct":
    case "union":
      return node.parent?.extent ?? node.name.span;
    case "route":
      return node.deprecated?.extent ?? { ...node.extent, end: endOfRouteTypes(node) };
    case "namespace":
    case "annotation_type":
      return node.name.span;
  }
}

const width = 100;

/** Rewraps each paragraph of the documentation at an offset to lines of at most 100 characters (LSP-63). */
export function rewrapDocumentation(nodes: EnclosingNodes, offset: number): Action[] {
  const doc = docAt(nodes, offset);
  if (doc === undefined || spanText(doc.span).includes("\\")) {
    return [];
  }
  const wrapped = wrap(doc);
  return wrapped === spanText(doc.span)
    ? []
    : [
        {
          title: `Wrap the documentation at ${width} characters`,
          kind: "refactor.rewrite",
          edits: () => [replaceSpan(doc.span, wrapped)],
        },
      ];
}

/** Returns the documentation that contains an offset; undefined if there is none. */
function docAt({ item, type, field, example }: EnclosingNodes, offset: number): ast.Doc | undefined {
  const itemDoc = "doc" in item ? item.doc : undefined;
  return [itemDoc, type?.node.doc, field?.doc, example?.doc].find(
    (doc) => doc !== undefined && doc.span.start <= offset && offset <= doc.span.end,
  );
}

function wrap(doc: ast.Doc): string {
  const indentation = indentationAt(doc.span);
  const text = spanText(doc.span).slice(1, -1);
  const paragraphs = text
    .split(/\n[ \t]*(?=\n)/)
    .map((paragraph) => wrapParagraph(paragraph.trim().replace(/\s*\n\s*/g, " "), indentation));
  return `"${paragraphs.join(`\n\n${indentation}`)}"`;
}

/**
 * Wraps a paragraph. Lines are broken only at single spaces outside of backquotes, so that references and repeated
 * spaces are unchanged.
 */
function wrapParagraph(text: string, indentation: string): string {
  const words = text.match(/(?:`[^`]*`|\S)+(?: {2,}(?:`[^`]*`|\S)+)*/g) ?? [];
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (indentation.length + longer.length + 1 > width && line !== "") {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  lines.push(line);
  return lines.join(`\n${indentation}`);
}

/** Returns the offset after the closing parenthesis of a route's types. */
export function endOfRouteTypes({ types: { arg, result, error } }: ast.Route): number {
  const { text } = arg.extent.source;
  const last = Math.max(arg.extent.end, result.extent.end, error.extent.end);
  return text.indexOf(")", last) + 1;
}
