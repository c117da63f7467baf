import type { Span } from "../../text/span.js";
import type * as ast from "../../syntax/ast.js";
import { findDocReferences } from "../symbols/doc-occurrences.js";
import { lineEnd, lineStart } from "./edits.js";
import { readItems } from "../symbols/names.js";
import { itemTextAt, toFileRange, type FileRange } from "./places.js";
import type { Snapshot } from "./project.js";
import { scan } from "./line-context.js";

/** Returns the ranges that contain an offset, from the word to the file, each larger than the one before (LSP-28). */
export function findSelections({ files }: Snapshot, path: string, offset: number): FileRange[] {
  const file = files.get(path);
  const text = file && itemTextAt(file, offset);
  if (file === undefined || text === undefined) {
    return [];
  }
  const { source } = text;
  const at = offset - source.offsetInFile(0);
  const spans: Span[] = [];
  const add = (start: number, end: number): void => {
    if (start <= at && at <= end && end > start) {
      spans.push({ source, start, end });
    }
  };
  addPieces(source.text, at, add);
  addLine(source.text, at, add);
  for (const item of readItems(text)) {
    visitExtents(item, (extent) => {
      add(extent.start, extent.end);
    });
  }
  const all: FileRange[] = [...spans.map(toFileRange), { path, start: 0, end: file.source.text.length }];
  return nestRanges(all);
}

type Add = (start: number, end: number) => void;

/** Adds the word, the string and its content, and the lists in parentheses and brackets. */
function addPieces(text: string, at: number, add: Add): void {
  const open: number[] = [];
  for (const piece of scan(text)) {
    if (piece.kind === "string") {
      add(piece.start, piece.end);
      add(piece.start + 1, piece.end - 1);
      if (piece.start < at && at < piece.end) {
        addInside(text, piece.start + 1, piece.end - 1, at, add);
      }
    } else if (piece.kind === "comment") {
      add(piece.start, piece.end);
      addWord(text, at, add);
    } else if (piece.kind === "punctuation") {
      if ("([{".includes(piece.text)) {
        open.push(piece.start);
      } else if (")]}".includes(piece.text)) {
        const start = open.pop();
        if (start !== undefined) {
          add(start + 1, piece.end - 1);
          add(start, piece.end);
        }
      }
    } else {
      add(piece.start, piece.end);
    }
  }
}

/** Adds the word, the sentence and the paragraph in documentation. */
function addInside(text: string, start: number, end: number, at: number, add: Add): void {
  addWord(text, at, add);
  const inner = text.slice(start, end);
  for (const { 0: sentence, index } of inner.matchAll(/\S(?:[^.!?]|[.!?](?=\S))*(?:[.!?]+(?=\s|$))?/g)) {
    add(start + index, start + index + sentence.trimEnd().length);
  }
  for (const { 0: paragraph, index } of inner.matchAll(/\S(?:[^\n]|\n(?![ \t]*\n))*/g)) {
    add(start + index, start + index + paragraph.trimEnd().length);
  }
}

function addWord(text: string, at: number, add: Add): void {
  const start = at - (/[\w-]*$/.exec(text.slice(0, at))?.[0].length ?? 0);
  add(start, at + (/^[\w-]*/.exec(text.slice(at))?.[0].length ?? 0));
}

function addLine(text: string, at: number, add: Add): void {
  const start = lineStart(text, at);
  const line = text.slice(start, lineEnd(text, at));
  add(start + (line.length - line.trimStart().length), start + line.trimEnd().length);
}

/** Visits the extents of a node and of all nodes in it, including bodies and the references in documentation. */
function visitExtents(item: ast.Item, visit: (extent: Span) => void): void {
  const doc = (node: ast.Doc | undefined): void => {
    if (node !== undefined) {
      findDocReferences(node).forEach(({ span, valueSpan }) => {
        visit(valueSpan);
        visit(span);
      });
    }
  };
  const type = (ref: ast.TypeRef | undefined): void => {
    if (ref === undefined) {
      return;
    }
    visit(ref.span);
    visit(ref.extent);
    for (const arg of ref.args ?? []) {
      visit(arg.extent);
      type(arg.value.kind === "type" ? arg.value : undefined);
    }
  };
  const run = (nodes: readonly { readonly extent: Span }[]): void => {
    const [first] = nodes;
    const last = nodes.at(-1);
    if (first !== undefined && last !== undefined) {
      visit({ ...first.extent, end: last.extent.end });
    }
  };
  const field = (node: ast.Field): void => {
    type(node.type);
    doc(node.doc);
    visit(node.extent);
    node.annotations.forEach(({ extent }) => {
      visit(extent);
    });
    if (node.inline !== undefined) {
      body(node.inline);
    }
  };
  const example = (node: ast.Example): void => {
    doc(node.doc);
    node.entries.forEach(({ extent }) => {
      visit(extent);
    });
    run(node.entries);
    visit(node.extent);
  };
  const body = (node: ast.Struct | ast.Union | ast.Patch): void => {
    if (node.kind !== "patch") {
      type(node.parent);
      doc(node.doc);
    }
    const subtypes = node.kind === "struct" ? node.subtypes : undefined;
    subtypes?.members.forEach((member) => {
      type(member.type);
      visit(member.extent);
    });
    node.fields.forEach(field);
    node.examples.forEach(example);
    const parts = [subtypes, ...node.fields, ...node.examples].filter((part) => part !== undefined);
    run(parts);
    visit(node.extent);
    visitBody(node.extent, visit);
  };
  visit(item.extent);
  switch (item.kind) {
    case "namespace":
      doc(item.doc);
      break;
    case "alias":
      type(item.type);
      doc(item.doc);
      break;
    case "struct":
    case "union":
    case "patch":
      body(item);
      break;
    case "route":
      [item.types.arg, item.types.result, item.types.error].forEach(type);
      doc(item.doc);
      item.attributes.forEach(({ extent }) => {
        visit(extent);
      });
      run(item.attributes);
      visitBody(item.extent, visit);
      break;
    case "annotation":
      item.args.forEach(({ extent }) => {
        visit(extent);
      });
      break;
    case "annotation_type":
      doc(item.doc);
      item.params.forEach(field);
      visitBody(item.extent, visit);
      break;
    case "import":
      break;
  }
}

/** Visits everything below the first line of a definition. */
function visitBody({ source, start, end }: Span, visit: (extent: Span) => void): void {
  const line = source.text.indexOf("\n", start);
  if (line !== -1 && line < end) {
    const body = source.text.slice(line, end);
    visit({ source, start: line + (body.length - body.trimStart().length), end });
  }
}

/** Returns nested ranges, from the smallest to the largest, without ranges that overlap with a smaller one. */
function nestRanges(ranges: readonly FileRange[]): FileRange[] {
  const sorted = ranges.toSorted((a, b) => a.end - a.start - (b.end - b.start));
  const chain: FileRange[] = [];
  for (const range of sorted) {
    const last = chain.at(-1);
    const isLarger =
      last === undefined ||
      (range.start <= last.start && range.end >= last.end && range.end - range.start > last.end - last.start);
    if (isLarger) {
      chain.push(range);
    }
  }
  return chain;
}
