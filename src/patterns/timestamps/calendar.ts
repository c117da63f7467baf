/** A day of the proleptic Gregorian calendar, counted from January 1 of the year 1. */
export type DayNumber = number;

const firstYear = 1;
const lastYear = 9999;

/** Returns January 1 of a year; undefined if the year is out of range. */
export function firstDay(year: number): DayNumber | undefined {
  return year >= firstYear && year <= lastYear ? daysBefore(year) + 1 : undefined;
}

/** Whether a date exists. Months are counted from 1. */
export function isDate(year: number, month: number, day: number): boolean {
  return firstDay(year) !== undefined && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** Whether a day is between the first and the last date. */
export function isDay(day: DayNumber): boolean {
  return day >= 1 && day <= daysBefore(lastYear + 1);
}

/** Returns the weekday of a day, from 0 for Monday to 6 for Sunday. */
export function findWeekday(day: DayNumber): number {
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
