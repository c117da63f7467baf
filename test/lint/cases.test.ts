import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fix, lint } from "../../src/lint/lint-files.js";
import type { Baseline, LintOptions, RuleSetting } from "../../src/lint/config.js";
import type { LintFinding } from "../../src/lint/rule.js";

/** A case of `test/corpus/lint/cases.json`: files as lists of lines, and the findings of some rules in them. */
interface LintCase {
  readonly name: string;
  readonly rules: readonly string[];
  readonly options?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly overrides?: LintOptions["overrides"];
  readonly baseline?: Baseline;
  readonly files: Readonly<Record<string, readonly string[]>>;
  readonly expect: readonly { readonly rule: string; readonly file: string; readonly line: number }[];
  readonly fixed?: Readonly<Record<string, readonly string[]>>;
}

const cases = JSON.parse(
  readFileSync(new URL("../corpus/lint/cases.json", import.meta.url), "utf8"),
) as readonly LintCase[];

function optionsOf({ rules, options = {}, overrides, baseline }: LintCase): LintOptions {
  const levels = rules.map((rule): readonly [string, RuleSetting] => [
    rule,
    options[rule] === undefined ? "warn" : ["warn", options[rule]],
  ]);
  return {
    preset: "none",
    rules: Object.fromEntries(levels),
    ...(overrides && { overrides }),
    ...(baseline && { baseline }),
  };
}

function placesOf(findings: readonly LintFinding[]): string[] {
  return findings.map(({ file, line, code }) => `${file}:${line} ${code}`).sort();
}

function toText(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}

describe("LINT-20: the rules", () => {
  test.each(cases)("$name", (each) => {
    const files = Object.entries(each.files).map(([path, lines]) => ({ path, text: toText(lines) }));
    const { findings, diagnostics } = lint(files, optionsOf(each));
    expect(diagnostics).toEqual([]);
    expect(placesOf(findings)).toEqual(each.expect.map(({ file, line, rule }) => `${file}:${line} ${rule}`).sort());
    expect(lint(files.toReversed(), optionsOf(each)).findings).toEqual(findings);
    const fixed = new Map(fix(files, optionsOf(each)).files.map(({ path, text }) => [path, text]));
    for (const [path, lines] of Object.entries(each.fixed ?? {})) {
      expect(fixed.get(path)).toBe(toText(lines));
    }
  });
});
