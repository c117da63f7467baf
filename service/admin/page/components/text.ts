const numbers = new Intl.NumberFormat("en");
const days = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

const minute = 60_000;
const units = [
  ["day", 24 * 60 * minute],
  ["hour", 60 * minute],
  ["minute", minute],
] as const;

/** Formats a number for people: `1,234`. */
export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** Returns a number with its noun: `1 member`, `2 members`. */
export function counted(value: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(value)} ${value === 1 ? noun : plural}`;
}

/** Formats a waiting time for people: `20 seconds`, `3 minutes`. */
export function waitingTime(seconds: number): string {
  return seconds < 60 ? counted(Math.ceil(seconds), "second") : counted(Math.ceil(seconds / 60), "minute");
}

/** Returns how long ago a time was, such as `3 hours ago`; the day if it was more than a month ago. */
export function ago(time: number, now = Date.now()): string {
  const passed = now - time;
  const [unit, length] = units.find(([, milliseconds]) => passed >= milliseconds) ?? ["minute", minute];
  if (passed < minute) {
    return "just now";
  }
  return passed > 31 * 24 * 60 * minute ? days.format(time) : relative.format(-Math.floor(passed / length), unit);
}
