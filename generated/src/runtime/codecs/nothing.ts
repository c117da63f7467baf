import { decode, encode, type DecodeOptions, type EncodeOptions } from "./check.js";
import { nothing } from "./scalars.js";

/** Reads the JSON of a route that has no value there. Strictly, only null and nothing will do. */
export function decodeNothing(json: unknown, options?: DecodeOptions): undefined {
  decode(nothing, json, options);
  return undefined;
}

/** Gives what stands for no value. */
export function encodeNothing(value: undefined, options?: EncodeOptions): unknown {
  return encode(nothing, value, options);
}
