import type { Occurrence } from "../symbols/occurrence.js";
import { visitItem } from "../symbols/occurrences.js";
import { occurrenceAt, toFileRange, type FileRange } from "./places.js";
import type { Snapshot } from "./project.js";
import { isSameTarget, targetName, targetType, type Target } from "../symbols/target.js";

/** Returns all occurrences of names that refer to a target, including declarations, in the order of the files. */
export function findOccurrences(target: Target, snapshot: Snapshot, onlyIn?: string): Occurrence[] {
  const text = targetName(target);
  return text === undefined ? [] : occurrencesOf(text, target, snapshot, onlyIn);
}

function occurrencesOf(text: string, target: Target, { names }: Snapshot, onlyIn: string | undefined): Occurrence[] {
  const found: Occurrence[] = [];
  // Patches refer to types by their canonical names.
  const isPatched = targetType(target) !== undefined;
  const visit = (occurrence: Occurrence): void => {
    const mayMean = occurrence.text === text || (isPatched && occurrence.role === "patch");
    if (mayMean) {
      const meant = occurrence.resolve();
      if (meant !== undefined && isSameTarget(meant, target)) {
        found.push(occurrence);
      }
    }
  };
  for (const { path, namespace, items } of names.sections) {
    if (onlyIn !== undefined && path !== onlyIn) {
      continue;
    }
    for (const item of items) {
      if ((isPatched && item.kind === "patch") || item.extent.source.text.includes(text)) {
        visitItem(item, { namespace, names, visit });
      }
    }
  }
  return found;
}

/** Returns all references to the target of a name, in all files (LSP-24). */
export function findReferences(
  snapshot: Snapshot,
  path: string,
  offset: number,
  withDeclaration: boolean,
): FileRange[] {
  const target = occurrenceAt(snapshot, path, offset)?.resolve();
  return target === undefined
    ? []
    : findOccurrences(target, snapshot)
        .filter(({ role }) => withDeclaration || role !== "declaration")
        .map(({ span }) => toFileRange(span));
}

/** An occurrence of a name that has the same target as the requested name. */
export interface Highlight {
  readonly range: FileRange;
  readonly isDeclaration: boolean;
}

/** Returns all references in one file to the target of a name, including the declaration. */
export function findHighlights(snapshot: Snapshot, path: string, offset: number): Highlight[] {
  const target = occurrenceAt(snapshot, path, offset)?.resolve();
  return target === undefined
    ? []
    : findOccurrences(target, snapshot, path).map(({ span, role }) => ({
        range: toFileRange(span),
        isDeclaration: role === "declaration",
      }));
}
