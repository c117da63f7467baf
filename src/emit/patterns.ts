import { isProblem, parsePattern } from "../patterns/parse.js";
import { toJavaScript } from "../patterns/translate.js";

/** What a generated module needs to match a pattern: nothing, a regular expression with the flag `u`, or a program. */
export type EmittedPattern =
  | { readonly kind: "none" }
  | { readonly kind: "regexp"; readonly source: string }
  | { readonly kind: "linear"; readonly program: unknown };

/** The pattern of a string type, which must match the whole of a value. */
export function stringPattern(source: string): EmittedPattern {
  const pattern = parsePattern(source);
  if (source === "" || isProblem(pattern)) return { kind: "none" };
  const js = toJavaScript(pattern, "whole");
  if (typeof js !== "string") throw new Error("untranslatable " + source);
  return { kind: "regexp", source: js };
}

/** The expression of a redactor, which is searched for, and whose groups are read. */
export function redactorPattern(source: string | undefined): string | undefined {
  if (source === undefined || source === "") {
    return undefined;
  }
  const pattern = parsePattern(source);
  if (isProblem(pattern)) return undefined;
  const js = toJavaScript(pattern, "search");
  if (typeof js !== "string") throw new Error("untranslatable " + source);
  return js;
}
