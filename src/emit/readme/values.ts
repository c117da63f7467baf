import type { Context } from "../context.js";

/** What values look like in memory. */
export function values({ options }: Context): string[] {
  const integers =
    options.int64 === "bigint"
      ? "Integers of 64 bits are `bigint`. `encodeT` returns those up to 2^53 as numbers, so that `JSON.stringify` can write them; for larger ones use `stringifyJson`, and `parseJson` to read them: `JSON.parse` would round them, and what may have been rounded is refused."
      : 'Integers of 64 bits are numbers, and those beyond 2^53, which a number would round, are refused. Generate the package with `int64: "bigint"` if you need them.';
  const timestamps =
    options.timestamps === "date"
      ? "timestamps are `Date`s in UTC, bytes are strings in base64"
      : "timestamps and bytes are strings";
  const dates =
    options.timestamps === "date"
      ? " A timestamp that a `Date` cannot hold, with microseconds, is refused, and so is a `Date` with more than its format expresses, such as the time of day in a format for days."
      : "";
  return [
    "## Values",
    `A value looks like its JSON: unions are told apart by \`.tag\`, ${timestamps}. Each type \`T\` has \`decodeT\`, \`encodeT\` and \`redactT\` in the subpath of its namespace. Where you may write more than you read there is a type \`TInput\`: fields with a default may be omitted, and a tag without a value may be a bare string. A variant that is newer than this package is kept as it came, as an \`UnknownVariant\`; \`match(value, { file: …, $unknown: … })\` does not compile if a variant is missing; with \`_\` it is partial.`,
    `${integers}${dates}`,
  ];
}
