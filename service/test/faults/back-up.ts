import { createClient } from "cloud-storage-api";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runOperator } from "../support/command.js";
import { freePort } from "../support/postgres.js";
import { testedService } from "../support/service.js";
import { FileCaller } from "./file-caller.js";
import type { Load } from "./load.js";
import { Restartable, type Topology } from "./topology.js";

/**
 * Makes a backup while a load runs, restores it into an empty place, and compares the result with what was acknowledged before
 * the backup. Then damages one content and removes another one, which `verify` should find. Returns what is wrong.
 */
export async function tryBackup(topology: Topology, load: Load): Promise<string[]> {
  const backup = join(topology.folder, "backup");
  const begun = performance.now();
  await runOperator(topology.environment("1"), "backup", backup);
  const expected = load.participants.flatMap(({ caller, token }) =>
    caller instanceof FileCaller ? [{ caller, token, files: caller.unchangedSince(begun) }] : [],
  );
  const place = await topology.emptyPlace();
  await runOperator(place, "restore", backup);
  await runOperator(place, "verify");
  const restored = new Restartable(place, await freePort());
  try {
    await restored.start();
    const wrong = await testedService(() => restored.url).storage.findInconsistencies();
    for (const { caller, token, files } of expected) {
      wrong.push(...(await caller.verifyFiles(createClient({ hosts: restored.url, accessToken: token }), files)));
    }
    const contents = expected.flatMap(({ files }) => [...files.values()]).map((content) => content.split(" ")[0] ?? "");
    return [...wrong, ...(await findDamage(topology, place, [...new Set(contents)]))];
  } finally {
    await restored.end("SIGKILL");
  }
}

/** Damages one of some contents and removes another one. Returns what `verify` does not find. */
async function findDamage(
  { folder }: Topology,
  place: Readonly<Record<string, string>>,
  [damaged = "", missing = ""]: readonly string[],
): Promise<string[]> {
  const fileOf = (content: string): string => join(folder, "s3/restored/objects", `${content}._S3rver_object`);
  writeFileSync(fileOf(damaged), "?");
  rmSync(fileOf(missing));
  const said = await runOperator(place, "verify").catch(String);
  return [`damaged  ${damaged}`, `missing  ${missing}`]
    .filter((line) => !said.includes(line))
    .map((line) => `verify does not say: ${line}`);
}
