import { decode, encode, type DecodeOptions, type EncodeOptions } from "./check.js";
import { nothing } from "./scalars.js";

/** Decodes the JSON of a Void. In strict mode only null and a missing value are accepted. */
export function decodeNothing(json: unknown, options?: DecodeOptions): undefined {
  decode(nothing, json, options);
  return undefined;
}

/** Encodes a Void. */
export function encodeNothing(value: undefined, options?: EncodeOptions): unknown {
  return encode(nothing, value, options);
}
