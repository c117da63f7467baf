import type { Role } from "./roles.js";

/** The minimum and maximum number of blank lines between two lines. A number in between is retained. */
export interface Limits {
  readonly min: number;
  readonly max: number;
}

/** The properties of a line of code and its neighbors. */
export interface Line {
  readonly role: Role;
  readonly level: number;
  /** Whether the line is a whole top-level item. */
  readonly isWholeItem: boolean;
}

/**
 * Returns how many blank lines may be between two consecutive lines of code. Comments between them do not count as
 * lines (FMT-40 to FMT-45).
 */
export function blankLinesBetween(before: Line, sibling: Role | undefined, next: Line): Limits {
  if (next.level === 0) {
    return betweenItems(before, next);
  }
  if (next.level > before.level) {
    return { min: 0, max: 0 };
  }
  switch (next.role) {
    case "doc":
    case "annotationRef":
    case "inline":
    case "attribute":
      return { min: 0, max: 0 };
    case "example":
    case "attrs":
      return { min: 1, max: 1 };
    default:
      return sibling === "subtypes" ? { min: 1, max: 1 } : { min: 0, max: 1 };
  }
}

function betweenItems(before: Line, next: Line): Limits {
  if (before.role !== next.role || !before.isWholeItem || !next.isWholeItem) {
    return { min: 1, max: 2 };
  }
  return next.role === "import"
    ? { min: 0, max: 1 }
    : next.role === "alias" || next.role === "annotation"
      ? { min: 0, max: 2 }
      : { min: 1, max: 2 };
}
