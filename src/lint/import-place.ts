import type * as ast from "../syntax/ast.js";
import { spanning, type Span } from "../text/span.js";
import type { LintedFile } from "./project.js";
import type { Change, Fix } from "./rule.js";

/** Returns the change that adds an import to a file. Sorted imports stay sorted. */
export function importPlace({ imports, header }: LintedFile, name: string): Change {
  const before = imports.findLast((node) => node.name.text < name);
  const [after] = imports;
  if (before === undefined && after !== undefined) {
    const { source, start } = linesOf(after.span);
    return { span: { source, start, end: start }, text: `import ${name}\n` };
  }
  const last = before?.span ?? header.doc?.span ?? header.name.span;
  const { source, end } = linesOf(last);
  const newLine = source.text.slice(0, end).endsWith("\n") ? "" : "\n";
  return { span: { source, start: end, end }, text: `${newLine}import ${name}\n` };
}

/** Returns the change that removes an import, and the blank lines after it if there are also some before it. */
export function removeImport({ spec }: LintedFile, { span }: ast.Import): Change {
  const { source, start, end } = linesOf(span);
  const index = spec.itemTexts.findIndex((item) => item.source === source);
  const isAfterBlank = spec.itemTexts[index - 1]?.source.text.endsWith("\n\n") === true;
  const [blank = ""] = isAfterBlank ? (/^\n*/.exec(source.text.slice(end)) ?? []) : [];
  return { span: { source, start, end: end + blank.length }, text: "" };
}

/**
 * Returns the fix that sorts the imports of a file; undefined if there are comments among them, because a comment may
 * belong to an import.
 */
export function sortImports({ imports, spec, header }: LintedFile): Fix | undefined {
  const [first] = imports;
  const isBeforeImport = (node: ast.Import): boolean => spec.items[spec.items.indexOf(node) + 1]?.kind === "import";
  const hasComment = (node: ast.Import): boolean =>
    mayHaveComment(isBeforeImport(node) ? itemLines(node.span) : linesOf(node.span));
  if (first === undefined || imports.some(hasComment)) {
    return undefined;
  }
  const names = [...new Set(imports.map(({ name }) => name.text))].sort();
  const text = names.map((name) => `import ${name}\n`).join("");
  const isBlock = spec.items.findIndex(({ kind }) => kind === "import") === spec.items.indexOf(header) + 1;
  const removals = imports.map(({ span }): Change => ({ span: linesOf(span), text: "" }));
  const place: Change = isBlock ? { span: linesOf(first.span), text } : importBelow(header, text);
  return {
    title: "Sort the imports",
    safe: true,
    changes: [place, ...(isBlock ? removals.slice(1) : removals)],
  };
}

function importBelow(header: ast.NamespaceHeader, text: string): Change {
  const { source, end } = linesOf(
    header.doc === undefined ? header.name.span : spanning(header.name.span, header.doc.span),
  );
  return { span: { source, start: end, end }, text };
}

/** Returns an import with everything up to the next item. */
function itemLines({ source }: ast.Import["span"]): ast.Import["span"] {
  return { source, start: 0, end: source.text.length };
}

/** Returns the whole lines that a span touches, with their line endings. */
export function linesOf({ source, start, end }: Span): Span {
  const next = source.text.indexOf("\n", Math.max(start, end - 1));
  return {
    source,
    start: source.text.lastIndexOf("\n", start - 1) + 1,
    end: next === -1 ? source.text.length : next + 1,
  };
}

/** Whether a span may contain a comment. Also true for a `#` in a string. */
export function mayHaveComment({ source, start, end }: Span): boolean {
  return source.text.slice(start, end).includes("#");
}
