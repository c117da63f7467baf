import type { PrimitiveType, Scalar } from "../../ir/api.js";
import { isAcceptedTimestamp } from "../../patterns/timestamps/timestamp-problem.js";
import { isPaddedBase64 } from "../../values/base64.js";
import { matchesWhole } from "../../patterns/match.js";

/**
 * Returns the reason why strict decoding rejects a value that is valid in examples and defaults, as a clause; undefined
 * if it accepts the value. The compiler itself checks only that patterns match at the start (TYPE-8) and that Python
 * can read timestamps (TYPE-9), and accepts any text for Bytes (EX-5).
 */
export function refusalReason(type: PrimitiveType, value: Scalar): string | undefined {
  switch (type.kind) {
    case "string": {
      const { pattern = "" } = type;
      const isFine = pattern === "" || typeof value !== "string" || matchesWhole(pattern, value);
      return isFine ? undefined : `the pattern ${pattern} does not match the whole value`;
    }
    case "timestamp":
      return typeof value === "string" && !isAcceptedTimestamp(type.format, value)
        ? `the format ${type.format} prints no date in UTC like that`
        : undefined;
    case "bytes":
      return typeof value === "string" && !isPaddedBase64(value) ? "it is not padded Base64" : undefined;
    case "boolean":
    case "int32":
    case "uint32":
    case "int64":
    case "uint64":
    case "float32":
    case "float64":
      return undefined;
  }
}
