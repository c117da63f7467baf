import { compileFormat, readFields, type Fields } from "./format.js";
import { months, weekdays } from "./directives.js";
import { readParts, type Parts } from "./parts.js";

/** How many digits a directive prints, where it reads fewer. */
const digitCounts: ReadonlyMap<string, number> = new Map([
  ...["d", "m", "H", "M", "S", "I", "U", "V", "W"].map((directive) => [directive, 2] as const),
  ["j", 3],
]);

/** Whether a number of a timestamp has fewer digits than its format prints. */
export function isUnpadded(format: string, text: string): boolean {
  return [...(fieldsOf(format, text) ?? [])].some(
    ([directive, digits]) => digits.length < (digitCounts.get(directive) ?? 0),
  );
}

/**
 * Whether a timestamp of a format is spelled as the format prints it: with leading zeros, names in their own case, and
 * the weekday of its date. Strict readers refuse other spellings.
 */
export function isCanonical(format: string, text: string): boolean {
  const fields = fieldsOf(format, text);
  if (fields === undefined) {
    return true;
  }
  const printed = format.replace(/%(.)/g, (_, directive: string) =>
    directive === "%" ? "%" : canonicalField(directive, fields.get(directive) ?? ""),
  );
  return printed === text && hasWeekdayOfDate(readParts(fields));
}

/** The fields of a timestamp; undefined for formats whose directives stand for several of them. */
function fieldsOf(format: string, text: string): Fields | undefined {
  const compiled = compileFormat(format);
  // In `%c` the day has a space in place of the zero, which is taken for white space of the format.
  return "problem" in compiled || /%[cxX]/.test(format) ? undefined : readFields(compiled, text);
}

function canonicalField(directive: string, text: string): string {
  switch (directive) {
    case "a":
    case "A":
      return capitalized(weekdays.find((name) => name.startsWith(text.toLowerCase())) ?? "").slice(0, text.length);
    case "b":
    case "B":
      return capitalized(months.find((name) => name.startsWith(text.toLowerCase())) ?? "").slice(0, text.length);
    case "p":
      return text.toUpperCase();
    default:
      return text.padStart(digitCounts.get(directive) ?? 0, "0");
  }
}

function capitalized(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

function hasWeekdayOfDate({ year, month, day, weekday }: Parts): boolean {
  if (year === undefined || month === undefined || day === undefined || weekday === undefined) {
    return true;
  }
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return (date.getUTCDay() + 6) % 7 === weekday;
}
