import { months, shorthands, weekdays } from "./format.js";

/** The regular expression for the timestamps of a format, in which each directive is independent of the others. */
export interface TimestampForm {
  /** A regular expression that matches all strings that packages accept. */
  readonly source: string;
  /**
   * Whether the regular expression also matches strings whose parts contradict each other, such as February 30.
   * Packages reject them.
   */
  readonly isLooser: boolean;
}

const capitalized = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
const short = (name: string): string => capitalized(name).slice(0, 3);

/** Directive to a regular expression for the strings that it prints. */
const texts: ReadonlyMap<string, string> = new Map([
  ["Y", "[0-9]{3}[1-9]|[0-9]{2}[1-9]0|[0-9][1-9]00|[1-9]000"],
  ["y", "[0-9]{2}"],
  ["m", "0[1-9]|1[0-2]"],
  ["b", months.map(short).join("|")],
  ["B", months.map(capitalized).join("|")],
  ["d", "0[1-9]|[12][0-9]|3[01]"],
  // Used only in `%c`, which prints a space instead of the zero.
  [" d", " [1-9]|[12][0-9]|3[01]"],
  ["j", "00[1-9]|0[1-9][0-9]|[12][0-9]{2}|3[0-5][0-9]|36[0-6]"],
  ["a", weekdays.map(short).join("|")],
  ["A", weekdays.map(capitalized).join("|")],
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

/**
 * Groups of directives that are redundant or constrain each other if a format contains several directives of one group.
 */
const related = [
  ["Y", "y"],
  ["m", "b", "B", "d", " d"],
  ["H", "I"],
];

/** Directives whose value depends on the date. If the format contains no date, it is January 1, 1900. */
const dependent = ["j", "a", "A", "w", "u", "U", "W", "G", "V"];

/** Returns the form of a format's timestamps; undefined if the format has an unknown directive. */
export function timestampForm(format: string): TimestampForm | undefined {
  const pieces = cut(format);
  const directives = pieces.flatMap((piece) => ("directive" in piece ? [piece.directive] : []));
  if (directives.some((directive) => !texts.has(directive))) {
    return undefined;
  }
  const has = (directive: string): boolean => directives.includes(directive);
  return {
    source: `^${pieces.map(print).join("")}$`,
    isLooser:
      new Set(directives).size < directives.length ||
      related.some((group) => group.filter(has).length > 1) ||
      dependent.some(has) ||
      (has("p") && !has("I")),
  };
}

/** A part of a format: literal text or a directive. */
type Piece = { readonly literal: string } | { readonly directive: string };

function cut(format: string): Piece[] {
  return (format.match(/%[^]?|[^%]+/g) ?? []).flatMap((token): Piece[] => {
    if (!token.startsWith("%")) {
      return [{ literal: token }];
    }
    const directive = token.slice(1);
    const shorthand = shorthands.get(directive);
    if (shorthand !== undefined) {
      const pieces = cut(shorthand);
      return directive === "c"
        ? pieces.map((piece) => ("directive" in piece && piece.directive === "d" ? { directive: " d" } : piece))
        : pieces;
    }
    return [directive === "%" ? { literal: "%" } : { directive }];
  });
}

function print(piece: Piece): string {
  if ("literal" in piece) {
    return piece.literal.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  }
  const source = texts.get(piece.directive) ?? "";
  return source.includes("|") ? `(?:${source})` : source;
}
