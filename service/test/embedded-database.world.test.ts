import fs from "node:fs";
import { join } from "node:path";
import sql from "sql-template-tag";
import { expect, onTestFinished, test, vi } from "vitest";
import { embeddedDatabase } from "../src/database/embedded.js";
import { dataFolder } from "./support/process.js";

test("the process handles other events between the statements of the embedded database", async () => {
  const database = await embeddedDatabase(copyDatabase());
  try {
    const turns = await database.transaction(async (queries) => {
      let count = 0;
      const timer = setInterval(() => count++, 1);
      const end = Date.now() + 500_000;
      while (count <= 10 && Date.now() < end) {
        await queries.first(sql`select 1`);
      }
      clearInterval(timer);
      return count;
    });
    expect(turns).toBeGreaterThan(10);
  } finally {
    await database.close();
  }
});

test.each([
  ["waits for the disk at each commit, if it should survive a loss of power", true],
  ["does not wait for the disk otherwise", false],
])("the embedded database %s", async (_, isSynced) => {
  const folder = copyDatabase();
  const database = await embeddedDatabase(folder, isSynced);
  const synced = vi.spyOn(fs, "fsyncSync");
  onTestFinished(() => synced.mockRestore());
  try {
    for (let number = 1; number <= 5; number++) {
      await database.run(sql`insert into setting (name, value) values (${`test ${number}`}, '1'::jsonb)`);
    }
    expect(synced.mock.calls.length).toSatisfy((count: number) => (isSynced ? count >= 5 : count === 0));
    const row = await database.first<{ fsync: string }>(sql`select current_setting('fsync') as fsync`);
    expect(row?.fsync).toBe(isSynced ? "on" : "off");
  } finally {
    await database.close();
  }
  const again = await embeddedDatabase(folder, isSynced);
  const { count } = (await again.first<{ count: number }>(
    sql`select count(*)::integer as count from setting where name like 'test %'`,
  )) ?? { count: 0 };
  await again.close();
  expect(count).toBe(5);
});

/** A folder with an embedded database, as making one takes seconds. */
function copyDatabase(): string {
  return join(dataFolder(), "database");
}
