import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { embeddedDatabase } from "../src/database/embedded.js";
import { emptyFolder } from "./support/process.js";

test("between the statements of the embedded database, the process does other things", async () => {
  const database = await embeddedDatabase(emptyFolder());
  try {
    const turns = await database.transaction(async (queries) => {
      let count = 0;
      const timer = setInterval(() => count++, 1);
      const end = Date.now() + 200;
      while (Date.now() < end) {
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
