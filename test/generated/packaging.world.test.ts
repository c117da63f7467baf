import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packageFolder } from "../support/packages.js";

const packages = { "the generated package": () => packageFolder("spec"), "Ashlar itself": () => "." };

describe.each(Object.entries(packages))("%s, packed by npm,", (_, folder) => {
  const destination = mkdtempSync(join(tmpdir(), "ashlar-pack-"));
  let tarball: Buffer;

  beforeAll(async () => {
    const command = ["pack", "--ignore-scripts", "--json", "--pack-destination", destination];
    const output: unknown = JSON.parse(execFileSync("npm", command, { cwd: await folder(), encoding: "utf8" }));
    const [packed] = Object.values(output as Record<string, { filename: string }>);
    tarball = readFileSync(join(destination, packed?.filename ?? ""));
  });
  afterAll(() => rmSync(destination, { recursive: true }));

  test("a packed package has nothing that publint minds", async () => {
    const { messages, pkg } = await publint({ pack: { tarball: Uint8Array.from(tarball).buffer }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  test("a packed package has types that are right for every way to import it", async () => {
    const result = await checkPackage(createPackageFromTarballData(Uint8Array.from(tarball)));
    const problems = "problems" in result ? result.problems : [];
    // It is a package of modules only: Node 20.19 can require() those, but the oldest way to resolve knows no exports.
    const others = problems.filter((problem) => {
      const isOld = "resolutionKind" in problem && problem.resolutionKind === "node10";
      return !isOld && problem.kind !== "CJSResolvesToESM";
    });
    expect(result.types).not.toBe(false);
    expect(others).toEqual([]);
  });
});
