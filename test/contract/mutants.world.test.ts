import { beforeAll, describe, expect, test, vi } from "vitest";
import { otherFaults, findsFault, testWorkshop } from "./finds-fault.js";
import { generateWorkshop } from "./server/generate.js";
import { workshop, type Workshop } from "./server/workshop.js";

describe("servers with a fault", () => {
  let made: Workshop;

  beforeAll(async () => {
    vi.spyOn(console, "error").mockReturnValue();
    made = await workshop(await generateWorkshop());
  });

  test.each(otherFaults)("CT-1: the fault $name of a server is the finding $finding", async (mutant) => {
    expect(await findsFault(made, mutant)).toBe(true);
  });

  test("CT-11: a correct server has no finding in as many calls as find each fault", async () => {
    const { findings } = await testWorkshop(made.serve(made.parts()), { calls: 2000 });
    expect(findings).toEqual([]);
  });

  test("each fault of a server has a name of its own", () => {
    expect(new Set(otherFaults.map(({ name }) => name)).size).toBe(otherFaults.length);
    expect(otherFaults.length).toBeGreaterThan(30);
  });
});
