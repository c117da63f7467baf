import type { Scalar, Type } from "../ir/api.js";
import { fitsWholePattern } from "./patterns.js";

/**
 * Why a strict reader refuses a value that examples may have, as the end of a sentence; undefined if it accepts it. While
 * compiling, patterns must match the beginning only (TYPE-8), and Bytes may be any text.
 */
export function refusalOf(type: Type, value: Scalar): string | undefined {
  switch (type.kind) {
    case "string": {
      const { pattern = "" } = type;
      const isFine = pattern === "" || typeof value !== "string" || fitsWholePattern(pattern, value);
      return isFine ? undefined : `the pattern ${pattern} does not match the whole value`;
    }
    case "bytes":
      return typeof value === "string" && !base64.test(value) ? "it is not padded Base64" : undefined;
    default:
      return undefined;
  }
}

/** Standard Base64 with padding, and no bits set after the end (wire-format 2.2). */
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;
