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
