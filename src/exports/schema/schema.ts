import type { Printed } from "../../ir/print-json.js";

/** A JSON Schema, in which integers may be bigints. Members that are undefined are not printed. */
export interface Schema {
  readonly [keyword: string]: Printed;
}

/** Which side reads a message: a server reads arguments strictly, a client reads results and errors leniently. */
export type View = "write" | "read";

export interface SchemaOptions {
  /**
   * The bounds of 64-bit integers: those of the types (`exact`, the default), or ±(2^53-1), up to which `JSON.parse` is
   * exact (`safe`).
   */
  readonly int64?: "exact" | "safe" | undefined;
  /** The callers whose `Omitted` fields and tags are included; none by default. */
  readonly callers?: readonly string[] | undefined;
  /** Whether schemas have a `format` in addition to the pattern for dates and times in the formats of RFC 3339. */
  readonly formats?: boolean | undefined;
}
