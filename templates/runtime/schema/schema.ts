import type { Decode, DecodeOptions } from "../codecs/check.js";
import { DecodeError } from "../codecs/codec-error.js";
import type { StandardIssue, StandardSchemaV1 } from "./standard-schema.js";

/**
 * Returns a Standard Schema for the type of a decoder: `schema(decodeGetMetadataArg)`. Values are checked strictly, unless the
 * options say otherwise; the result is a copy with defaults filled in.
 */
export function schema<Output, Input>(
  decode: Decode<Output, Input>,
  options?: DecodeOptions,
): StandardSchemaV1<unknown extends Input ? Output : Input, Output> {
  const all = { strict: true, ...options };
  return {
    "~standard": {
      version: 1,
      vendor: "ashlar",
      validate: (value) => {
        try {
          return { value: decode(value, all) };
        } catch (thrown) {
          return { issues: [describe(thrown)] };
        }
      },
    },
  };
}

function describe(thrown: unknown): StandardIssue {
  if (!(thrown instanceof DecodeError)) {
    return { message: "The value cannot be read" }; // for example, because one of its getters throws
  }
  const { code, expected, found, segments } = thrown;
  return {
    message: code === "unknown-field" ? "Unknown field" : `Expected ${expected}, found ${found}`,
    path: segments,
  };
}
