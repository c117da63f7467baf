import { dayOfYear, isoWeek, months, weekdays, weekFromMonday, weekFromSunday } from "./calendar.js";
import { meaning } from "./timestamp-meaning.js";

interface Directive {
  readonly name: string;
  /** A regular expression for the text of the directive, without capturing groups. */
  readonly pattern: string;
  /** Prints the directive for a date. */
  readonly print: (moment: Date) => string;
  /** Returns the canonical spelling of a text; absent if only the spelling of `print` is accepted. */
  readonly canonical?: (text: string) => string;
}

interface Format {
  readonly pattern: RegExp;
  /** The directives of the pattern's groups. */
  readonly groups: readonly Directive[];
  /** The parts of the format in order; a string is literal text. */
  readonly parts: readonly (string | Directive)[];
}

let formats: Map<string, Format | undefined> | undefined;

/**
 * Returns the timestamp as its format prints it, in the C locale and UTC. `undefined` if it is not a valid date or is spelled
 * differently: a missing leading zero, another case, an incorrect weekday. Always `undefined` for a format with an unknown
 * directive.
 */
export function canonicalTimestamp(text: string, format: string): string | undefined {
  const known = parsedFormat(format);
  const reading = known && readWith(known, text);
  const print = (part: string | Directive): string => {
    const written = typeof part === "string" ? part : (reading?.written[part.name] ?? "");
    return typeof part === "string" ? part : (part.canonical?.(written) ?? written);
  };
  return reading && known.parts.map(print).join("");
}

/** Returns the date of a timestamp; `undefined` if it is invalid or has microseconds, which a `Date` cannot represent. */
export function dateFrom(text: string, format: string): Date | undefined {
  const known = parsedFormat(format);
  const reading = known && readWith(known, text);
  const microseconds = (reading?.written["%f"] ?? "").padEnd(6, "0");
  if (reading === undefined || !microseconds.endsWith("000")) {
    return undefined;
  }
  reading.moment.setUTCMilliseconds(Number(microseconds.slice(0, 3)));
  return reading.moment;
}

/** Returns the timestamp for a date; `undefined` if the format cannot express all of it. */
export function dateText(moment: Date, format: string): string | undefined {
  const known = parsedFormat(format);
  const text = known?.parts.map((part) => (typeof part === "string" ? part : part.print(moment))).join("");
  return text !== undefined && dateFrom(text, format)?.getTime() === moment.getTime() ? text : undefined;
}

function parsedFormat(format: string): Format | undefined {
  formats ??= new Map();
  if (!formats.has(format)) {
    formats.set(format, parseFormat(format));
  }
  return formats.get(format);
}

interface Reading {
  readonly written: Readonly<Record<string, string>>;
  /** The time without the fraction of a second. */
  readonly moment: Date;
}

function readWith(format: Format, text: string): Reading | undefined {
  const texts = format.pattern.exec(text)?.slice(1);
  if (texts === undefined) {
    return undefined;
  }
  const written: Record<string, string> = {};
  for (const [index, { name }] of format.groups.entries()) {
    written[name] = texts[index] ?? "";
  }
  const moment = meaning(written);
  const year = moment.getUTCFullYear();
  const agrees = ({ name, print, canonical }: Directive): boolean =>
    canonical !== undefined || written[name] === print(moment);
  return year >= 1 && year <= 9999 && format.groups.every(agrees) ? { written, moment } : undefined;
}

function parseFormat(format: string): Format | undefined {
  const groups: Directive[] = [];
  const parts: (string | Directive)[] = [];
  let pattern = "";
  for (const piece of (format.match(/%[^]?|[^%]+/g) ?? []).flatMap(expand)) {
    if (!piece.startsWith("%") || piece === "%%") {
      const literal = piece === "%%" ? "%" : piece;
      parts.push(literal);
      pattern += literal.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
      continue;
    }
    const group = groups.findIndex(({ name }) => name === piece) + 1;
    const directive = groups[group - 1] ?? directiveNamed(piece);
    if (directive === undefined) {
      return undefined;
    }
    parts.push(directive);
    if (group === 0) {
      groups.push(directive);
      pattern += `(${directive.pattern})`;
    } else {
      pattern += `(?:\\${group})`; // a repeated directive must have the same text
    }
  }
  return { pattern: new RegExp(`^${pattern}$`), groups, parts };
}

function expand(piece: string): readonly string[] {
  switch (piece) {
    case "%c":
      return ["%a", " ", "%b", " ", "% d", " ", "%H", ":", "%M", ":", "%S", " ", "%Y"];
    case "%x":
      return ["%m", "/", "%d", "/", "%y"];
    case "%X":
      return ["%H", ":", "%M", ":", "%S"];
    default:
      return [piece];
  }
}

function directiveNamed(name: string): Directive | undefined {
  switch (name) {
    case "%Y":
      return digits(name, 4, (moment) => moment.getUTCFullYear());
    case "%y":
      return digits(name, 2, (moment) => moment.getUTCFullYear() % 100);
    case "%m":
      return digits(name, 2, (moment) => moment.getUTCMonth() + 1);
    case "%d":
      return digits(name, 2, (moment) => moment.getUTCDate());
    case "% d": // only within %c
      return exact(name, "[ 0-9][0-9]", (moment) => String(moment.getUTCDate()).padStart(2));
    case "%j":
      return digits(name, 3, dayOfYear);
    case "%H":
      return digits(name, 2, (moment) => moment.getUTCHours());
    case "%I":
      return digits(name, 2, (moment) => moment.getUTCHours() % 12 || 12);
    case "%p":
      return exact(name, "[AP]M", (moment) => (moment.getUTCHours() < 12 ? "AM" : "PM"));
    case "%M":
      return digits(name, 2, (moment) => moment.getUTCMinutes());
    case "%S":
      return digits(name, 2, (moment) => moment.getUTCSeconds());
    case "%f":
      return liberal(
        name,
        "[0-9]{1,6}",
        (text) => text.padEnd(6, "0"),
        (moment) => `${String(moment.getUTCMilliseconds()).padStart(3, "0")}000`,
      );
    case "%b":
      return exact(name, "[A-Z][a-z]{2}", (moment) => monthName(moment).slice(0, 3));
    case "%B":
      return exact(name, "[A-Z][a-z]{2,8}", monthName);
    case "%a":
      return exact(name, "[A-Z][a-z]{2}", (moment) => weekdayName(moment).slice(0, 3));
    case "%A":
      return exact(name, "[A-Z][a-z]{5,8}", weekdayName);
    case "%w":
      return digits(name, 1, (moment) => moment.getUTCDay());
    case "%u":
      return digits(name, 1, (moment) => moment.getUTCDay() || 7);
    case "%U":
      return digits(name, 2, weekFromSunday);
    case "%W":
      return digits(name, 2, weekFromMonday);
    case "%G":
      return digits(name, 4, (moment) => isoWeek(moment).year);
    case "%V":
      return digits(name, 2, (moment) => isoWeek(moment).week);
    case "%z":
      return liberal(name, "Z|[+-]00(?:00(?:00(?:\\.0{1,6})?)?|:00(?::00(?:\\.0{1,6})?)?)", utcOffset, utcOffset);
    case "%Z":
      return liberal(
        name,
        "UTC|GMT|",
        (text) => text,
        () => "UTC",
      );
    default:
      return undefined;
  }
}

function utcOffset(): string {
  return "+0000";
}

function digits(name: string, width: number, number: (moment: Date) => number): Directive {
  return exact(name, `[0-9]{${width}}`, (moment) => String(number(moment)).padStart(width, "0"));
}

function exact(name: string, pattern: string, print: (moment: Date) => string): Directive {
  return { name, pattern, print };
}

function liberal(
  name: string,
  pattern: string,
  canonical: (text: string) => string,
  print: (moment: Date) => string,
): Directive {
  return { name, pattern, print, canonical };
}

function monthName(moment: Date): string {
  return months[moment.getUTCMonth()] ?? "";
}

function weekdayName(moment: Date): string {
  return weekdays[moment.getUTCDay()] ?? "";
}
