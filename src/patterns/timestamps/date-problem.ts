import { firstDay, isDate, isDay, findWeekday, type DayNumber } from "./calendar.js";
import type { Parts, Week } from "./parts.js";

const noSuchDay = "is a day that does not exist";

/**
 * Returns the problem with the date in the parts of a value, as a predicate whose subject is the value. Missing parts
 * default to those of January 1, 1900.
 */
export function dateProblem(parts: Parts): string | undefined {
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
