import { dateCases, dateTexts, dayDirectives, monthDirectives, yearDirectives, type Case } from "./date-cases.js";
import { shorthands, weekdays } from "./directives.js";

/** What the canonical timestamps of a format look like: those that generated decoders accept. */
export interface CanonicalPattern {
  /** A regular expression for the flag `u` that matches whole texts. */
  readonly source: string;
  /** Whether it also matches timestamps with a weekday or a week that does not fit their date. */
  readonly ignoresWeeks: boolean;
  /** Whether it has look-aheads and references, for something that the format has twice. */
  readonly hasLookaheads: boolean;
}

const weekdayDirectives = ["a", "A", "w", "u"];
const weekDirectives = ["U", "W", "G", "V"];
const dateDirectives = [...yearDirectives, ...monthDirectives, ...dayDirectives, "j"];

const weekdayNames = weekdays.map((name) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`);

/** The texts of directives that do not depend on each other, as regular expressions. */
const texts: ReadonlyMap<string, string> = new Map([
  ...dateDirectives.map((directive) => [directive, dateTexts(directive) ?? ""] as const),
  ["a", weekdayNames.map((name) => name.slice(0, 3)).join("|")],
  ["A", weekdayNames.join("|")],
  ["w", "[0-6]"],
  ["u", "[1-7]"],
  ["U", "[0-4][0-9]|5[0-3]"],
  ["W", "[0-4][0-9]|5[0-3]"],
  ["G", "[0-9]{4}"],
  ["V", "0[1-9]|[1-4][0-9]|5[0-3]"],
  ["H", "[01][0-9]|2[0-3]"],
  ["I", "0[1-9]|1[0-2]"],
  ["p", "AM|PM"],
  ["M", "[0-5][0-9]"],
  ["S", "[0-5][0-9]"],
  ["f", "[0-9]{1,6}"],
  ["z", String.raw`Z|[+-]00(?:00(?:00(?:\.0{1,6})?)?|:00(?::00(?:\.0{1,6})?)?)`],
  ["Z", "UTC|GMT|"],
]);

/** A piece of a format: literal text or a directive. */
type Piece = { readonly literal: string } | { readonly directive: string };

/** The pattern for the canonical timestamps of a format; undefined if it has an unknown directive, so that there are none. */
export function canonicalPattern(format: string): CanonicalPattern | undefined {
  const pieces = cut(format);
  const present = new Set(pieces.flatMap((piece) => ("directive" in piece ? [piece.directive] : [])));
  if ([...present].some((directive) => !texts.has(directive))) {
    return undefined;
  }
  const has = (directive: string): boolean => present.has(directive);
  const hasWeekday = weekdayDirectives.some(has);
  const hasWeek = weekDirectives.some(has);
  const hasIsoDate = hasWeekday && has("G") && has("V");
  const groups = [dateCases(has, hasIsoDate), hourCases(has)].filter((cases) => cases.length > 0);
  const isWithoutDate = !hasWeek && !dateDirectives.some(has);
  const fixed = new Map([...(isWithoutDate ? monday : []), ...(has("p") && !has("I") && !has("H") ? midnight : [])]);
  const lookaheads = repetitions(pieces);
  return {
    source: `^${lookaheads}${print(pieces, groups, fixed)}$`,
    ignoresWeeks: hasWeek || (hasWeekday && !isWithoutDate),
    hasLookaheads: lookaheads !== "",
  };
}

/** A format without a date is about 1 January 1900, which was a Monday. */
const monday: Case = new Map([
  ["a", "Mon"],
  ["A", "Monday"],
  ["w", "1"],
  ["u", "1"],
]);

/** A format without hours is about midnight. */
const midnight: Case = new Map([["p", "AM"]]);

/** Each hour, where a format has it both as one of 24 and as one of 12. */
function hourCases(has: (directive: string) => boolean): Case[] {
  const twoDigits = (value: number): string => String(value).padStart(2, "0");
  if (!has("H") || (!has("I") && !has("p"))) {
    return [];
  }
  return Array.from(
    { length: 24 },
    (_, hour) =>
      new Map([
        ["H", twoDigits(hour)],
        ["I", twoDigits(hour % 12 || 12)],
        ["p", hour < 12 ? "AM" : "PM"],
      ]),
  );
}

function cut(format: string): Piece[] {
  return (format.match(/%[^]?|[^%]+/g) ?? []).flatMap((token): Piece[] => {
    if (!token.startsWith("%")) {
      return [{ literal: token }];
    }
    const directive = token.slice(1);
    const shorthand = shorthands.get(directive);
    if (shorthand !== undefined) {
      const pieces = cut(shorthand);
      // The day of %c has a blank instead of the zero.
      return directive === "c"
        ? pieces.map((piece) => ("directive" in piece && piece.directive === "d" ? { directive: " d" } : piece))
        : pieces;
    }
    return [directive === "%" ? { literal: "%" } : { directive }];
  });
}

/**
 * The pieces as a regular expression. A group of cases becomes an alternation that reaches from the first of its directives
 * to the last.
 */
function print(pieces: readonly Piece[], groups: readonly (readonly Case[])[], fixed: Case): string {
  const [group, ...others] = groups;
  if (group === undefined) {
    return pieces.map((piece) => printPiece(piece, fixed)).join("");
  }
  const [start, end] = spanOf(group, pieces, others);
  if (start > end) {
    return print(pieces, others, fixed);
  }
  const inside = pieces.slice(start, end + 1);
  const options = group.map((one) => print(inside, others, new Map([...fixed, ...one])));
  return [
    print(pieces.slice(0, start), others, fixed),
    options.length === 1 ? options.join("") : `(?:${options.join("|")})`,
    print(pieces.slice(end + 1), others, fixed),
  ].join("");
}

/** The indexes of the first and the last directive of a group, widened so that other groups are inside or outside. */
function spanOf(
  group: readonly Case[],
  pieces: readonly Piece[],
  others: readonly (readonly Case[])[],
): [start: number, end: number] {
  const indexes = indexesOf(group, pieces);
  let [start, end] = [Math.min(...indexes), Math.max(...indexes)];
  for (const other of others) {
    const its = indexesOf(other, pieces);
    if (its.some((index) => index >= start && index <= end)) {
      [start, end] = [Math.min(start, ...its), Math.max(end, ...its)];
    }
  }
  return [start, end];
}

function indexesOf(group: readonly Case[], pieces: readonly Piece[]): number[] {
  return pieces.flatMap((piece, index) =>
    "directive" in piece && group[0]?.has(piece.directive) === true ? [index] : [],
  );
}

function printPiece(piece: Piece, fixed: Case): string {
  if ("literal" in piece) {
    return piece.literal.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  }
  const source = fixed.get(piece.directive) ?? texts.get(piece.directive) ?? "";
  return source.includes("|") ? `(?:${source})` : source;
}

/** Lookaheads for what a format has twice, which must be the same text: a directive, or the last digits of the year. */
function repetitions(pieces: readonly Piece[]): string {
  const names = pieces.flatMap((piece) => ("directive" in piece ? [piece.directive] : []));
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  const rules = [...repeated].map((name) => (one: string) => (one === name ? ["", texts.get(name) ?? ""] : undefined));
  if (names.includes("Y") && names.includes("y")) {
    rules.push((one) => (one === "Y" ? ["[0-9]{2}", "[0-9]{2}"] : one === "y" ? ["", "[0-9]{2}"] : undefined));
  }
  return rules
    .map((rule, index) => {
      let isFirst = true;
      const parts = pieces.map((piece) => {
        const [before, captured] = ("directive" in piece ? rule(piece.directive) : undefined) ?? [];
        if (captured === undefined) {
          return printPiece(piece, new Map());
        }
        const text = isFirst ? `(${captured})` : `(?:\\${index + 1})`;
        isFirst = false;
        return `${before ?? ""}${text}`;
      });
      return `(?=${parts.join("")}$)`;
    })
    .join("");
}
