import type { Span } from "../../text/span.js";
import type { Occurrence } from "../symbols/occurrence.js";
import { occurrenceAt, toFileRange, type FileRange } from "./places.js";
import type { Snapshot } from "./project.js";
import { declarationPlaces, targetType, type DeclarationPlace, type Target } from "../symbols/target.js";

/** The target of a name. */
export interface Link {
  /** The name that the link starts at. */
  readonly origin: FileRange;
  /** The whole declaration. */
  readonly extent: FileRange;
  /** The name in the declaration. */
  readonly name: FileRange;
}

/**
 * Returns links from a name to the declarations of its target; from a declaration, to itself and its patches (LSP-21).
 */
export function findDefinition(snapshot: Snapshot, path: string, offset: number): Link[] {
  const occurrence = occurrenceAt(snapshot, path, offset);
  const target = occurrence?.resolve();
  if (occurrence === undefined || target === undefined) {
    return [];
  }
  const places = declarationPlaces(target, snapshot.names);
  const patches = occurrence.role === "declaration" ? patchPlaces(target, snapshot) : [];
  return toLinks(occurrence, [...places, ...patches]);
}

function patchPlaces(target: Target, { names }: Snapshot): DeclarationPlace[] {
  const type = targetType(target);
  return type === undefined ? [] : names.patches(type).map(({ name, extent }) => ({ name: name.span, extent }));
}

export function toLinks({ span }: Occurrence, places: readonly DeclarationPlace[]): Link[] {
  const origin = toFileRange(span);
  const seen = new Set<Span>();
  return places.flatMap(({ name, extent }) => {
    if (seen.has(name)) {
      return [];
    }
    seen.add(name);
    return [{ origin, extent: toFileRange(extent), name: toFileRange(name) }];
  });
}
