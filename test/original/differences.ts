import type { Diagnostic } from "../../src/diagnostics/diagnostic.js";

/** What Stone's compiler does with a specification it does not accept, and its message; null if it accepts it. */
export type Verdict = readonly [what: "refuses" | "fails", message: string] | null;

/** What Stone does not accept and we do, by its message. */
const accepted: readonly (readonly [message: RegExp, rule: string])[] = [
  [/^AttributeError: '(?:List|Map)' object has no attribute '_has_example'/, "QUIRK-22"],
  [/^AttributeError: 'Nullable' object has no attribute '_has_example'/, "QUIRK-23"],
];

/** What we refuse and Stone accepts, by the code of the error. */
const refused: ReadonlyMap<string, string> = new Map([
  ["reserved-word", "QUIRK-1"],
  ["tab-indentation", "QUIRK-4"],
  ["invalid-default", "QUIRK-6"],
  ["invalid-type-argument", "QUIRK-6"],
  ["invalid-attribute", "QUIRK-6"],
  ["example-value", "QUIRK-6"],
  ["literal-as-type", "QUIRK-7"],
  ["field-without-type", "QUIRK-8"],
  ["explicit-void", "QUIRK-8"],
  ["nullable-void", "QUIRK-8"],
  ["nullable-twice", "QUIRK-9"],
  ["duplicate-name", "QUIRK-13"],
  ["not-a-type", "QUIRK-14"],
  ["builtin-annotation-arguments", "QUIRK-16"],
  ["invalid-pattern", "QUIRK-16"],
]);

/** The rules that a difference follows from; undefined if it is not known. */
export function differenceOf(verdict: Verdict, errors: readonly Diagnostic[]): readonly string[] | undefined {
  const rules =
    verdict === null
      ? errors.map(({ code }) => refused.get(code))
      : [accepted.find(([message]) => message.test(verdict[1]))?.[1]];
  return rules.every((rule) => rule !== undefined) ? rules : undefined;
}
