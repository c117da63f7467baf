import { fail, type Container, type Key } from "./check.js";
import { wrongType } from "./wrong-type.js";

/** A timestamp in the format `%Y-%m-%dT%H:%M:%SZ`, the most common one: checked without the code for other formats. */
export function isoSecond(value: unknown, container: Container, key: Key): string {
  return typeof value === "string" && value.length === 20 && startsWithSecond(value) && value.charCodeAt(19) === 90 // Z
    ? value
    : badTimestamp(value, container, key, "%Y-%m-%dT%H:%M:%SZ");
}

/** A timestamp in the format `%Y-%m-%dT%H:%M:%S.%fZ`, with one to six fractional digits; returned with six. */
export function isoMicrosecond(value: unknown, container: Container, key: Key): string {
  return typeof value === "string" && startsWithSecond(value) && /^\.[0-9]{1,6}Z$/.test(value.slice(19))
    ? `${value.slice(0, -1).padEnd(26, "0")}Z`
    : badTimestamp(value, container, key, "%Y-%m-%dT%H:%M:%S.%fZ");
}

/** A timestamp in the format `%Y-%m-%d`: checked without the code for other formats. */
export function isoDay(value: unknown, container: Container, key: Key): string {
  return typeof value === "string" && value.length === 10 && startsWithDay(value)
    ? value
    : badTimestamp(value, container, key, "%Y-%m-%d");
}

/** Ends the running check: the value is not a timestamp in the format. */
export function badTimestamp(value: unknown, container: Container, key: Key, format: string): never {
  const expected = `a timestamp in the format ${format}`;
  if (typeof value !== "string") {
    wrongType(value, container, key, expected);
  }
  // The text shows what is wrong and is rarely a secret, but it may be of any length.
  const found = JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  fail(container, key, { code: "bad-timestamp", expected, found });
}

function startsWithSecond(text: string): boolean {
  return (
    startsWithDay(text) &&
    text.charCodeAt(10) === 84 && // T
    isBelow(24, text, 11) &&
    text.charCodeAt(13) === 58 && // a colon
    isBelow(60, text, 14) &&
    text.charCodeAt(16) === 58 &&
    isBelow(60, text, 17)
  );
}

// By hand: a Date takes six times as long and accepts 30 February as 1 March.
function startsWithDay(text: string): boolean {
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  return (
    year >= 1 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    (day <= 28 || day <= daysIn(month, year)) &&
    text.charCodeAt(4) === 45 && // a hyphen
    text.charCodeAt(7) === 45
  );
}

function daysIn(month: number, year: number): number {
  if (month === 2) {
    return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  }
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isBelow(limit: number, text: string, at: number): boolean {
  const number = twoDigits(text, at);
  return number >= 0 && number < limit;
}

/** The value of two digits; a number far below 0 if they are not both ASCII digits. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const units = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && units >= 0 && units <= 9 ? tens * 10 + units : -10_000;
}
