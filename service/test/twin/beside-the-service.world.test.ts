import { createClient } from "cloud-storage-api";
import { createTwin } from "cloud-storage-api/testing";
import fc from "fast-check";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { model as specModel } from "../../../spec/model.js";
import { newPerson } from "../support/files.js";
import { describeService, type TestedService } from "../support/service.js";
import { differences } from "./differences.js";
import { names, resources, type Choice, type Operations } from "./operations.js";
import { outcomeOf, Side } from "./side.js";

/** The number of sequences of calls for each resource. The sequences are always the same, unless the variable asks for others. */
const { SEQUENCES } = process.env;
const runs = Number(SEQUENCES ?? 14);

interface Step extends Choice {
  readonly call: string;
}

function sequencesOf(operations: Operations): fc.Arbitrary<readonly Step[]> {
  const step = fc.record({
    call: fc.constantFrom(...Object.keys(operations)),
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
async function expectAlike(service: Side, operations: Operations, steps: readonly Step[]): Promise<readonly string[]> {
  const twin = createTwin({ model: specModel });
  const fake = new Side(createClient({ accessToken: "any", hosts: "http://twin", fetch: twin.fetch, retry: false }));
  const explained: string[] = [];
  for (const step of steps) {
    const operation = operations[step.call];
    if (operation === undefined) {
      throw new Error(`There is no call ${step.call}.`);
    }
    const before = twin.snapshot();
    const [twins, services] = await Promise.all([
      outcomeOf(operation.call(fake, step)),
      outcomeOf(operation.call(service, step)),
    ]);
    const areBothDone = "value" in twins && "value" in services;
    if (areBothDone && operation.created !== undefined) {
      fake.ids.push(operation.created(twins.value as never));
      service.ids.push(operation.created(services.value as never));
    }
    const [answer, expected] = [fake.named(twins), service.named(services)];
    const difference = isDeepStrictEqual(answer, expected)
      ? undefined
      : differences.find(({ explains }) => explains(step.call, answer, expected));
    if (difference === undefined) {
      expect({ step, ...answer }).toEqual({ step, ...expected });
    } else {
      explained.push(difference.what);
    }
    if (!areBothDone) {
      twin.restore(before);
    }
  }
  return explained;
}

describeService("the Twin beside the service", (service) => {
  const found = new Map<string, number>();

  test.each(resources)(
    "TWIN-23, TWIN-24: the Twin answers random calls on %s as the service does",
    { timeout: 600_000 + runs * 2_000 },
    async (resource, operations) => {
      let calls = 0;
      await fc.assert(
        fc.asyncProperty(sequencesOf(operations), async (steps) => {
          const explained = await expectAlike(await newSide(service, resource), operations, steps);
          calls += steps.length;
          explained.forEach((what) => found.set(what, (found.get(what) ?? 0) + 1));
        }),
        { numRuns: runs, ...(SEQUENCES === undefined && { seed: 3 }) },
      );
      if (SEQUENCES !== undefined) {
        console.log(`${resource}: ${calls} calls`, Object.fromEntries(found));
      }
    },
  );

  test("the Twin differs from the service in everything that is explained, and in nothing else", () => {
    expect([...found.keys()].sort()).toEqual(differences.map(({ what }) => what).sort());
  });
});
