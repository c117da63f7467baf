import { badTimestamp, isoDay, isoMicrosecond, isoSecond } from "./iso-timestamp.js";
import { canonicalTimestamp } from "./timestamp-format.js";

/**
 * Returns a timestamp in any format, in canonical form: `%f` with six digits and `%z` as `+0000`. Other spellings of these two
 * are accepted.
 */
export function timestamp(value: unknown, format: string): string {
  switch (format) {
    case "%Y-%m-%dT%H:%M:%SZ":
      return isoSecond(value);
    case "%Y-%m-%dT%H:%M:%S.%fZ":
      return isoMicrosecond(value);
    case "%Y-%m-%d":
      return isoDay(value);
    default:
      return (typeof value === "string" ? canonicalTimestamp(value, format) : undefined) ?? badTimestamp(value, format);
  }
}
