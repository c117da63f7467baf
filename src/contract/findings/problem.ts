import type { Json } from "../../ir/api.js";
import type { Exchange } from "../http/exchange.js";
import { valueAt } from "../values/places.js";
import { findingCodes, type FindingCode, type Severity } from "./codes.js";

/** What is wrong with one or more exchanges. */
export interface Problem {
  readonly code: FindingCode;
  /** The severity of the code by default. */
  readonly severity?: Severity | undefined;
  /** What happened, in one sentence without a full stop. */
  readonly title: string;
  /** What the specification or the protocol says. */
  readonly expected: string;
  /** A key that is equal for all problems which one mistake of the server explains. */
  readonly cause: string;
  /** The text that distinguishes this problem from others with the same cause. */
  readonly detail?: string | undefined;
  /** The declaration that is violated, such as `files/copy#result` or `files.Metadata.name`; the route by default. */
  readonly subject?: string | undefined;
  /** The value in a reply that does not match its type. */
  readonly wrong?: WrongMember | undefined;
}

/** Returns the severity of a problem. */
export function severityOf({ severity, code }: Problem): Severity {
  return severity ?? findingCodes[code][0];
}

/** A value, and the name of the member that it belongs to; undefined if it is missing. */
export interface WrongMember {
  readonly name: string | undefined;
  readonly value: Json | undefined;
}

/** Returns the member at the path of a value that does not match its type. */
export function wrongMember(path: readonly (string | number)[], json: Json): WrongMember {
  return { name: path.findLast((key) => typeof key === "string"), value: valueAt(json, path) };
}

/** The exchanges that lead to a problem; the last one shows it. */
export interface Occurrence {
  readonly problem: Problem;
  readonly exchanges: readonly Exchange[];
}

/** A problem of a route whose calls have been repeated and reduced. */
export interface FoundProblem extends Occurrence {
  readonly route: string;
  readonly severity: Severity;
  /** How many times the problem was seen, without the repetitions. */
  count: number;
  /** The details of other problems with the same cause. */
  readonly also: Set<string>;
  /** How many times the calls were repeated, and how often the problem was seen again. */
  readonly repeated: { readonly times: number; readonly of: number };
}
