import type * as ast from "../../../syntax/ast.js";
import { indentationAt, replaceSpan, spanText } from "../edits/spans.js";
import type { EnclosingNodes } from "../enclosing-nodes.js";
import type { Action } from "./action.js";

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
export function docAt({ item, type, field, example }: EnclosingNodes, offset: number): ast.Doc | undefined {
  const own = "doc" in item ? item.doc : undefined;
  return [own, type?.node.doc, field?.doc, example?.doc].find(
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
