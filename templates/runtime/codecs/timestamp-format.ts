import {
  dayInIsoWeek,
  dayInWeekFromMonday,
  dayInWeekFromSunday,
  dayOfYear,
  isoWeek,
  midnight,
  months,
  weekdays,
  weekFromMonday,
  weekFromSunday,
} from "./calendar.js";

/** Directive of the format to its text in the timestamp. */
export type Written = Readonly<Record<string, string | undefined>>;

/**
 * Returns the date that the texts represent, in UTC. Missing parts are taken from 1900-01-01 00:00:00; if parts are redundant,
 * one takes precedence, as in Python. Nothing is validated: 30 February becomes 1 or 2 March, which is detected when the
 * date is printed again.
 */
export function meaning(written: Written): Date {
  const moment = day(written);
  moment.setUTCHours(hour(written), Number(written["%M"] ?? 0), Number(written["%S"] ?? 0));
  return moment;
}

function day(written: Written): Date {
  const { "%j": dayOfYear, "%U": fromSunday, "%W": fromMonday, "%G": isoYear, "%V": isoWeek } = written;
  if (dayOfYear !== undefined) {
    return midnight(year(written), 0, Number(dayOfYear));
  }
  const weekday = readWeekday(written);
  if (weekday !== undefined && fromSunday !== undefined) {
    return dayInWeekFromSunday(year(written), Number(fromSunday), weekday);
  }
  if (weekday !== undefined && fromMonday !== undefined) {
    return dayInWeekFromMonday(year(written), Number(fromMonday), weekday);
  }
  if (weekday !== undefined && isoYear !== undefined && isoWeek !== undefined) {
    return dayInIsoWeek(Number(isoYear), Number(isoWeek), weekday);
  }
  return midnight(year(written), month(written), Number(written["%d"] ?? written["% d"] ?? 1));
}

function year(written: Written): number {
  if (written["%Y"] !== undefined) {
    return Number(written["%Y"]);
  }
  const short = Number(written["%y"] ?? 0);
  return written["%y"] !== undefined && short < 69 ? 2000 + short : 1900 + short;
}

function month(written: Written): number {
  if (written["%m"] !== undefined) {
    return Number(written["%m"]) - 1;
  }
  const name = written["%B"] ?? written["%b"];
  return name === undefined ? 0 : months.findIndex((month) => month.startsWith(name));
}

function readWeekday(written: Written): number | undefined {
  const number = written["%w"] ?? written["%u"];
  if (number !== undefined) {
    return Number(number) % 7;
  }
  const name = written["%A"] ?? written["%a"];
  return name === undefined ? undefined : weekdays.findIndex((weekday) => weekday.startsWith(name));
}

function hour(written: Written): number {
  const { "%H": of24, "%I": of12, "%p": half } = written;
  if (of24 !== undefined || of12 === undefined) {
    return Number(of24 ?? 0);
  }
  return (Number(of12) % 12) + (half === "PM" ? 12 : 0);
}

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
