import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { splitStandardInput } from "../../src/project/specs.js";
import { lint } from "../../src/lint/lint-files.js";
import { ruleSummaries } from "../../src/lint/summaries.js";

const page = readFileSync("docs/lint-rules.md", "utf8");
const sections = page
  .split(/^### /m)
  .slice(1)
  .map((text) => ({
    id: text.slice(0, text.indexOf("\n")),
    blocks: [...text.matchAll(/^```stone(?: error=[\w-]+)?\n([^]*?)^```/gm)].map(([, code = ""]) => code),
  }));

/** The rules with findings in a specification of the page. */
function rulesIn(code: string, id: string): string[] {
  const files = splitStandardInput(/^namespace /m.test(code) ? code : `namespace sample\n${code}`);
  const { findings, diagnostics } = lint(files, { preset: "none", rules: { [id]: "warn" } });
  expect(diagnostics).toEqual([]);
  return [...new Set(findings.map((finding) => finding.code))];
}

test("LINT-11: every lint rule has a section, in the order of the list", () => {
  expect(sections.map(({ id }) => id)).toEqual([...ruleSummaries([]).keys()]);
});

describe("LINT-11: the first specification of a section is reported, the second is not", () => {
  test.each(sections.filter(({ blocks }) => blocks.length > 0))(
    "LINT-11: the first specification of the section $id is reported, the second is not",
    ({ id, blocks: [bad = "", good = ""] }) => {
      expect(rulesIn(bad, id)).toEqual([id]);
      expect(rulesIn(good, id)).toEqual([]);
    },
  );
});
