import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sql from "sql-template-tag";
import { expect, inject, onTestFinished, test } from "vitest";
import { holdContents } from "../src/backup.js";
import { startService } from "../src/service.js";
import { readSettings } from "../src/settings.js";
import { runCommand, runOperator } from "./support/command.js";
import { newPerson, pathsIn, read, save } from "./support/files.js";
import { runStatement } from "./support/postgres.js";
import { databaseFor, describeDatabases, freshData, testedService, type TestedService } from "./support/service.js";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(inject("databases").temporary, "backup-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

async function start(environment: Readonly<Record<string, string>>): Promise<TestedService> {
  const running = await startService(readSettings({ LOG_LEVEL: "silent", ...environment }));
  onTestFinished(() => running.stop());
  return testedService(() => running.url);
}

/** The environment of a service with nothing, on the same kind of database and with the same secret key as another one. */
async function emptyPlace(
  server: string | undefined,
  { DATA_FOLDER = "", ...other }: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const folder = temporaryFolder();
  if (server === undefined) {
    cpSync(join(DATA_FOLDER, "secret-key"), join(folder, "secret-key"));
    return { ...other, DATA_FOLDER: folder };
  }
  const database = `restored_${randomUUID().replaceAll("-", "")}`;
  await runStatement(`${server}postgres`, `create database ${database}`);
  return { ...other, DATA_FOLDER: folder, DATABASE_URL: `${server}${database}` };
}

describeDatabases("a backup", (server) => {
  test("a backup that is made under load is restored elsewhere with all that was acknowledged before, and verified (OPS-40)", async () => {
    const environment = await freshData(server, temporaryFolder());
    const service = await start(environment);
    const robin = await newPerson(service);
    await save(robin.client, "/kept.txt", "kept");
    await save(robin.client, "/empty.txt", "");
    const end = new AbortController();
    const load = (async () => {
      for (let number = 0; !end.signal.aborted; number++) {
        await save(robin.client, `/load ${number}.txt`);
      }
    })();
    const backup = join(temporaryFolder(), "backup");
    expect(await runCommand(environment, ["backup", backup])).toMatch(
      /is complete: the database, and \d+ contents, \d+/,
    );
    end.abort();
    await load;
    await save(robin.client, "/later.txt", "later");
    const [, contents, added] =
      /(\d+) contents, (\d+) of them new/.exec(await runCommand(environment, ["backup", backup])) ?? [];
    expect(Number(added)).toBeLessThan(Number(contents));

    const place = await emptyPlace(server, environment);
    expect(await runCommand(place, ["restore", backup])).toMatch(/^The database and \d+ contents are restored\./);
    await expect(runCommand(place, ["restore", backup])).rejects.toThrow("is used by another database");
    const restored = await start(place);
    expect(await restored.storage.findInconsistencies()).toEqual([]);
    const client = restored.clientWith(robin.token);
    expect(await read(client, "/kept.txt")).toBe("kept");
    expect(await pathsIn(client)).toEqual(await pathsIn(robin.client));
    expect(await runCommand(place, ["verify"])).toMatch(/^All \d+ contents are there and undamaged\. 0 older/);

    const { DATA_FOLDER = "" } = place;
    const stored = join(DATA_FOLDER, "contents");
    const kept = "79b14480766cf28c5eb9424a1e49a69a41c2a69bd10adfd86b2a47f7adb47b4b";
    const files = readdirSync(stored, { recursive: true, encoding: "utf8" }).filter((path) => /\w{64}$/.test(path));
    const [damaged = "", missing = ""] = files.filter((path) => !path.includes(kept));
    writeFileSync(join(stored, damaged), "?");
    rmSync(join(stored, missing));
    const verified = runCommand(place, ["verify"]);
    await expect(verified).rejects.toThrow(`damaged  ${damaged.slice(3)}`);
    await expect(verified).rejects.toThrow(`missing  ${missing.slice(3)}`);
    if (server !== undefined) {
      // One on each line, also if it is not a test that reads them.
      await expect(runOperator(place, "verify")).rejects.toThrow(`\n  damaged  ${damaged.slice(3)}\n`);
    }
  });
});

const { server } = inject("databases");

test.skipIf(server === undefined)("a backup holds the sweeper of all processes while it runs (OPS-40)", async () => {
  const environment = await freshData(server, temporaryFolder());
  const service = await start(environment);
  const robin = await newPerson(service);
  await save(robin.client, "/old.txt", "old");
  const database = await databaseFor(environment);
  onTestFinished(() => database.close());
  await database.run(sql`delete from item where path = '/old.txt'`);
  await database.run(sql`delete from revision`);
  await holdContents(database, async () => {
    expect(await service.storage.sweepContents()).toEqual({ count: 0 });
  });
  expect((await service.storage.sweepContents()).count).toBeGreaterThan(0);
});
