import type { Scalar, Type } from "../ir/api.js";
import { compileFormat, readFields } from "../timestamps/format.js";
import { fitsWholePattern } from "./patterns.js";

/**
 * Why a strict reader refuses a value that examples may have, as the end of a sentence; undefined if it accepts it. While
 * compiling, patterns must match the beginning only (TYPE-8), timestamps may leave out leading zeros (TYPE-9), and Bytes may
 * be any text (EX-5).
 */
export function refusalOf(type: Type, value: Scalar): string | undefined {
  switch (type.kind) {
    case "string": {
      const { pattern = "" } = type;
      const isFine = pattern === "" || typeof value !== "string" || fitsWholePattern(pattern, value);
      return isFine ? undefined : `the pattern ${pattern} does not match the whole value`;
    }
    case "timestamp":
      return typeof value === "string" && isUnpadded(type.format, value)
        ? "a number in it lacks leading zeros"
        : undefined;
    case "bytes":
      return typeof value === "string" && !base64.test(value) ? "it is not padded Base64" : undefined;
    default:
      return undefined;
  }
}

/** Whether a number of a timestamp has fewer digits than its format prints. */
function isUnpadded(format: string, text: string): boolean {
  const compiled = compileFormat(format);
  // In `%c` the day has a space in place of the zero, which is taken for white space of the format.
  const fields = "problem" in compiled || format.includes("%c") ? undefined : readFields(compiled, text);
  return [...(fields ?? [])].some(([directive, digits]) => digits.length < (digitCounts.get(directive) ?? 0));
}

/** How many digits a directive prints, where it reads fewer. */
const digitCounts: ReadonlyMap<string, number> = new Map([
  ...["d", "m", "H", "M", "S", "I", "U", "V", "W"].map((directive) => [directive, 2] as const),
  ["j", 3],
]);

/** Standard Base64 with padding, and no bits set after the end (WIRE-11). */
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;
