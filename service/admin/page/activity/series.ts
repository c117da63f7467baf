/** A number for each day of a period. */
export interface Series {
  /** The first day, as `YYYY-MM-DD`. */
  readonly start: string;
  /** The numbers; null for days without data. */
  readonly values: readonly (number | null)[];
}

const day = 86_400_000;
const dayFormat = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });

/** Returns the day that is `days` days after another, as `YYYY-MM-DD`. */
export function dayAfter(start: string, days: number): string {
  return new Date(Date.parse(`${start}T00:00:00Z`) + days * day).toISOString().slice(0, 10);
}

/** Returns the current day as `YYYY-MM-DD`, in UTC like the days of the API. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Formats a day for people: `Nov 21`. */
export function dayText(date: string): string {
  return dayFormat.format(Date.parse(`${date}T00:00:00Z`));
}

/** Returns the end of the scale: a round number that is not less than the highest value. */
export function scaleEnd({ values }: Series): number {
  const highest = Math.max(1, ...values.map((value) => value ?? 0));
  const magnitude = 10 ** Math.floor(Math.log10(highest));
  const step = [1, 2, 4, 5, 10].find((factor) => factor * magnitude >= highest) ?? 10;
  return step * magnitude;
}
