/**
 * Directive to its regular expression in Python's `re`. The alternatives are in the same order as in Python's
 * `strptime`, so that digits are divided in the same way in formats without separators. The flag `a` excludes
 * characters that only look like the letters of a name.
 */
export const fields: ReadonlyMap<string, string> = new Map([
  ["a", "(?a:wed|mon|tue|thu|fri|sat|sun)"],
  ["A", "(?a:wednesday|thursday|saturday|tuesday|monday|friday|sunday)"],
  ["b", "(?a:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"],
  ["B", "(?a:september|february|november|december|january|october|august|march|april|june|july|may)"],
  ["d", String.raw`3[0-1]|[1-2]\d|0[1-9]|[1-9]| [1-9]`],
  ["f", "[0-9]{1,6}"],
  ["G", String.raw`\d\d\d\d`],
  ["H", String.raw`2[0-3]|[0-1]\d|\d`],
  ["I", "1[0-2]|0[1-9]|[1-9]"],
  ["j", String.raw`36[0-6]|3[0-5]\d|[1-2]\d\d|0[1-9]\d|00[1-9]|[1-9]\d|0[1-9]|[1-9]`],
  ["m", "1[0-2]|0[1-9]|[1-9]"],
  ["M", String.raw`[0-5]\d|\d`],
  ["p", "am|pm"],
  ["S", String.raw`6[0-1]|[0-5]\d|\d`],
  ["u", "[1-7]"],
  ["U", String.raw`5[0-3]|[0-4]\d|\d`],
  ["V", String.raw`5[0-3]|0[1-9]|[1-4]\d|\d`],
  ["w", "[0-6]"],
  ["W", String.raw`5[0-3]|[0-4]\d|\d`],
  ["y", String.raw`\d\d`],
  ["Y", String.raw`\d\d\d\d`],
  ["z", String.raw`[+-]\d\d:?[0-5]\d(:?[0-5]\d(\.\d{1,6})?)?|(?-i:Z)`],
  ["Z", "utc|gmt"],
]);

/** Directive to the format that it abbreviates, in the C locale. */
export const shorthands: ReadonlyMap<string, string> = new Map([
  ["c", "%a %b %d %H:%M:%S %Y"],
  ["x", "%m/%d/%y"],
  ["X", "%H:%M:%S"],
]);

export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

export const months = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
] as const;
