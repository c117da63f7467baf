import type { Context } from "../../facts/context.js";

/** Returns the section on values in memory. */
export function values({ options }: Context): string[] {
  const integers =
    options.int64 === "bigint"
      ? "64-bit integers are `bigint`. `encodeT` returns integers up to 2^53 as numbers, so that `JSON.stringify` can write them. Use `stringifyJson` and `parseJson` for larger ones: `JSON.parse` would round them, and numbers that may have been rounded are rejected."
      : '64-bit integers are numbers. Integers beyond 2^53, which a number would round, are rejected. Generate the package with `int64: "bigint"` if you need them.';
  const timestamps =
    options.timestamps === "date"
      ? "timestamps are `Date`s in UTC, bytes are strings in base64"
      : "timestamps and bytes are strings";
  const dates =
    options.timestamps === "date"
      ? " A timestamp with microseconds, which a `Date` cannot represent, is rejected, and so is a `Date` that the format cannot express, for example with a time of day in a date-only format."
      : "";
  return [
    "## Values",
    `A value looks like its JSON: unions are discriminated by \`.tag\`, ${timestamps}. Each type \`T\` has \`decodeT\`, \`encodeT\` and \`redactT\` in the subpath of its namespace. \`TInput\` is the writable form of \`T\`, if it differs: fields with a default may be omitted, and a tag without a value may be a bare string. A variant that is unknown to this version of the package is retained as an \`UnknownVariant\`. \`match(value, { file: …, $unknown: … })\` does not compile if a variant is missing; \`_\` handles all other variants.`,
    `${integers}${dates}`,
  ];
}
