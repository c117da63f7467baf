import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { diff } from "../../src/diff/diff.js";
import { ruleTexts } from "../../src/diff/messages.js";

const [, ...sections] = readFileSync("docs/compatibility-rules.md", "utf8").split(/^## /m);
/** What one specification cannot show: attributes are declared in `stone_cfg`, and a file has one namespace. */
const withoutExample =
  /^(?:type-moved|namespace-\w+|style-changed|host-changed|auth-\w+|permission-changed|attribute-changed)$/;

test("every compatibility rule has a section, in the order of the rules", () => {
  expect(sections.map((section) => section.slice(0, section.indexOf("\n")))).toEqual(Object.keys(ruleTexts));
});

test.each(sections.map((section) => [section.slice(0, section.indexOf("\n")), section] as const))(
  "the section of the compatibility rule %s has the sentences and the example of the rule",
  (rule, section) => {
    const { what, request, response, fix } = Object.entries(ruleTexts).find(([name]) => name === rule)?.[1] ?? {
      what: "",
    };
    const fixes = typeof fix === "object" ? Object.values(fix) : [fix];
    for (const sentence of [what, request, response, ...fixes]) {
      expect(section).toContain(sentence ?? "");
    }
    const [old, now] = [...section.matchAll(/^```stone\n([^]*?)^```$/gm)].map(([, spec = ""]) => {
      const { api, diagnostics } = compile([{ path: "example.stone", text: spec }]);
      expect(diagnostics).toEqual([]);
      return api;
    });
    if (old === undefined || now === undefined) {
      expect(rule).toMatch(withoutExample);
    } else {
      expect(diff(old, now).findings.map((finding) => finding.rule)).toContain(rule);
    }
  },
);
