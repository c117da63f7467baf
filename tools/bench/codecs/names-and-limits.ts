import type { IntegerKind, Name, StringType } from "../../../src/ir/api.js";
import { runtimeForm } from "../../../src/patterns/runtime-form.js";

/** Returns the name of a type in the schemas of peers, such as `files_FileMetadata`. */
export function peerName({ namespace, name }: Name): string {
  return `${namespace}_${name}`;
}

/** The bounds of integers. 64-bit integers are limited to numbers that are exact. */
export const integerBounds: Readonly<Record<IntegerKind, readonly [min: number, max: number]>> = {
  int32: [-0x8000_0000, 0x7fff_ffff],
  uint32: [0, 0xffff_ffff],
  int64: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  uint64: [0, Number.MAX_SAFE_INTEGER],
};

/** Returns the regular expression that generated code uses; undefined if there is none. */
export function enginePattern(type: StringType): string | undefined {
  const form = runtimeForm(type.pattern ?? "");
  return form.kind === "regexp" ? form.source : undefined;
}

/** Regular expressions for the timestamp formats with a fast check in generated code, which also checks the days of months. */
export const timestampPatterns: ReadonlyMap<string, string> = new Map([
  ["%Y-%m-%d", String.raw`^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$`],
  [
    "%Y-%m-%dT%H:%M:%SZ",
    String.raw`^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$`,
  ],
  [
    "%Y-%m-%dT%H:%M:%S.%fZ",
    String.raw`^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{1,6}Z$`,
  ],
]);

export const base64Pattern = "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$";
