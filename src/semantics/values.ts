import type { Scalar, StringType, Type } from "../ir/api.js";
import type * as ast from "../syntax/ast.js";
import { timestampProblem } from "./timestamps.js";
import { float32Max, integerRanges, limit } from "./builtin-types.js";
import { matchesAtStart } from "./patterns.js";

/** Whether a literal is a value of a type: the value, or why it is none. */
export type Fit<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

/** The literal as a value of a primitive type (DEF-2, EX-5). Bytes and Timestamp stay the string as written. */
export function fitPrimitive(type: Type, value: ast.Literal["value"]): Fit<Scalar> {
  switch (type.kind) {
    case "boolean":
      return typeof value === "boolean" ? fits(value) : wrongKind("true or false", value);
    case "bytes":
      return typeof value === "string" ? fits(value) : wrongKind("a string", value);
    case "int32":
    case "uint32":
    case "int64":
    case "uint64": {
      if (typeof value !== "bigint") {
        return wrongKind("an integer", value);
      }
      const range = integerRanges[type.kind];
      return inRange(value, type.min ?? range.min, type.max ?? range.max, limit(value));
    }
    case "float32":
    case "float64": {
      if (typeof value !== "bigint" && typeof value !== "number") {
        return wrongKind("a number", value);
      }
      if (!Number.isFinite(Number(value))) {
        return { ok: false, reason: "the number is too large for a floating point number" };
      }
      const most = type.kind === "float32" ? float32Max : Number.MAX_VALUE;
      // As written: an integer stays an integer.
      const written = typeof value === "bigint" ? limit(value) : value;
      return inRange(Number(value), type.min ?? -most, type.max ?? most, written);
    }
    case "string":
      return typeof value === "string" ? fitString(type, value) : wrongKind("a string", value);
    case "timestamp": {
      if (typeof value !== "string") {
        return wrongKind("a string", value);
      }
      const problem = timestampProblem(type.format, value);
      return problem === undefined ? fits(value) : { ok: false, reason: problem };
    }
    default:
      return wrongKind(`a ${type.kind}`, value);
  }
}

/** TYPE-6, TYPE-8: lengths are in code points; while compiling, a pattern must match at the start only. */
export function fitString(type: StringType, value: string): Fit<string> {
  const length = [...value].length;
  if (type.minLength !== undefined && length < type.minLength) {
    return { ok: false, reason: `${quoted(value)} has ${length} of at least ${type.minLength} characters` };
  }
  if (type.maxLength !== undefined && length > type.maxLength) {
    return { ok: false, reason: `${quoted(value)} has ${length} of at most ${type.maxLength} characters` };
  }
  if (type.pattern !== undefined && type.pattern !== "" && !matchesAtStart(type.pattern, value)) {
    return { ok: false, reason: `${quoted(value)} does not match the pattern ${type.pattern}` };
  }
  return fits(value);
}

/** What a value is, as messages say it. */
export function describe(value: ast.Literal["value"]): string {
  switch (typeof value) {
    case "string":
      return `the string ${quoted(value)}`;
    case "bigint":
      return `the integer ${value.toString()}`;
    case "number":
      return `the number ${value}`;
    case "boolean":
      return String(value);
    default:
      return "null";
  }
}

/** What a value of an example or a default is, as messages say it. */
export function describeNode(node: ast.ExampleValue): string {
  switch (node.kind) {
    case "literal":
      return describe(node.value);
    case "word":
      return `the word '${node.text}'`;
    default:
      return `a ${node.kind}`;
  }
}

function inRange<T extends Scalar>(
  value: number | bigint,
  min: number | bigint,
  max: number | bigint,
  result: T,
): Fit<T> {
  if (value < min) {
    return { ok: false, reason: `${value.toString()} is less than ${min.toString()}` };
  }
  if (value > max) {
    return { ok: false, reason: `${value.toString()} is more than ${max.toString()}` };
  }
  return fits(result);
}

function fits<T>(value: T): Fit<T> {
  return { ok: true, value };
}

function wrongKind(wanted: string, value: ast.Literal["value"]): Fit<never> {
  return { ok: false, reason: `${wanted} must stand here, not ${describe(value)}` };
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
