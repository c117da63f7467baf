import * as say from "../diagnostics/catalogue.js";
import type { Report } from "../diagnostics/diagnostic.js";
import { isProblem, parsePattern } from "../patterns/parse.js";
import { toJavaScript } from "../patterns/translate.js";
import type { Span } from "../source/span.js";
import { spanInString } from "../syntax/string-value.js";
import { onLineOf } from "./program.js";

/**
 * Whether a literal of `owner` is a regular expression of Python's dialect (TYPE-7); if not, that is reported. A warning
 * is reported for one that no code can be generated for: `whole` is how values are matched, `search` how they are redacted.
 */
export function checkPattern(
  pattern: { readonly text: string; readonly span: Span },
  owner: Span,
  use: "whole" | "search",
  report: Report,
): boolean {
  const at = (index: number): Span => onLineOf(owner, spanInString(pattern.span, index));
  const parsed = parsePattern(pattern.text);
  if (isProblem(parsed)) {
    report(say.invalidPattern(at(parsed.index), parsed.problem));
    return false;
  }
  const translated = toJavaScript(parsed, use);
  if (typeof translated !== "string") {
    report(say.patternNotPortable(at(translated.index), translated.untranslatable));
  }
  return true;
}

/** Whether a valid pattern matches at the start of a value (TYPE-8); true where that cannot be told. */
export function matchesAtStart(pattern: string, value: string): boolean {
  const parsed = parsePattern(pattern);
  const translated = isProblem(parsed) ? undefined : toJavaScript(parsed, "prefix");
  return typeof translated !== "string" || new RegExp(translated, "u").test(value);
}
