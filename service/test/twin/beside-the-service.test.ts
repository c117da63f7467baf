import { createClient } from "cloud-storage-api";
import { createTwin } from "cloud-storage-api/testing";
import fc from "fast-check";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { specModel } from "../../../test/twin/spec-model.js";
import { newPerson } from "../support/files.js";
import { describeService, type TestedService } from "../support/service.js";
import { differences } from "./differences.js";
import { names, resources, type Choice, type Operation } from "./operations.js";
import { Side } from "./side.js";

/** So many sequences of calls for each resource; the same ones, unless the variable asks for others. */
const { SEQUENCES } = process.env;
const runs = Number(SEQUENCES ?? 14);

interface Step extends Choice {
  readonly operation: Operation;
}

function sequencesOf(operations: readonly Operation[]): fc.Arbitrary<readonly Step[]> {
  const step = fc.record({
    operation: fc.constantFrom(...operations),
    at: fc.nat(3),
    other: fc.nat(3),
    name: fc.constantFrom(...names),
    text: fc.constantFrom("x", "yz", ""),
    isOn: fc.boolean(),
    count: fc.integer({ min: 1, max: 3 }),
  });
  return fc.array(step, { minLength: 8, maxLength: 16, size: "max" });
}

/** An owner of nothing, at the service. */
async function newSide(service: TestedService, resource: string): Promise<Side> {
  const { client } = resource === "files and folders" ? await newPerson(service) : await service.team();
  return new Side(client);
}

/** Expects that both sides answer alike, but for explained differences, which are returned. */
async function expectAlike(service: Side, steps: readonly Step[]): Promise<readonly string[]> {
  const twin = createTwin({ model: specModel });
  const fake = new Side(createClient({ accessToken: "any", hosts: "http://twin", fetch: twin.fetch, retry: false }));
  const explained: string[] = [];
  for (const { operation, ...choice } of steps) {
    const before = twin.snapshot();
    const results: unknown[] = [];
    const [twins, services] = await Promise.all(
      [fake, service].map(async (side, at) => {
        const call = Promise.resolve(operation.call(side, choice)).then((result) => (results[at] = result));
        return side.outcome(call);
      }),
    );
    if (twins === undefined || services === undefined) {
      throw new Error("There are two sides.");
    }
    const areBothDone = "value" in twins && "value" in services;
    if (areBothDone && operation.created !== undefined) {
      [fake, service].forEach((side, at) => side.ids.push(operation.created?.(results[at] as never) ?? ""));
    }
    if (!areBothDone || operation.created === undefined) {
      const difference = isDeepStrictEqual(twins, services)
        ? undefined
        : differences.find(({ explains }) => explains(operation.name, twins, services));
      if (difference === undefined) {
        expect({ call: operation.name, choice, ...twins }).toEqual({ call: operation.name, choice, ...services });
      } else {
        explained.push(difference.what);
        if (!areBothDone) {
          twin.restore(before);
        }
      }
    }
  }
  return explained;
}

describeService("the Twin beside the service", (service) => {
  const found = new Map<string, number>();

  test.each(resources)("TWIN-23, TWIN-24: answers random calls on %s alike", async (resource, operations) => {
    let calls = 0;
    await fc.assert(
      fc.asyncProperty(sequencesOf(operations), async (steps) => {
        const explained = await expectAlike(await newSide(service, resource), steps);
        calls += steps.length;
        explained.forEach((what) => found.set(what, (found.get(what) ?? 0) + 1));
      }),
      { numRuns: runs, ...(SEQUENCES === undefined && { seed: 3 }) },
    );
    if (SEQUENCES !== undefined) {
      console.log(`${resource}: ${calls} calls`, Object.fromEntries(found));
    }
  });

  test("has no differences but those that are explained, and each of them", () => {
    expect([...found.keys()].sort()).toEqual(differences.map(({ what }) => what).sort());
  });
});
