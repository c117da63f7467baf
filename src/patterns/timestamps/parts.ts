import { decimalValue } from "../characters/character-set.js";
import { months, weekdays } from "./directives.js";
import type { Fields } from "./format.js";

/** The parts of a value that may be invalid. */
export interface Parts {
  /** From `%Y` or `%y`. */
  readonly year?: number;
  /** From 1. */
  readonly month?: number;
  /** From 1. */
  readonly day?: number;
  /** From 1. */
  readonly dayOfYear?: number;
  /** 0 for Monday to 6 for Sunday. */
  readonly weekday?: number;
  readonly week?: Week;
  /** The year that the ISO week belongs to. */
  readonly isoYear?: number;
  readonly isoWeek?: number;
  readonly second?: number;
  /** `+hhmm` or `+hh:mm`, with or without seconds, or `Z`. */
  readonly zone?: string;
}

/** A week as `%U` or `%W` counts it. Week 0 consists of the days before the first Sunday or Monday of the year. */
export interface Week {
  readonly number: number;
  readonly startsOnSunday: boolean;
}

/** Returns the parts that fields contain. If several fields contain the same part, the last one wins. */
export function readParts(fields: Fields): Parts {
  return [...fields].reduce<Parts>((parts, [directive, text]) => ({ ...parts, ...read(directive, text) }), {});
}

function read(directive: string, text: string): Parts {
  switch (directive) {
    case "Y":
      return { year: decimalValue(text) };
    case "y":
      return { year: withCentury(decimalValue(text)) };
    case "m":
      return { month: decimalValue(text) };
    case "b":
    case "B":
      return { month: findName(text, months) + 1 };
    case "d":
      return { day: decimalValue(text.trim()) };
    case "j":
      return { dayOfYear: decimalValue(text) };
    case "a":
    case "A":
      return { weekday: findName(text, weekdays) };
    case "u":
      return { weekday: decimalValue(text) - 1 };
    case "w":
      return { weekday: (decimalValue(text) + 6) % 7 };
    case "U":
    case "W":
      return { week: { number: decimalValue(text), startsOnSunday: directive === "U" } };
    case "G":
      return { isoYear: decimalValue(text) };
    case "V":
      return { isoWeek: decimalValue(text) };
    case "S":
      return { second: decimalValue(text) };
    case "z":
      return { zone: text };
    default:
      // Hours, minutes and fractions are always valid if they match the pattern.
      return {};
  }
}

/** Adds the century to a year of two digits. As in POSIX, 69 to 99 belong to the previous century. */
function withCentury(year: number): number {
  return year + (year <= 68 ? 2000 : 1900);
}

/** Returns the index of the name that the text spells or abbreviates to three letters. Ignores case. */
function findName(text: string, names: readonly string[]): number {
  return names.findIndex((name) => name.startsWith(text.toLowerCase()));
}
