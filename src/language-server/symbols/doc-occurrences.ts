import { writtenDocReference } from "../../compiler/semantics/doc-text.js";
import type * as ast from "../../syntax/ast.js";
import type { Span } from "../../text/span.js";
import { isType, type DeclaredType, type Names } from "./names.js";
import type { Context } from "./occurrence.js";
import { findRoute, findMember, toTarget, type Target } from "./target.js";
import { bareType } from "./type-lookup.js";

/** The context of documentation. `type` is the type whose fields can be referred to without its name. */
interface DocContext extends Context {
  readonly type: DeclaredType | undefined;
}

/** Visits the names in the references of documentation (DOC-6). */
export function visitDoc(doc: ast.Doc | undefined, context: DocContext): void {
  // Most documentation has no reference.
  if (doc?.text.includes("`") !== true) {
    return;
  }
  for (const reference of findDocReferences(doc)) {
    switch (reference.tag) {
      case "type":
        visitTypeParts(reference, context);
        break;
      case "field":
        visitFieldParts(reference, context);
        break;
      case "route":
        visitRouteParts(reference, context);
        break;
    }
  }
}

function visitTypeParts(reference: DocReference, context: DocContext): void {
  const [first, second] = partsOf(reference);
  if (first !== undefined && second === undefined) {
    visitDefinition(context.namespace, first, context);
  } else if (first !== undefined && second !== undefined) {
    visitNamespace(first, context);
    visitDefinition(first.text, second, context);
  }
}

function visitFieldParts(reference: DocReference, context: DocContext): void {
  const parts = partsOf(reference);
  const field = parts.at(-1);
  if (field === undefined) {
    return;
  }
  const [first, second] = parts;
  const { names } = context;
  let type: () => DeclaredType | undefined = () => context.type;
  if (parts.length === 2 && first !== undefined) {
    visitDefinition(context.namespace, first, context);
    type = () => findType(context.namespace, first.text, names);
  } else if (parts.length === 3 && first !== undefined && second !== undefined) {
    visitNamespace(first, context);
    visitDefinition(first.text, second, context);
    type = () => findType(first.text, second.text, names);
  }
  visitPart(field, context, () => {
    const owner = type();
    return owner && findMember(owner, field.text, names);
  });
}

function visitRouteParts(reference: DocReference, context: DocContext): void {
  const { value, valueSpan } = reference;
  const dot = value.indexOf(".");
  const [, name = "", version] = /^([^:]*)(?::(\d+))?$/.exec(value.slice(dot + 1)) ?? [];
  const start = valueSpan.start + dot + 1;
  const namespace = dot === -1 ? context.namespace : value.slice(0, dot);
  if (dot !== -1) {
    const span = { ...valueSpan, end: valueSpan.start + dot };
    visitNamespace({ text: namespace, span }, context);
  }
  visitPart({ text: name, span: { ...valueSpan, start, end: start + name.length } }, context, () =>
    findRoute(namespace, name, Number(version ?? 1), context.names),
  );
}

interface Part {
  readonly text: string;
  readonly span: Span;
}

/** Returns the parts of a reference that are separated by dots. */
function partsOf({ value, valueSpan }: DocReference): Part[] {
  let { start } = valueSpan;
  return value.split(".").map((text) => {
    const span = { ...valueSpan, start, end: start + text.length };
    start = span.end + 1;
    return { text, span };
  });
}

function visitPart({ text, span }: Part, { visit }: DocContext, resolve: () => Target | undefined): void {
  if (text !== "") {
    visit({ role: "documentation", text, span, resolve });
  }
}

function visitNamespace(part: Part, context: DocContext): void {
  visitPart(part, context, () => ({ kind: "namespace", name: part.text }));
}

function visitDefinition(namespace: string, part: Part, context: DocContext): void {
  visitPart(part, context, () => {
    const declared = context.names.definition(namespace, part.text);
    return declared && toTarget(declared);
  });
}

/** Returns the struct or union with a name; for an alias, the struct or union that it resolves to. */
export function findType(namespace: string, name: string, names: Names): DeclaredType | undefined {
  const declared = names.definition(namespace, name);
  if (declared?.node.kind === "alias") {
    const bare = bareType({ namespace: declared.namespace, ref: declared.node.type }, names);
    return bare?.kind === "type" ? bare.type : undefined;
  }
  return declared !== undefined && isType(declared) ? declared : undefined;
}

/** A reference in documentation as written. */
interface DocReference {
  /** The word between the colons. */
  readonly tag: string;
  readonly value: string;
  /** The span from the first colon to the last backquote. */
  readonly span: Span;
  /** The text between the backquotes. */
  readonly valueSpan: Span;
}

/** Returns the references in documentation (DOC-4). */
export function findDocReferences(doc: ast.Doc): DocReference[] {
  const { source, start, end } = doc.span;
  return [...source.text.slice(start, end).matchAll(writtenDocReference)].map(
    ({ 0: whole, 1: tag = "", 2: value = "", index }) => {
      const from = start + index;
      const valueEnd = from + whole.length - 1;
      return {
        tag,
        value,
        span: { source, start: from, end: valueEnd + 1 },
        valueSpan: { source, start: valueEnd - value.length, end: valueEnd },
      };
    },
  );
}
