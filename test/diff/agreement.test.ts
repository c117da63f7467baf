import { expect, test } from "vitest";
import { loadExecutableApi } from "../../src/cli/diff/executable-api.js";
import { diff } from "../../src/diff/diff.js";
import { findInterests } from "../../src/diff/proof/interests.js";
import { findCounterexamples } from "../../src/diff/proof/counterexamples.js";
import { Exchanges } from "../../src/diff/proof/exchanges.js";
import type { Api } from "../../src/ir/api.js";
import { cases, compileFiles, sideFiles } from "./cases.js";
import { compileText } from "./compile-text.js";
import { placeCases } from "./place-cases.js";

test.each(cases)("CMP-53: in $name, encoders and decoders do what the rules say", async (pair) => {
  await expectAgreement(compileFiles(sideFiles(pair, "old")), compileFiles(sideFiles(pair, "new")));
});

test.each(placeCases.filter(({ isUndecided }) => isUndecided !== true))(
  "CMP-53: encoders and decoders do what $rule of $of says",
  async (pair) => {
    const routes = "\nroute take(S, Void, Void)\nroute give(Void, S, Void)\nroute fail(Void, Void, S)\n";
    await expectAgreement(compileText(pair.old + routes), compileText(pair.new + routes));
  },
);

/** Expects that messages are refused where the rules say so, and only there. */
async function expectAgreement(old: Api, now: Api): Promise<void> {
  const report = diff(old, now);
  const [before, after] = [await loadExecutableApi(old), await loadExecutableApi(now)];
  const examples = findCounterexamples(
    new Exchanges(before, after),
    before.json,
    findInterests(report.findings),
    () => 60,
  );
  const verdicts = new Map(report.routes.map(({ route, ...verdict }) => [route, verdict]));
  for (const { route, part, outcome, json, refusal } of examples) {
    const verdict = verdicts.get(route)?.[part === "arg" ? "request" : "response"];
    const isExpected = outcome === "refused" ? verdict === "breaks" : verdict === "breaks" || verdict === "alters";
    expect(isExpected ? undefined : { route, part, outcome, json, refusal, verdict }).toBeUndefined();
  }
  const shown = new Set(
    examples.filter(({ outcome }) => outcome === "refused").map(({ route, part }) => `${route}#${part}`),
  );
  const broken = report.findings.flatMap(({ rule, verdict, affects }) =>
    affects
      .filter(({ part }) => part !== "route" && (part === "arg" ? verdict.request : verdict.response) === "breaks")
      .map(({ route, part }) => ({ rule, part: `${route}#${part}` })),
  );
  expect(broken.filter(({ part }) => !shown.has(part))).toEqual([]);
}
