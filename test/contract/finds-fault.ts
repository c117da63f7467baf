import { testServer, type TestServerOptions } from "../../src/project/generate/test-server.js";
import type { ContractReport } from "../../src/index.js";
import type { Mutant } from "./mutants/mutant.js";
import { mutants, mutated } from "./mutants/mutants.js";
import config from "./server/ashlar.config.json" with { type: "json" };
import { tokens, type Fetch, type Workshop } from "./server/workshop.js";

export const workshopSpecs = "test/contract/server/spec";

/** Tests a server of the workshop in process. */
export async function testWorkshop(fetch: Fetch, options: Partial<TestServerOptions> = {}): Promise<ContractReport> {
  return testServer({
    url: "http://workshop",
    config: { ...config, specs: [workshopSpecs] },
    token: tokens,
    effects: "all",
    calls: 800,
    seed: 1,
    parallel: 1, // the same calls each time
    timeoutMs: 500,
    jobTimeMs: 500,
    settleMs: 50,
    fetch,
    ...options,
  });
}

/** Whether a contract test of a server with a fault reports it. */
export async function findsFault(workshop: Workshop, mutant: Mutant): Promise<boolean> {
  const phases = phasesOf[codeOf(mutant)];
  // Most are found soon, but not what only some values of some fields show.
  for (const calls of [120, 250, 800, 2000]) {
    const { findings } = await testWorkshop(mutated(workshop, mutant), { calls, phases });
    if (findings.some(({ code }) => mutant.finding.includes(code))) {
      return true;
    }
  }
  return false;
}

/** The phase that finds what others do not look for. */
const phasesOf: Readonly<Record<string, TestServerOptions["phases"]>> = {
  job: ["sequences"],
  session: ["sequences"],
  content: ["sequences"],
  "not-readable": ["sequences"],
};

function codeOf({ finding }: Mutant): string {
  return [finding].flat()[0] ?? "";
}

/** Those that are found soon, of the findings of which others need many calls. */
const foundSoon = new Set(["An unknown field is ignored", "A field with a default is required"]);

/** A fault for each finding. */
export const oneOfEachFinding: readonly Mutant[] = [
  ...new Map(
    [...mutants.toReversed(), ...mutants.filter(({ name }) => foundSoon.has(name))].map((mutant) => [
      codeOf(mutant),
      mutant,
    ]),
  ).values(),
];

/** The faults that are not among {@link oneOfEachFinding}. */
export const otherFaults: readonly Mutant[] = mutants.filter((mutant) => !oneOfEachFinding.includes(mutant));
