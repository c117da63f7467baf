/** What values look like in memory. */
export const values: readonly string[] = [
  "## Values",
  "A value looks like its JSON: unions are told apart by `.tag`, timestamps and bytes are strings. Each type `T` has `decodeT`, `encodeT` and `redactT` in the subpath of its namespace. Where you may write more than you read there is a type `TInput`: fields with a default may be left out, and a tag without a value may be a bare string. A variant that is newer than this package is kept as it came, as an `UnknownVariant`; `match(value, { file: …, $unknown: … })` does not compile if a variant is missing; with `_` it is partial. Integers beyond 2^53 are refused unless they are read with `parseJson`, or the client has `json: exactJson`: then they are `bigint`.",
];
