import { months } from "./directives.js";

/**
 * Directive to the texts that it may have, as a regular expression. Within a case the directives are independent of
 * each other; a timestamp fits if it fits one of the cases.
 */
export type Case = ReadonlyMap<string, string>;

export const yearDirectives = ["Y", "y"];
export const monthDirectives = ["m", "b", "B"];
/** `% d` has a blank instead of the zero; it occurs in `%c` only. */
export const dayDirectives = ["d", " d"];

/** Two digits that are a multiple of four, with 00 and without, or none. */
const multipleOfFour = "[02468][048]|[13579][26]";
const positiveMultipleOfFour = "0[48]|[2468][048]|[13579][26]";
const otherThanMultiple = "[02468][1235679]|[13579][01345789]";

/** The years 0001 to 9999 and, for `%y`, 1969 to 2068. */
const years = {
  any: { Y: "[1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9]", y: "[0-9]{2}" },
  leap: { Y: `[0-9]{2}(?:${positiveMultipleOfFour})|(?:${positiveMultipleOfFour})00`, y: multipleOfFour },
  common: { Y: `[0-9]{2}(?:${otherThanMultiple})|(?:${otherThanMultiple})00`, y: otherThanMultiple },
} as const;

type YearClass = keyof typeof years;

const allMonths = months.map((_, index) => index + 1);
const february = 2;
const shortMonths = [4, 6, 9, 11];
const longMonths = allMonths.filter((month) => month !== february && !shortMonths.includes(month));

/** The texts of a directive for a year, a month or a day, as far as they do not depend on other directives. */
export function dateTexts(directive: string): string | undefined {
  return directive === "j" ? dayOfYearTexts(365, true) : findTexts(directive, "any", allMonths, days(1, 31));
}

/**
 * The cases of dates that exist, where a format has several directives that depend on each other; none where it does not.
 * The year of a format without one is 1900, a common year, unless `hasOtherYear`, where it may be any.
 */
export function dateCases(has: (directive: string) => boolean, hasOtherYear: boolean): Case[] {
  const present = [...yearDirectives, ...monthDirectives, ...dayDirectives, "j"].filter(has);
  const hasMonth = monthDirectives.some(has);
  const hasDay = dayDirectives.some(has);
  const hasYear = yearDirectives.some(has);
  const canBeLeap = hasYear || hasOtherYear;
  if (has("j") ? hasMonth || hasDay : dayDirectives.every(has)) {
    return eachDay(present, canBeLeap);
  }
  if (has("j")) {
    return eachYearLength(present, canBeLeap);
  }
  const areMonthsRepeated = monthDirectives.filter(has).length > 1; // as in "%b (%m)"
  if (!hasMonth || (!hasDay && !areMonthsRepeated)) {
    return [];
  }
  return (hasDay ? monthLengths(canBeLeap) : [everyMonth]).flatMap(({ months, days, year }) =>
    (areMonthsRepeated ? months.map((month) => [month]) : [months]).map((some) => caseOf(present, year, some, days)),
  );
}

/** Months with the same days. */
interface MonthClass {
  readonly months: readonly number[];
  readonly days: readonly number[];
  readonly year: YearClass;
}

const everyMonth: MonthClass = { months: allMonths, days: [], year: "any" };

function monthLengths(canBeLeap: boolean): MonthClass[] {
  return [
    { months: longMonths, days: days(1, 31), year: "any" },
    { months: shortMonths, days: days(1, 30), year: "any" },
    { months: [february], days: days(1, 28), year: "any" },
    ...(canBeLeap ? [{ months: [february], days: [29], year: "leap" } as const] : []),
  ];
}

/** The days of the year alone: a common year has 365, a leap year one more. */
function eachYearLength(present: readonly string[], canBeLeap: boolean): Case[] {
  const common = new Map([...caseOf(present, "any", [], []), ["j", dayOfYearTexts(365)]]);
  const leap = new Map([...caseOf(present, "leap", [], []), ["j", "366"]]);
  return canBeLeap ? [common, leap] : [common];
}

/** Each day with its month and its number in the year. */
function eachDay(present: readonly string[], canBeLeap: boolean): Case[] {
  const lengths: YearClass[] = canBeLeap ? ["common", "leap"] : ["common"];
  return lengths.flatMap((year) => {
    let dayOfYear = 0;
    return allMonths.flatMap((month) =>
      days(1, lengthOfMonth(month, year)).map((day) => {
        dayOfYear += 1;
        return new Map([...caseOf(present, year, [month], [day]), ["j", String(dayOfYear).padStart(3, "0")]]);
      }),
    );
  });
}

function lengthOfMonth(month: number, year: YearClass): number {
  return month === february ? (year === "leap" ? 29 : 28) : shortMonths.includes(month) ? 30 : 31;
}

function caseOf(
  directives: readonly string[],
  year: YearClass,
  months: readonly number[],
  days: readonly number[],
): Case {
  return new Map(
    directives.flatMap((directive) => {
      const texts = findTexts(directive, year, months, days);
      return texts === undefined ? [] : [[directive, texts]];
    }),
  );
}

function findTexts(
  directive: string,
  year: YearClass,
  months: readonly number[],
  days: readonly number[],
): string | undefined {
  switch (directive) {
    case "Y":
    case "y":
      return years[year][directive];
    case "m":
      return months.map((month) => String(month).padStart(2, "0")).join("|");
    case "b":
      return months.map((month) => monthName(month).slice(0, 3)).join("|");
    case "B":
      return months.map(monthName).join("|");
    case "d":
      return dayTexts(days, "0");
    case " d":
      return dayTexts(days, " ");
    default:
      return undefined;
  }
}

function monthName(month: number): string {
  const name = months[month - 1] ?? "";
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** Days from the first on, or a single one. */
function dayTexts(days: readonly number[], padding: string): string {
  const [first = 0] = days;
  const last = days.at(-1) ?? 0;
  if (first === last) {
    return String(first).padStart(2, padding);
  }
  const rest = last <= 29 ? `2[0-${last - 20}]` : last === 30 ? "2[0-9]|30" : "2[0-9]|3[01]";
  return `${padding}[1-9]|1[0-9]|${rest}`;
}

function dayOfYearTexts(last: 365, withLeapDay = false): string {
  return `00[1-9]|0[1-9][0-9]|[12][0-9]{2}|3[0-5][0-9]|36[0-${withLeapDay ? 6 : last - 360}]`;
}

function days(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
