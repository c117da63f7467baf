import type { Json } from "../../ir/api.js";
import type { Exchange } from "../http/exchange.js";
import { valueAt } from "../values/places.js";

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

export type Severity = "error" | "warning" | "info";

/** The codes of findings in the order of reports, each with its severity and a title for people. */
export const findingCodes = {
  unauthenticated: ["error", "A call without valid credentials is not refused with status 401"],
  "wrong-caller": ["error", "A token of another kind is accepted"],
  "server-error": ["error", "The server fails"],
  "accepts-invalid": ["error", "An invalid argument is accepted"],
  "refuses-valid": ["error", "A valid argument is refused"],
  "result-type": ["error", "A result does not match its type"],
  "error-type": ["error", "An error does not match the route's error type"],
  "error-summary": ["error", "error_summary does not begin with the path of the error"],
  "undocumented-status": ["error", "The status is not one of the protocol"],
  "content-type": ["error", "The content type of a reply is wrong"],
  "malformed-accepted": ["error", "A malformed request is accepted"],
  cursor: ["error", "A list cannot be read to its end by its cursors"],
  job: ["error", "A job cannot be followed to its end"],
  session: ["error", "An upload in pieces goes wrong"],
  content: ["error", "The content is not what was uploaded"],
  "not-readable": ["error", "What was created cannot be read"],
  "other-item": ["error", "A read returns another thing than the one that was asked for"],
  "reads-change": ["error", "Two equal reads give different results"],
  "undocumented-field": ["warning", "A reply has a field that the specification does not have"],
  "undocumented-tag": ["warning", "A reply has a tag that the specification does not have"],
  "mostly-refused": ["warning", "No call of a route succeeds"],
  "deprecated-gone": ["info", "A deprecated route is not answered"],
} as const satisfies Readonly<Record<string, readonly [Severity, string]>>;

export type FindingCode = keyof typeof findingCodes;

export function isFindingCode(code: string): code is FindingCode {
  return Object.hasOwn(findingCodes, code);
}

/** The codes of replies that are incorrect even if a repeated call gets another reply, for instance a conflict. */
export const factualCodes: ReadonlySet<FindingCode> = new Set<FindingCode>([
  "result-type",
  "undocumented-field",
  "undocumented-tag",
  "error-type",
  "error-summary",
  "accepts-invalid",
  "undocumented-status",
  "unauthenticated",
  "wrong-caller",
  "content-type",
  "malformed-accepted",
  "other-item",
]);
