const day = 86_400_000;

/** How many days of activity a new demo has. */
const firstDays = 90;

/** The days from `from` to today, as `YYYY-MM-DD` in UTC; without `from` the last ones of a new demo. */
export function daysUntilToday(from: string | undefined, now = Date.now()): string[] {
  const today = Date.parse(dayText(now));
  const start = from === undefined ? today - (firstDays - 1) * day : Date.parse(from);
  return Array.from({ length: Math.max(0, (today - start) / day + 1) }, (_, index) => dayText(start + index * day));
}

/** The day after another. */
export function nextDay(date: string): string {
  return dayText(Date.parse(date) + day);
}

/** A moment as the API writes it. */
export function timestamp(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
}

/** Whether nobody works on a day. */
export function isWeekend(date: string): boolean {
  return [0, 6].includes(new Date(date).getUTCDay());
}

/** The number of a day since 1970. */
export function dayNumber(date: string): number {
  return Date.parse(date) / day;
}

function dayText(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
