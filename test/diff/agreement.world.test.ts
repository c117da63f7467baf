import { expect, test } from "vitest";
import { loadExecutableApis } from "../../src/cli/diff/prove-report.js";
import { diff } from "../../src/diff/diff.js";
import { findInterests, mergeInterests } from "../../src/diff/proof/interests.js";
import { findFailedMessages } from "../../src/diff/proof/counterexamples.js";
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
  const apis = await loadExecutableApis(old, now);
  const exchanges = new Exchanges(apis.old, apis.now);
  const failed = findFailedMessages(exchanges, apis.json, mergeInterests(report.findings.map(findInterests)), () => 30);
  const verdicts = new Map(report.routes.map(({ route, ...verdict }) => [route, verdict]));
  for (const { exchange, text, failure } of failed) {
    const { route, part } = exchange;
    const verdict = verdicts.get(route)?.[part === "arg" ? "request" : "response"];
    const isExpected = failure.kind === "refused" ? verdict === "breaks" : verdict === "breaks" || verdict === "alters";
    expect(isExpected ? undefined : { route, part, text, failure, verdict }).toBeUndefined();
  }
  const shown = new Set(
    failed
      .filter(({ failure }) => failure.kind === "refused")
      .map(({ exchange: { route, part } }) => `${route}#${part}`),
  );
  const broken = report.findings.flatMap(({ rule, verdict, affects }) =>
    affects
      .filter(({ part }) => part !== "route" && (part === "arg" ? verdict.request : verdict.response) === "breaks")
      .map(({ route, part }) => ({ rule, part: `${route}#${part}` })),
  );
  expect(broken.filter(({ part }) => !shown.has(part))).toEqual([]);
}
