import { dayInIsoWeek, dayInWeekFromMonday, dayInWeekFromSunday, midnight, months, weekdays } from "./calendar.js";

/** Directive of the format to its text in the timestamp. */
export type Written = Readonly<Record<string, string | undefined>>;

/**
 * Returns the date that the texts represent, in UTC. Missing parts are taken from 1900-01-01 00:00:00; if parts are redundant,
 * one takes precedence, as in Python. Nothing is validated: 30 February becomes 1 or 2 March, which is detected when the
 * date is printed again.
 */
export function meaning(written: Written): Date {
  const moment = day(written);
  moment.setUTCHours(hour(written), Number(written["%M"] ?? 0), Number(written["%S"] ?? 0));
  return moment;
}

function day(written: Written): Date {
  const { "%j": dayOfYear, "%U": fromSunday, "%W": fromMonday, "%G": isoYear, "%V": isoWeek } = written;
  if (dayOfYear !== undefined) {
    return midnight(year(written), 0, Number(dayOfYear));
  }
  const weekday = readWeekday(written);
  if (weekday !== undefined && fromSunday !== undefined) {
    return dayInWeekFromSunday(year(written), Number(fromSunday), weekday);
  }
  if (weekday !== undefined && fromMonday !== undefined) {
    return dayInWeekFromMonday(year(written), Number(fromMonday), weekday);
  }
  if (weekday !== undefined && isoYear !== undefined && isoWeek !== undefined) {
    return dayInIsoWeek(Number(isoYear), Number(isoWeek), weekday);
  }
  return midnight(year(written), month(written), Number(written["%d"] ?? written["% d"] ?? 1));
}

function year(written: Written): number {
  if (written["%Y"] !== undefined) {
    return Number(written["%Y"]);
  }
  const short = Number(written["%y"] ?? 0);
  return written["%y"] !== undefined && short < 69 ? 2000 + short : 1900 + short;
}

function month(written: Written): number {
  if (written["%m"] !== undefined) {
    return Number(written["%m"]) - 1;
  }
  const name = written["%B"] ?? written["%b"];
  return name === undefined ? 0 : months.findIndex((month) => month.startsWith(name));
}

function readWeekday(written: Written): number | undefined {
  const number = written["%w"] ?? written["%u"];
  if (number !== undefined) {
    return Number(number) % 7;
  }
  const name = written["%A"] ?? written["%a"];
  return name === undefined ? undefined : weekdays.findIndex((weekday) => weekday.startsWith(name));
}

function hour(written: Written): number {
  const { "%H": of24, "%I": of12, "%p": half } = written;
  if (of24 !== undefined || of12 === undefined) {
    return Number(of24 ?? 0);
  }
  return (Number(of12) % 12) + (half === "PM" ? 12 : 0);
}
