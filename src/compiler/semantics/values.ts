import type { PrimitiveType, Scalar, StringType } from "../../ir/api.js";
import type * as ast from "../../syntax/ast.js";
import { timestampProblem, isAcceptedTimestamp } from "../../patterns/timestamps/timestamp-problem.js";
import { float32Max, integerRanges, limit } from "./builtin-types.js";
import { fitsPattern } from "./patterns.js";
import { isPaddedBase64 } from "../../values/base64.js";
import { matchesWhole } from "../../patterns/match.js";

/** The result of checking a literal against a type: the value, or the reason why the literal is invalid. */
type Fit<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

/**
 * Checks a literal against a primitive type (DEF-2, EX-5). Values of Bytes and Timestamp are the strings as written.
 */
export function fitPrimitive(type: PrimitiveType, node: ast.ExampleValue): Fit<Scalar> {
  if (node.kind !== "literal") {
    return wrongKind(type, node);
  }
  const { value } = node;
  switch (type.kind) {
    case "boolean":
      return typeof value === "boolean" ? fits(value) : wrongKind(type, node);
    case "bytes":
      return typeof value === "string" ? fits(value) : wrongKind(type, node);
    case "int32":
    case "uint32":
    case "int64":
    case "uint64": {
      if (typeof value !== "bigint") {
        return wrongKind(type, node);
      }
      const range = integerRanges[type.kind];
      return inRange(value, type.min ?? range.min, type.max ?? range.max, limit(value));
    }
    case "float32":
    case "float64": {
      if (typeof value !== "bigint" && typeof value !== "number") {
        return wrongKind(type, node);
      }
      if (!Number.isFinite(Number(value))) {
        return { ok: false, reason: "the number is too large for a floating-point type" };
      }
      const most = type.kind === "float32" ? float32Max : Number.MAX_VALUE;
      // An integer is not converted to a float.
      const written = typeof value === "bigint" ? limit(value) : value;
      return inRange(Number(value), type.min ?? -most, type.max ?? most, written);
    }
    case "string":
      return typeof value === "string" ? fitString(type, value) : wrongKind(type, node);
    case "timestamp": {
      if (typeof value !== "string") {
        return wrongKind(type, node);
      }
      const problem = timestampProblem(type.format, value);
      return problem === undefined ? fits(value) : { ok: false, reason: problem };
    }
  }
}

/**
 * Checks a string against the limits of a type. Lengths are in code points (TYPE-6), and a pattern only has to match at
 * the start (TYPE-8).
 */
export function fitString(type: StringType, value: string): Fit<string> {
  const length = [...value].length;
  if (type.minLength !== undefined && length < type.minLength) {
    return { ok: false, reason: `${quoted(value)} has length ${length}, but min_length is ${type.minLength}` };
  }
  if (type.maxLength !== undefined && length > type.maxLength) {
    return { ok: false, reason: `${quoted(value)} has length ${length}, but max_length is ${type.maxLength}` };
  }
  if (type.pattern !== undefined && type.pattern !== "" && !fitsPattern(type.pattern, value)) {
    return { ok: false, reason: `${quoted(value)} does not match the pattern ${type.pattern}` };
  }
  return fits(value);
}

/** Describes the values of a primitive type, for messages. */
function wanted(type: PrimitiveType): string {
  switch (type.kind) {
    case "boolean":
      return "true or false";
    case "string":
    case "bytes":
    case "timestamp":
      return "a string in double quotes";
    case "float32":
    case "float64":
      return "a number";
    case "int32":
    case "uint32":
    case "int64":
    case "uint64":
      return "an integer";
  }
}

/** Describes a value, for messages. */
export function describe(node: ast.ExampleValue): string {
  switch (node.kind) {
    case "literal":
      return describeLiteral(node);
    case "word":
      return `the word '${node.text}'`;
    default:
      return `a ${node.kind}`;
  }
}

function describeLiteral({ value, span }: ast.Literal): string {
  switch (typeof value) {
    case "string":
      return `the string ${quoted(value)}`;
    case "bigint":
      return `the integer ${value.toString()}`;
    case "number":
      return `the number ${span.source.text.slice(span.start, span.end)}`; // as it is written: 1.0, not 1
    case "boolean":
      return String(value);
    default:
      return "null";
  }
}

function inRange<T extends Scalar>(
  value: number | bigint,
  min: number | bigint,
  max: number | bigint,
  result: T,
): Fit<T> {
  if (value < min) {
    return { ok: false, reason: `${value.toString()} is less than the minimum, ${min.toString()}` };
  }
  if (value > max) {
    return { ok: false, reason: `${value.toString()} is greater than the maximum, ${max.toString()}` };
  }
  return fits(result);
}

function fits<T>(value: T): Fit<T> {
  return { ok: true, value };
}

function wrongKind(type: PrimitiveType, node: ast.ExampleValue): Fit<never> {
  return { ok: false, reason: `expected ${wanted(type)}, found ${describe(node)}` };
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

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
