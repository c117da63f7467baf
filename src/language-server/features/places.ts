import type { Span } from "../../text/span.js";
import type * as ast from "../../syntax/ast.js";
import { readItems, type Names } from "../symbols/names.js";
import { visitItem } from "../symbols/occurrences.js";
import type { Occurrence, Visit } from "../symbols/occurrence.js";
import type { Snapshot } from "./project.js";

/**
 * A range of a file. Offsets count UTF-16 code units in the text with `\n` as the only line ending; the end is
 * exclusive.
 */
export interface FileRange {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

export function toFileRange({ source, start, end }: Span): FileRange {
  return { path: source.path, start: source.offsetInFile(start), end: source.offsetInFile(end) };
}

/** Returns the text of the item that contains an offset; before the first item, that of the first. */
export function itemTextAt({ itemTexts }: ast.SpecFile, offset: number): ast.ItemText | undefined {
  let low = 0;
  let high = itemTexts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((itemTexts[middle]?.source.offsetInFile(0) ?? 0) <= offset) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return itemTexts[low];
}

/** Returns the namespace of an item of a file. */
export function namespaceOf(path: string, text: ast.ItemText, names: Names): string {
  const sections = names.sectionsOf(path);
  const [item] = readItems(text);
  const section = sections.find(({ items }) => item !== undefined && items.includes(item));
  return (section ?? sections[0])?.namespace ?? "";
}

/** Visits every name in an item text, which may contain several items. */
function visitItemText(file: ast.SpecFile, text: ast.ItemText, { names }: Snapshot, visit: Visit): void {
  const namespace = namespaceOf(file.path, text, names);
  for (const item of readItems(text)) {
    visitItem(item, { namespace, names, visit });
  }
}

/** Returns the occurrence of a name that contains an offset or ends there; undefined if there is none. */
export function occurrenceAt(snapshot: Snapshot, path: string, offset: number): Occurrence | undefined {
  const file = snapshot.files.get(path);
  const text = file && itemTextAt(file, offset);
  if (file === undefined || text === undefined) {
    return undefined;
  }
  const at = offset - text.source.offsetInFile(0);
  let best: Occurrence | undefined;
  visitItemText(file, text, snapshot, (occurrence) => {
    const { start, end } = occurrence.span;
    if (start <= at && at <= end && (best === undefined || isBetter(occurrence, best, at))) {
      best = occurrence;
    }
  });
  return best;
}

/**
 * Whether an occurrence describes an offset better: one that starts there is better than one that ends there, and a
 * declaration is better than a reference.
 */
function isBetter(occurrence: Occurrence, than: Occurrence, at: number): boolean {
  if (occurrence.span.start === than.span.start) {
    return occurrence.role === "declaration";
  }
  return than.span.end === at && occurrence.span.start === at;
}
