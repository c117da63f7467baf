import fc from "fast-check";
import { expect, test } from "vitest";
import { proveReport } from "../../src/cli/diff/prove-report.js";
import { diff } from "../../src/diff/diff.js";
import { anyPair } from "./any-pair.js";
import { compileText } from "./compile-text.js";

/** How many pairs are compared; more for a longer run by hand. */
const numRuns = Number(process.env["PAIRS"] ?? 5);

test("CMP-53: no message of random changes contradicts the rules", { timeout: 3_600_000 }, async () => {
  const property = fc.asyncProperty(fc.gen(), async (generate) => {
    const { old, now } = anyPair(generate, 4);
    const [before, after] = [compileText(old), compileText(now)];
    const { contradictions } = await proveReport(diff(before, after), before, after, 12);
    expect({ old, now, contradictions }).toEqual({ old, now, contradictions: [] });
  });
  await fc.assert(property, { numRuns, endOnFailure: true });
});

test("CMP-53: a message shows each effect of a single random change", { timeout: 3_600_000 }, async () => {
  const property = fc.asyncProperty(fc.gen(), async (generate) => {
    const { old, now } = anyPair(generate, 1);
    const [before, after] = [compileText(old), compileText(now)];
    const { report } = await proveReport(diff(before, after), before, after, 12);
    const undecided = report.findings.flatMap(({ id, rule, verdict, proofs = [] }) =>
      proofs
        .filter(({ direction, status }) => status === "undecided" && !isAlike(rule, verdict[direction]))
        .map(({ direction }) => `${id} ${direction}`),
    );
    expect({ old, now, undecided }).toEqual({ old, now, undecided: [] });
  });
  await fc.assert(property, { numRuns, endOnFailure: true });
});

/**
 * Whether messages may look alike (CMP-54): beside a tag, null and a struct without any set field are one, and a lenient
 * reader may take a struct for a map.
 */
function isAlike(rule: string, effect: string): boolean {
  return (rule.startsWith("nullable-") && effect === "alters") || rule === "kind-changed";
}
