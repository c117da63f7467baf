import { shorthands } from "../patterns/timestamps/format.js";

/** The parts of two moments, by directive. */
const moments: readonly [Readonly<Record<string, string>>, Readonly<Record<string, string>>] = [
  {
    ...{ Y: "2015", y: "15", m: "05", b: "May", B: "May", d: "12", j: "132" },
    ...{ a: "Tue", A: "Tuesday", u: "2", w: "2", U: "19", W: "19", G: "2015", V: "20" },
    ...{ H: "15", I: "03", p: "PM", M: "50", S: "38", f: "000000", z: "+0000", Z: "UTC" },
  },
  {
    ...{ Y: "1999", y: "99", m: "12", b: "Dec", B: "December", d: "31", j: "365" },
    ...{ a: "Fri", A: "Friday", u: "5", w: "5", U: "52", W: "52", G: "1999", V: "52" },
    ...{ H: "00", I: "12", p: "AM", M: "00", S: "00", f: "123456", z: "+0000", Z: "UTC" },
  },
];

/** A moment for formats without a complete date. Readers fill in 1 January 1900, which was a Monday as well. */
const newYear: Readonly<Record<string, string>> = {
  ...{ Y: "2001", y: "01", m: "01", b: "Jan", B: "January", d: "01", j: "001" },
  ...{ a: "Mon", A: "Monday", u: "1", w: "1", U: "00", W: "01", G: "2001", V: "01" },
  ...{ H: "00", I: "12", p: "AM", M: "00", S: "00", f: "000000", z: "+0000", Z: "UTC" },
};

/** The number of timestamps that {@link sampleTimestamp} can return. */
export const momentCount = moments.length;

/** Returns a moment in a format. `which` is less than {@link momentCount}. Unknown directives are left unchanged. */
export function sampleTimestamp(format: string, which: number): string {
  const whole = format.replace(/%([cxX])/g, (_, letter: string) => shorthands.get(letter) ?? "");
  const moment = (isWhole(whole) ? moments[which] : newYear) ?? newYear;
  return whole.replace(/%(.)/g, (directive, letter: string) => (letter === "%" ? "%" : (moment[letter] ?? directive)));
}

/** Whether a format contains all directives that determine its weekdays, weeks and halves of a day. */
function isWhole(format: string): boolean {
  const has = (letters: string): boolean => new RegExp(`%[${letters}]`).test(format);
  const hasDay = has("j") || (has("mbB") && has("d")) || (has("UW") && has("aAuw"));
  const isDated = !has("aAuwUWjGV") || (has("Yy") && hasDay) || (has("G") && has("V") && has("aAuw"));
  return isDated && (!has("p") || has("HI"));
}
