import type { Limit, NumberType, StringType } from "../../ir/api.js";
import {
  acceptsNothing,
  partsNotCompared,
  patternMayBacktrack,
  patternNotPortable,
  type Note,
} from "../notes/catalogue.js";
import { exportedForm } from "../../patterns/exported-form.js";
import { runtimeForm } from "../../patterns/runtime-form.js";
import { timestampForm } from "../../patterns/timestamps/form.js";
import type { Schema, SchemaOptions } from "./schema.js";

/** Adds a note about the place for which a schema is created. */
export type Remark = (note: (place: string) => Note) => void;

/** The schema that no value matches. */
export const nothingMatches: Schema = { not: {} };

/** The inclusive ranges of the integer types. */
const integerRanges: Readonly<Record<string, readonly [min: bigint, max: bigint]>> = {
  int32: [-0x8000_0000n, 0x7fff_ffffn],
  uint32: [0n, 0xffff_ffffn],
  int64: [-0x8000_0000_0000_0000n, 0x7fff_ffff_ffff_ffffn],
  uint64: [0n, 0xffff_ffff_ffff_ffffn],
};

const safe = BigInt(Number.MAX_SAFE_INTEGER);

/** The largest magnitude of a Float32 (WIRE-8). */
const largestFloat32 = 3.40282e38;

export function numberSchema({ kind, min, max }: NumberType, { int64 = "exact" }: SchemaOptions): Schema {
  if (kind === "float32" || kind === "float64") {
    const [least, most] = kind === "float32" ? [-largestFloat32, largestFloat32] : [undefined, undefined];
    return { type: "number", minimum: greater(min, least), maximum: lesser(max, most) };
  }
  const [least, most] = integerRanges[kind] ?? [];
  const isClamped = kind.endsWith("64") && int64 === "safe";
  return {
    type: "integer",
    minimum: greater(greater(min, least), isClamped ? -safe : undefined),
    maximum: lesser(lesser(max, most), isClamped ? safe : undefined),
  };
}

function greater(a: Limit | undefined, b: Limit | undefined): Limit | undefined {
  return a === undefined || (b !== undefined && b > a) ? b : a;
}

function lesser(a: Limit | undefined, b: Limit | undefined): Limit | undefined {
  return a === undefined || (b !== undefined && b < a) ? b : a;
}

export function stringSchema({ minLength, maxLength, pattern = "" }: StringType, remark: Remark): Schema {
  const form = exportedForm(pattern);
  const isLinear = runtimeForm(pattern).kind === "linear";
  if (isLinear) {
    remark(patternMayBacktrack);
  }
  if (form?.isPortable === false) {
    remark(patternNotPortable);
  }
  return {
    type: "string",
    $comment: isLinear ? "pattern-may-backtrack" : undefined,
    minLength,
    maxLength,
    pattern: form?.source,
  };
}

/** The schema of standard Base64 with padding, whose unused bits are 0. */
export const bytesSchema: Schema = {
  type: "string",
  contentEncoding: "base64",
  pattern: "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)?$",
};

/** The formats of RFC 3339 that have a name in JSON Schema. */
const namedFormats: ReadonlyMap<string, string> = new Map([
  ["%Y-%m-%d", "date"],
  ["%Y-%m-%dT%H:%M:%SZ", "date-time"],
  ["%Y-%m-%dT%H:%M:%S.%fZ", "date-time"],
]);

export function timestampSchema(format: string, { formats = false }: SchemaOptions, remark: Remark): Schema {
  const form = timestampForm(format);
  if (form === undefined) {
    remark((place) => acceptsNothing(place, `the timestamp format ${format} has an unknown directive`));
    return nothingMatches;
  }
  if (form.isLooser) {
    remark((place) => partsNotCompared(place, format));
  }
  return {
    type: "string",
    $comment: `Timestamp("${format}")`,
    format: formats ? namedFormats.get(format) : undefined,
    pattern: form.source,
  };
}
