import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { ContractReport } from "../../src/index.js";
import { ashlar, folderWith } from "../cli/command-line.js";
import { members, onResult } from "./mutants/mutant.js";
import { findsFault, oneOfEachFinding, testWorkshop, workshopSpecs as specs } from "./finds-fault.js";
import { mutated } from "./mutants/mutants.js";
import { generateWorkshop } from "./server/generate.js";
import { listen, type Listening } from "./server/listen.js";
import { tokens, workshop, type Workshop } from "./server/workshop.js";

describe("a server whose specification is known", () => {
  let made: Workshop;

  beforeAll(async () => {
    vi.spyOn(console, "error").mockReturnValue();
    made = await workshop(await generateWorkshop());
  });

  test("CT-11: a correct server has no finding, and each of its routes is reached", async () => {
    const { findings, notReached, coverage } = await testWorkshop(made.serve(made.parts()));
    expect(findings).toEqual([]);
    expect(notReached).toEqual([]);
    expect(Object.keys(coverage)).toHaveLength(26);
  });

  // The others are in the tier "world".
  test.each(oneOfEachFinding)("CT-1: the fault $name of a server is the finding $finding", async (mutant) => {
    expect(await findsFault(made, mutant)).toBe(true);
  });

  describe("over HTTP", () => {
    let server: Listening;

    beforeAll(async () => {
      server = await listen(made.serve(made.parts()));
    });

    afterAll(() => server.close());

    test("CT-10: ashlar test prints JSON, and ends with 0 if there is no error", async () => {
      const args = [
        "test",
        server.url,
        resolve(specs),
        "--effects",
        "all",
        "--token",
        "user=USER_TOKEN",
        "--token",
        "team=TEAM_TOKEN",
      ];
      const { code, stdout } = await ashlar(
        [
          ...args,
          "--phases",
          "examples,values,near-misses",
          "--calls",
          "300",
          "--seed",
          "1",
          "--timeout",
          "60s",
          "--format",
          "json",
        ],
        {
          env: { USER_TOKEN: tokens.user, TEAM_TOKEN: tokens.team },
          cwd: folderWith({}),
        },
      );
      const report = JSON.parse(stdout) as ContractReport;
      expect([code, report.findings, report.seed]).toEqual([0, [], 1]);
      expect(report.calls).toBeLessThanOrEqual(300);
    });

    test("CT-10: ashlar test --replay says which findings of a report are seen again, also where only the result was wrong", async () => {
      const wire = onResult("team/info", members({ name: () => undefined }));
      const faulty = await listen(mutated(made, { name: "No name", finding: "result-type", wire }));
      const env = { TEAM_TOKEN: tokens.team };
      const cwd = folderWith({});
      const args = (url: string): string[] => ["test", url, resolve(specs), "--token", "team=TEAM_TOKEN"];
      const options = ["--effects", "all", "--route", "team/info", "--calls", "20", "--format", "json"];
      const first = await ashlar([...args(faulty.url), ...options, "--output", "report.json"], { env, cwd });
      const again = await ashlar([...args(faulty.url), "--replay", "report.json"], { env, cwd });
      faulty.close();
      expect([first.code, again.code]).toEqual([1, 1]);
      expect(again.stdout).toMatch(/^error\[result-type\] team\/info: seen again \(status 200\)/m);
      const repaired = await ashlar([...args(server.url), "--replay", "report.json"], { env, cwd });
      expect(repaired.stdout).toMatch(/^error\[result-type\] team\/info: not seen again \(status 200\)/m);
      expect(repaired.code).toBe(0);
      expect((await ashlar([...args(faulty.url), "--replay", "report.json"], { env, cwd })).code).toBe(3);
    });

    test("CT-4: ashlar test --dry-run prints the plan, and calls nothing", async () => {
      const { code, stdout } = await ashlar(
        ["test", server.url, resolve(specs), "--dry-run", "--effects", "all", "--token", "T"],
        {
          env: { T: "any" },
          cwd: folderWith({}),
        },
      );
      expect(code).toBe(0);
      expect(stdout).toContain("routes would be called");
    });
  });

  test("CT-4: a URL with the path of the routes is refused, because no call would reach one", async () => {
    const cwd = folderWith({ "a.stone": "namespace a\nroute ping(Void, Void, Void)\n" });
    const { code, stderr } = await ashlar(["test", "http://127.0.0.1:1/2/", "a.stone", "--effects", "all"], { cwd });
    expect([code, stderr]).toEqual([2, "error: '/2' is part of the path of each route. Give 'http://127.0.0.1:1'.\n"]);
  });

  test("a server that cannot be reached ends with 3, a missing variable with 2", async () => {
    const cwd = folderWith({ "a.stone": "namespace a\nroute ping(Void, Void, Void)\n" });
    const args = ["test", "http://127.0.0.1:1", "a.stone", "--effects", "all"];
    const unreachable = await ashlar(args, { cwd });
    expect([unreachable.code, unreachable.stdout]).toEqual([3, expect.stringContaining("cannot be reached")]);
    const wrong = await ashlar([...args, "--token", "NOT_SET"], { cwd });
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("'NOT_SET'")]);
  });
});
