export const months: readonly string[] = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** Weekdays from Sunday, as `getUTCDay` counts them. */
export const weekdays: readonly string[] = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
];

/** Midnight at the beginning of a day; months count from 0. A day outside the month falls into another month. */
export function midnight(year: number, month: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day); // `Date.UTC` treats the year 99 as 1999
  return date;
}

/** Returns the number of days from Monday to a weekday. */
export function sinceMonday(weekday: number): number {
  return (weekday + 6) % 7;
}

/** Returns the day of the year from 1. */
export function dayOfYear(moment: Date): number {
  const newYear = midnight(moment.getUTCFullYear(), 0, 1);
  return Math.floor((moment.getTime() - newYear.getTime()) / 86_400_000) + 1;
}

/** Returns the week of the year: 0 before the first Sunday, which starts week 1. */
export function weekFromSunday(moment: Date): number {
  return Math.floor((dayOfYear(moment) + 6 - moment.getUTCDay()) / 7);
}

/** Returns the week of the year: 0 before the first Monday, which starts week 1. */
export function weekFromMonday(moment: Date): number {
  return Math.floor((dayOfYear(moment) + 6 - sinceMonday(moment.getUTCDay())) / 7);
}

/** Returns the ISO 8601 week: it belongs to the year of its Thursday. */
export function isoWeek(moment: Date): { readonly year: number; readonly week: number } {
  const day = moment.getUTCDate() + 3 - sinceMonday(moment.getUTCDay());
  const thursday = midnight(moment.getUTCFullYear(), moment.getUTCMonth(), day);
  return { year: thursday.getUTCFullYear(), week: Math.ceil(dayOfYear(thursday) / 7) };
}

/** Returns the day for a week and a weekday; the inverse of {@link weekFromSunday}. */
export function dayInWeekFromSunday(year: number, week: number, weekday: number): Date {
  const firstSunday = 1 + ((7 - midnight(year, 0, 1).getUTCDay()) % 7);
  return midnight(year, 0, firstSunday + 7 * (week - 1) + weekday);
}

/** Returns the day for a week and a weekday; the inverse of {@link weekFromMonday}. */
export function dayInWeekFromMonday(year: number, week: number, weekday: number): Date {
  const firstMonday = 1 + ((8 - midnight(year, 0, 1).getUTCDay()) % 7);
  return midnight(year, 0, firstMonday + 7 * (week - 1) + sinceMonday(weekday));
}

/** Returns the day for a week and a weekday; the inverse of {@link isoWeek}. */
export function dayInIsoWeek(year: number, week: number, weekday: number): Date {
  const firstMonday = 4 - sinceMonday(midnight(year, 0, 4).getUTCDay()); // 4 January is always in week 1
  return midnight(year, 0, firstMonday + 7 * (week - 1) + sinceMonday(weekday));
}
