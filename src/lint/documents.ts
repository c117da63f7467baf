import type * as ir from "../ir/api.js";
import { writtenDocReference } from "../compiler/semantics/doc-text.js";
import type { Span } from "../text/span.js";
import type * as ast from "../syntax/ast.js";
import type { LintedType, Project, Subject } from "./project.js";

/** Something that can have documentation. */
export interface Documentable extends Subject {
  readonly kind:
    "namespace" | "struct" | "union" | "alias" | "route" | "field" | "tag" | "annotationType" | "parameter" | "example";
  readonly namespace: string;
  readonly name: string;
  readonly doc: ast.Doc | undefined;
  /** Undefined if there is no documentation, and for examples, annotation types and their parameters. */
  readonly compiled: ir.Doc | undefined;
  /** The type that the documented element belongs to; for a type, the type itself. */
  readonly owner: LintedType | undefined;
}

/**
 * Returns everything that can have documentation, including that in `stone_cfg`. A namespace is returned once for each
 * of its files.
 */
export function documents({ all }: Project): readonly Documentable[] {
  return [
    ...all.namespaces.flatMap(({ target, namespace, files }) =>
      files.map(({ span, header }): Documentable => ({
        kind: "namespace",
        target,
        span,
        namespace: target,
        name: target,
        doc: header.doc,
        compiled: namespace.doc,
        owner: undefined,
      })),
    ),
    ...all.types.flatMap(documentsOfType),
    ...all.aliases.map(({ target, span, namespace, alias, node }): Documentable => ({
      kind: "alias",
      target,
      span,
      namespace,
      name: alias.name,
      doc: node.doc,
      compiled: alias.doc,
      owner: undefined,
    })),
    ...all.routes.map(({ target, span, namespace, route, node }): Documentable => ({
      kind: "route",
      target,
      span,
      namespace,
      name: route.name,
      doc: node.doc,
      compiled: route.doc,
      owner: undefined,
    })),
    ...all.annotationTypes.flatMap(({ target, span, namespace, node, params }): Documentable[] => [
      {
        kind: "annotationType",
        target,
        span,
        namespace,
        name: node.name.text,
        doc: node.doc,
        compiled: undefined,
        owner: undefined,
      },
      ...params.map((param): Documentable => ({
        kind: "parameter",
        target: param.target,
        span: param.span,
        namespace,
        name: param.node.name.text,
        doc: param.node.doc,
        compiled: undefined,
        owner: undefined,
      })),
    ]),
  ];
}

function documentsOfType(owner: LintedType): Documentable[] {
  const { target, span, namespace, name, type, node, fields, examples } = owner;
  return [
    { kind: type.kind, target, span, namespace, name, doc: node.doc, compiled: type.doc, owner },
    ...fields.map(({ target: fieldTarget, span: fieldSpan, field, node: fieldNode }): Documentable => ({
      kind: type.kind === "struct" ? "field" : "tag",
      target: fieldTarget,
      span: fieldSpan,
      namespace,
      name: field.name,
      doc: fieldNode.doc,
      compiled: field.doc,
      owner,
    })),
    ...examples.map(({ label, doc }): Documentable => ({
      kind: "example",
      target,
      span: label.span,
      namespace,
      name: label.text,
      doc,
      compiled: undefined,
      owner,
    })),
  ];
}

/** Whether there is documentation that contains words (DOC-3). */
export function isDocumented({ doc }: Documentable): boolean {
  return doc !== undefined && doc.text.trim() !== "";
}

/** Returns the literal of documentation as written, including its quotes. */
export function sourceOf({ span }: ast.Doc): string {
  return span.source.text.slice(span.start, span.end);
}

/** Returns an object with the span of some words in a literal; without it if they are not on one line. */
export function spanOfWords({ span }: ast.Doc, index: number, words: string): { readonly span?: Span } {
  const start = span.start + index;
  return words.includes("\n") ? {} : { span: { source: span.source, start, end: start + words.length } };
}

/** Yields the parts of a literal's source outside of references, with their offsets in it. */
export function* plainParts(literal: string): Generator<{ readonly text: string; readonly index: number }> {
  let at = 0;
  for (const { 0: reference, index } of literal.matchAll(writtenDocReference)) {
    yield { text: literal.slice(at, index), index: at };
    at = index + reference.length;
  }
  yield { text: literal.slice(at), index: at };
}
