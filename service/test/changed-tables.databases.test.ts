import sql from "sql-template-tag";
import { describe, expect, inject, test } from "vitest";
import { serverDatabase } from "../src/database/server.js";
import { emptyFolder } from "./support/process.js";
import { freshData } from "./support/service.js";

const { server } = inject("databases");

describe.skipIf(server === undefined)("a process whose tables are changed by a newer one", () => {
  test("a process whose tables are changed by a newer one continues with its prepared statements, inside and outside transactions", async () => {
    const { DATABASE_URL = "" } = await freshData(server, emptyFolder());
    const [older, newer] = [serverDatabase(DATABASE_URL), serverDatabase(DATABASE_URL)];
    try {
      const all = sql`select * from setting where name = ${"clock_offset"}`;
      await older.run(sql`insert into setting (name, value) values ('clock_offset', '0')`);
      expect(await older.all(all)).toEqual([{ name: "clock_offset", value: 0 }]);
      await newer.script("alter table setting add column note text");
      expect(await older.all(all)).toEqual([{ name: "clock_offset", value: 0, note: null }]);
      await newer.script("alter table setting add column more text");
      expect(await older.transaction((queries) => queries.all(all))).toEqual([
        { name: "clock_offset", value: 0, note: null, more: null },
      ]);
    } finally {
      await older.close();
      await newer.close();
    }
  });
});
