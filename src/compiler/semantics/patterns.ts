import * as diagnostics from "../../text/diagnostics/catalogue.js";
import type { Report } from "../../text/diagnostics/diagnostic.js";
import { matchesAtStart } from "../../patterns/match.js";
import { isProblem, parsePattern } from "../../patterns/parse.js";
import { checkRefusal, redactorRefusal } from "../../patterns/runtime-form.js";
import type { Span } from "../../text/span.js";
import { spanInString } from "../../syntax/string-value.js";
import { spanOnLine } from "./program.js";

/**
 * Returns whether a literal in `owner` is a regular expression in Python's syntax (TYPE-7), and reports an error if it
 * is not. Reports a warning if no code can be generated for it, for validation or redaction as `use` says.
 */
export function checkPattern(
  pattern: { readonly text: string; readonly span: Span },
  owner: Span,
  use: "check" | "redact",
  report: Report,
): boolean {
  const at = (index: number): Span => spanOnLine(owner, spanInString(pattern.span, index));
  const parsed = parsePattern(pattern.text);
  if (isProblem(parsed)) {
    report(diagnostics.invalidPattern(at(parsed.index), parsed.problem));
    return false;
  }
  const refusal = use === "check" ? checkRefusal(pattern.text) : redactorRefusal(pattern.text);
  if (refusal !== undefined) {
    report(diagnostics.patternNotPortable(at(refusal.index), refusal.problem));
  }
  return true;
}

/** Whether a pattern matches at the start of a value (TYPE-8); true for an invalid pattern. */
export function fitsPattern(pattern: string, value: string): boolean {
  const parsed = parsePattern(pattern);
  return isProblem(parsed) || matchesAtStart(parsed, value);
}
