const day = 86_400_000;

/** The number of days with activity in a new demo. */
const firstDays = 90;

/** Returns the days from `from` to today, as `YYYY-MM-DD` in UTC. If `from` is undefined, returns the days of a new demo. */
export function daysUntilToday(from: string | undefined, now = Date.now()): string[] {
  const today = Date.parse(dayText(now));
  const start = from === undefined ? today - (firstDays - 1) * day : Date.parse(from);
  return Array.from({ length: Math.max(0, (today - start) / day + 1) }, (_, index) => dayText(start + index * day));
}

/** Returns the day after another. */
export function nextDay(date: string): string {
  return dayText(Date.parse(date) + day);
}

/** Returns a time as a timestamp of the API. */
export function timestamp(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
}

/** Returns whether a day is a Saturday or a Sunday. */
export function isWeekend(date: string): boolean {
  return [0, 6].includes(new Date(date).getUTCDay());
}

/** Returns the number of days from 1970-01-01 to a day. */
export function dayNumber(date: string): number {
  return Date.parse(date) / day;
}

function dayText(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
