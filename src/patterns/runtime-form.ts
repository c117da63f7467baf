import { backtracking, isExponential } from "./hazard.js";
import { toLinearProgram, type LinearProgram } from "./linear.js";
import { isProblem, parsePattern } from "./parse.js";
import { remembered } from "./remembered.js";
import { toJavaScript } from "./translation/javascript.js";
import { isUntranslatable, portable, type Untranslatable } from "./translation/portable.js";

/** The form in which a generated package checks a pattern. */
export type RuntimeForm =
  /** No check, because an empty pattern is ignored (TYPE-7). */
  | { readonly kind: "none" }
  /** A regular expression with the flag `u` that matches whole strings. */
  | { readonly kind: "regexp"; readonly source: string }
  /** A program for the runtime's `matchesLinear`, for patterns whose regular expression could take far too long. */
  | { readonly kind: "linear"; readonly program: LinearProgram }
  | Refused;

/**
 * The form in which a generated package searches a string for a redactor's expression: a regular expression with the
 * flag `u`. The engine tries to match at every position, so that the time may be quadratic in the length of the string,
 * and for some patterns grow with a higher power of it. The runtime therefore limits the length of the searched string.
 */
export type RedactorForm = { readonly kind: "regexp"; readonly source: string } | Refused;

export interface Refused {
  readonly kind: "refused";
  /** The reason why no code can be generated, as a phrase without a final period. */
  readonly problem: string;
  /** The offset in the pattern, in UTF-16 code units from 0. */
  readonly index: number;
}

/** Returns the form in which a generated package checks that a pattern matches a whole string. */
export const runtimeForm: (source: string) => RuntimeForm = remembered((source) => {
  if (source === "") {
    return { kind: "none" };
  }
  const pattern = parsePattern(source);
  if (isProblem(pattern)) {
    return { kind: "refused", ...pattern };
  }
  const translated = toJavaScript(pattern, "whole");
  if (typeof translated !== "string") {
    return toRefused(translated);
  }
  if (backtracking(pattern, "whole") === "linear") {
    return { kind: "regexp", source: translated };
  }
  const program = toLinearProgram(pattern);
  return "untranslatable" in program ? toRefused(program) : { kind: "linear", program };
});

/** Returns the reason why a generated package cannot check a pattern; undefined if it can. */
export function checkRefusal(source: string): Refused | undefined {
  const pattern = parsePattern(source);
  // A fast path: most patterns have a linear program. Whether they need it takes longer to determine, and does not
  // matter here.
  return isProblem(pattern) || "untranslatable" in toLinearProgram(pattern) ? refusal(runtimeForm(source)) : undefined;
}

/** Returns the form in which a generated package searches a string for a redactor's expression (WIRE-54). */
export function redactorForm(source: string): RedactorForm {
  const pattern = parsePattern(source);
  if (isProblem(pattern)) {
    return { kind: "refused", ...pattern };
  }
  const translated = toJavaScript(pattern, "search");
  if (typeof translated !== "string") {
    return toRefused(translated);
  }
  const node = portable(pattern, "search");
  if (isUntranslatable(node) || isExponential(node)) {
    return { kind: "refused", problem: "matching takes far too long for some texts", index: 0 };
  }
  return { kind: "regexp", source: translated };
}

/** Returns the reason why a generated package cannot search for a redactor's expression; undefined if it can. */
export function redactorRefusal(source: string): Refused | undefined {
  return refusal(redactorForm(source));
}

function refusal(form: RuntimeForm | RedactorForm): Refused | undefined {
  return form.kind === "refused" ? form : undefined;
}

function toRefused({ untranslatable, index }: Untranslatable): Refused {
  return { kind: "refused", problem: untranslatable, index };
}
