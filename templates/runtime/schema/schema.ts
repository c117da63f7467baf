import { collectMismatches, type Decode, type DecodeOptions } from "../codecs/check.js";
import { DecodeError, type Mismatch } from "../codecs/codec-error.js";
import { missing } from "../codecs/describe-kind.js";
import { lastRead, type Segment } from "../codecs/path.js";
import type { Constraint, SchemaIssue, StandardSchemaV1 } from "./standard-schema.js";

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
          return { issues: listIssues(thrown, value, (observed) => decode(observed, all)) };
        }
      },
    },
  };
}

/** The most issues that are reported. */
const maxIssues = 100;

/** Returns the issue of an error and, after reading the value again, those that come after it. */
function listIssues(thrown: unknown, value: unknown, decode: (observed: unknown) => unknown): readonly SchemaIssue[] {
  if (!(thrown instanceof DecodeError)) {
    return [{ message: "The value cannot be read", code: "unreadable" }]; // for example, because one of its getters throws
  }
  const issues = [describe(thrown, thrown.segments)];
  const add = (mismatch: Mismatch, path: readonly Segment[]): void => {
    if (issues.length === maxIssues) {
      throw thrown; // ends the check
    }
    // What is inside of a wrong value, or comes after a mistake in the same place, may only follow from that.
    if (!issues.some((issue) => issue.path?.every((key, index) => key === path[index]))) {
      issues.push(describe(mismatch, path));
    }
  };
  // A check that continues with a wrong value may throw, which ends the reading. What it has reported until then is right.
  lastRead(value, (observed, path) =>
    collectMismatches(
      () => decode(observed),
      (mismatch) => add(mismatch, path()),
    ),
  );
  return issues;
}

function describe({ expected, found, suggestion, ...mismatch }: Mismatch, path: readonly Segment[]): SchemaIssue {
  const isMissing = mismatch.code === "wrong-type" && found === missing && typeof path.at(-1) === "string";
  const code = isMissing ? "missing-field" : mismatch.code;
  return {
    message: code === "unknown-field" ? "Unknown field" : `Expected ${expected}, found ${found}`,
    path,
    code,
    expected,
    found,
    ...readConstraint(code, expected),
    ...(suggestion !== undefined && { suggestion }),
  };
}

/** Reads the values of a constraint from the words in which a check states it, so that checks need not hold them twice. */
function readConstraint(code: Mismatch["code"], expected: string): Constraint {
  const after = (words: string): string => expected.slice(expected.indexOf(words) + words.length);
  switch (code) {
    case "pattern":
      return { pattern: after("matches ") };
    case "bad-timestamp":
      return { format: after("format ") };
    case "out-of-range":
    case "too-long":
    case "too-short":
    case "too-many-items":
    case "too-few-items": {
      const [, words = "", low = "", high] =
        /(at least|at most|of|is|within) \u00b1?(-?\d[\d.]*(?:e[+-]\d+)?)(?: to (-?\d[\d.]*(?:e[+-]\d+)?))?(?! to)/.exec(
          expected,
        ) ?? [];
      const [min, max] = [numberIn(words === "within" ? `-${low}` : low), numberIn(high ?? low)];
      return low === "" ? {} : { ...(words !== "at most" && { min }), ...(words !== "at least" && { max }) };
    }
    default:
      return {};
  }
}

/** Returns an integer as a bigint if a number would round it. */
function numberIn(text: string): number | bigint {
  const number = Number(text);
  return Number.isInteger(number) && !Number.isSafeInteger(number) && /^-?\d+$/.test(text) ? BigInt(text) : number;
}
