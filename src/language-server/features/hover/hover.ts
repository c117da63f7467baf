import { keywords } from "../../../syntax/tokens.js";
import { itemTextAt, occurrenceAt, toFileRange, type FileRange } from "../places.js";
import type { Snapshot } from "../project.js";
import { scan } from "../scan.js";
import { keywordHelp } from "../vocabulary.js";
import type { Block } from "./content.js";
import { describeTarget, type LinkTo } from "./describe-target.js";

export interface Hover {
  /** The name that the hover is about. */
  readonly range: FileRange;
  readonly blocks: readonly Block[];
}

/**
 * Returns the description of the name at an offset (LSP-20). If there is no name, describes the keyword there.
 * Undefined if there is neither.
 */
export function findHover(snapshot: Snapshot, path: string, offset: number, linkTo: LinkTo): Hover | undefined {
  const occurrence = occurrenceAt(snapshot, path, offset);
  if (occurrence === undefined) {
    return keywordHover(snapshot, path, offset);
  }
  const target = occurrence.resolve();
  return target && { range: toFileRange(occurrence.span), blocks: describeTarget(target, snapshot, linkTo) };
}

function keywordHover({ files }: Snapshot, path: string, offset: number): Hover | undefined {
  const file = files.get(path);
  const item = file && itemTextAt(file, offset);
  if (item === undefined) {
    return undefined;
  }
  const { source } = item;
  const at = offset - source.offsetInFile(0);
  for (const piece of scan(source.text)) {
    if (piece.kind === "word" && piece.start <= at && at <= piece.end) {
      const help = keywordHelp.get(piece.text);
      const isKeyword = keywords.has(piece.text) || help !== undefined;
      return isKeyword && help !== undefined
        ? { range: toFileRange({ source, start: piece.start, end: piece.end }), blocks: [{ kind: "text", text: help }] }
        : undefined;
    }
  }
  return undefined;
}
