import type { Diagnostic } from "../../src/text/diagnostics/diagnostic.js";
import { differences, isNoneBehindNotice, type Difference } from "../support/ir-differences.js";

/** What Stone's compiler makes of a specification: the document of its API, or the message with which it refuses it or fails. */
export type Verdict =
  readonly [what: "refuses" | "fails", message: string] | readonly [what: "accepts", document: unknown];

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
    verdict[0] === "accepts"
      ? errors.map(({ code }) => refused.get(code))
      : [accepted.find(([message]) => message.test(verdict[1]))?.[1]];
  return rules.every((rule) => rule !== undefined) ? rules : undefined;
}

/** The places at which our document of an API differs from Stone's, but for known differences. */
export function unknownDifferences(theirs: unknown, ours: unknown): readonly Difference[] {
  const all = differences(theirs, ours);
  return all.filter((difference) => {
    // QUIRK-17, and QUIRK-22: a reference that Stone has not resolved.
    const isKnown = isNoneBehindNotice(difference) || difference.golden === "<AstExampleRef>";
    return !isKnown && !isIndentation(difference) && !isNested(difference, all);
  });
}

/** QUIRK-3: Stone removes the indentation of a string also where it is not at the start of a line. */
function isIndentation({ golden, ours }: Difference): boolean {
  const withoutLevels = (text: string): string => text.replaceAll("    ", "");
  return (
    typeof golden === "string" &&
    typeof ours === "string" &&
    golden.length < ours.length &&
    withoutLevels(golden) === withoutLevels(ours)
  );
}

/** QUIRK-21: Stone nests the example of a tag whose type is an alias of a struct; ours has its members beside `.tag`. */
function isNested({ path, golden, ours }: Difference, all: readonly Difference[]): boolean {
  const parent = parentOf(path);
  const beside = all.filter((other) => parentOf(other.path) === parent);
  const nested = beside.find((other) => other.ours === undefined && typeof other.golden === "object")?.golden;
  const members = Object.entries(nested ?? {}).map(([name, value]) => [`${parent}/${name}`, value] as const);
  return ours === undefined
    ? golden === nested && members.every(([place]) => beside.some((other) => other.path === place))
    : golden === undefined && members.some(([place, value]) => place === path && differences(value, ours).length === 0);
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}
