import { lineStart } from "./edits.js";
import { toFileRange, type FileRange } from "./places.js";
import type { Snapshot } from "./project.js";
import { scan, type Piece } from "./line-context.js";

export interface DocumentLink {
  readonly range: FileRange;
  readonly url: string;
}

/**
 * Returns the URLs in the documentation and comments of a file, without the punctuation that ends a sentence (LSP-29).
 */
export function findLinks({ files }: Snapshot, path: string): DocumentLink[] {
  const links: DocumentLink[] = [];
  for (const { source } of files.get(path)?.itemTexts ?? []) {
    if (!source.text.includes("://")) {
      continue;
    }
    for (const piece of scan(source.text)) {
      if (piece.kind === "comment" || isDocumentation(piece, source.text)) {
        for (const { 0: found, index } of piece.text.matchAll(/\bhttps?:\/\/[^\s"'`<>]+/g)) {
          const url = found.replace(/[.,;:!?)\]]+$/, "");
          const start = piece.start + index;
          links.push({ range: toFileRange({ source, start, end: start + url.length }), url });
        }
      }
    }
  }
  return links;
}

/** Whether a piece is a string on a line of its own. */
function isDocumentation({ kind, start }: Piece, text: string): boolean {
  return kind === "string" && text.slice(lineStart(text, start), start).trim() === "";
}
