import type { Report } from "../diagnostics/diagnostic.js";
import type { Span } from "../source/span.js";
import { invalidPattern } from "../diagnostics/catalogue.js";
export function checkPattern(pattern: string, span: Span, report: Report): boolean {
  try {
    new RegExp(pattern);
    return true;
  } catch (e) {
    report(invalidPattern(span, String(e)));
    return false;
  }
}
export function matchesAtStart(pattern: string, value: string): boolean {
  try {
    return new RegExp("^(?:" + pattern + ")").test(value);
  } catch {
    return true;
  }
}
export function patternProblem(_p: string): string | undefined {
  return undefined;
}
