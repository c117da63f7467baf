import { canonicalTimestamp } from "../../../templates/runtime/codecs/timestamp-format.js";
import { decimalValue } from "../characters/character-set.js";
import { compileFormat, readFields, months, weekdays, type Fields } from "./format.js";

/**
 * Returns the reason why a string is not a timestamp of a format, as a phrase that mentions the string or the format;
 * undefined if it is one. The rules are those of Python 3.11's `strptime` in the C locale and UTC, which Stone's
 * compiler uses (TYPE-9).
 */
export function timestampProblem(format: string, text: string): string | undefined {
  const compiled = compileFormat(format);
  if ("problem" in compiled) {
    return `the format '${format}' ${compiled.problem}`;
  }
  const fields = readFields(compiled, text);
  if (fields === undefined) {
    return `'${text}' does not match the format ${format}`;
  }
  const parts = readParts(fields);
  const problem = dateProblem(parts) ?? secondProblem(parts) ?? zoneProblem(parts);
  return problem === undefined ? undefined : `'${text}' ${problem}`;
}

/** Rejects leap seconds, which the pattern allows, but Python's `datetime` does not. */
function secondProblem({ second = 0 }: Parts): string | undefined {
  return second > 59 ? `has the second ${second}, but 59 is the last one` : undefined;
}

function zoneProblem({ zone = "Z" }: Parts): string | undefined {
  // A zone that includes seconds has two colons or none.
  if (/^[^:]{5}:|^...:..[^:]/u.test(zone)) {
    return `has the zone ${zone} with only one colon`;
  }
  return zone !== "Z" && decimalValue(zone.slice(1, 3)) > 23
    ? `has the zone ${zone}, which is out of range`
    : undefined;
}

/** The parts of a value that may be invalid. */
interface Parts {
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
interface Week {
  readonly number: number;
  readonly startsOnSunday: boolean;
}

/** Returns the parts that fields contain. If several fields contain the same part, the last one wins. */
function readParts(fields: Fields): Parts {
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

const noSuchDay = "is a day that does not exist";

/**
 * Returns the problem with the date in the parts of a value, as a predicate whose subject is the value. Missing parts
 * default to those of January 1, 1900.
 */
function dateProblem(parts: Parts): string | undefined {
  return isoProblem(parts) ?? (isExistingDay(parts) ? undefined : noSuchDay);
}

/** Returns the problem with ISO years and weeks, which are only valid together, and not with days of the year. */
function isoProblem({ year, isoYear, isoWeek, week, weekday, dayOfYear }: Parts): string | undefined {
  if (year === undefined && isoYear !== undefined) {
    if (isoWeek === undefined || weekday === undefined) {
      return "has an ISO year (%G), which requires an ISO week (%V) and a weekday";
    }
    return dayOfYear === undefined
      ? undefined
      : "has an ISO year (%G), which cannot be combined with a day of the year (%j)";
  }
  if (week === undefined && isoWeek !== undefined) {
    return weekday === undefined
      ? "has an ISO week (%V), which requires an ISO year (%G) and a weekday"
      : "has an ISO week (%V), which requires an ISO year (%G), not a year";
  }
  return undefined;
}

function isExistingDay(parts: Parts): boolean {
  const { month = 1, day = 1 } = parts;
  // For February 29 without a year, Python first calculates with 1904, and then changes the year to 1900.
  const isLeapDayOnly = parts.year === undefined && month === 2 && day === 29;
  const reckoned = reckonedDay(parts, parts.year ?? (isLeapDayOnly ? 1904 : 1900));
  if (reckoned === undefined) {
    return isDate(parts.year ?? 1900, month, day);
  }
  return isDay(reckoned) && !(isLeapDayOnly && reckoned === leapDayOf1904);
}

const leapDayOf1904: DayNumber = 695_115;

/**
 * Returns the day that a day of the year, or a weekday and a week, determine, regardless of month and day; 0 if the
 * year is out of range. Undefined if the parts include neither.
 */
function reckonedDay(parts: Parts, year: number): DayNumber | undefined {
  const { dayOfYear, weekday, week, isoYear, isoWeek } = parts;
  if (dayOfYear !== undefined) {
    return dayInYear(year, () => dayOfYear);
  }
  if (weekday !== undefined && week !== undefined) {
    return dayInYear(year, (first) => dayOfWeek(week, weekday, findWeekday(first)));
  }
  if (weekday !== undefined && isoYear !== undefined && isoWeek !== undefined) {
    // The first ISO week is the one that contains January 4.
    return dayInYear(isoYear, (first) => isoWeek * 7 + weekday + 1 - (findWeekday(first + 3) + 4));
  }
  return undefined;
}

/**
 * Returns a day by its number in a year, which `find` derives from January 1. The number may refer to a day of the
 * previous or the next year.
 */
function dayInYear(year: number, find: (first: DayNumber) => number): DayNumber {
  const first = firstDay(year);
  return first === undefined ? 0 : first + find(first) - 1;
}

function dayOfWeek({ number, startsOnSunday }: Week, weekday: number, firstWeekday: number): number {
  const shift = startsOnSunday ? 1 : 0;
  const first = (firstWeekday + shift) % 7;
  const day = (weekday + shift) % 7;
  return number === 0 ? 1 + day - first : 1 + ((7 - first) % 7) + 7 * (number - 1) + day;
}

/** A day of the proleptic Gregorian calendar, counted from January 1 of the year 1. */
type DayNumber = number;

const firstYear = 1;
const lastYear = 9999;

/** Returns January 1 of a year; undefined if the year is out of range. */
function firstDay(year: number): DayNumber | undefined {
  return year >= firstYear && year <= lastYear ? daysBefore(year) + 1 : undefined;
}

/** Whether a date exists. Months are counted from 1. */
function isDate(year: number, month: number, day: number): boolean {
  return firstDay(year) !== undefined && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** Whether a day is between the first and the last date. */
function isDay(day: DayNumber): boolean {
  return day >= 1 && day <= daysBefore(lastYear + 1);
}

/** Returns the weekday of a day, from 0 for Monday to 6 for Sunday. */
function findWeekday(day: DayNumber): number {
  return (day + 6) % 7;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function daysBefore(year: number): number {
  const before = year - 1;
  return before * 365 + Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) {
    return isLeapYear(year) ? 29 : 28;
  }
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/**
 * Whether generated packages accept a timestamp: it is spelled exactly as the format prints it, and its parts do not
 * contradict each other. This is the check of the packages' runtime. Stone's compiler, whose rules {@link
 * timestampProblem} follows, accepts more.
 */
export function isAcceptedTimestamp(format: string, text: string): boolean {
  return canonicalTimestamp(text, format) !== undefined;
}
