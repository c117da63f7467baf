/** Days of the proleptic Gregorian calendar; day 1 is 1 January of the year 1. */
export type DayNumber = number;

const firstYear = 1;
const lastYear = 9999;

/** 1 January of a year, or `undefined` for a year out of range. */
export function firstDay(year: number): DayNumber | undefined {
  return year >= firstYear && year <= lastYear ? daysBefore(year) + 1 : undefined;
}

/** Whether a month, counted from 1, exists and has this day. */
export function isDate(year: number, month: number, day: number): boolean {
  return firstDay(year) !== undefined && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** Whether a day is between the first and the last date. */
export function isDay(day: DayNumber): boolean {
  return day >= 1 && day <= daysBefore(lastYear + 1);
}

/** 0 for Monday to 6 for Sunday. */
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
