import sql from "sql-template-tag";
import { describe, expect, inject, onTestFinished, test, vi } from "vitest";
import type { Database } from "../src/database/database.js";
import { emptyFolder } from "./support/process.js";
import { databaseFor, freshData } from "./support/service.js";

describe("the database", () => {
  const { server } = inject("databases");
  async function open(): Promise<Database> {
    return databaseFor(await freshData(server, emptyFolder()));
  }

  test("the database preserves times to the millisecond, in any time zone of the service", async () => {
    vi.stubEnv("TZ", "Europe/Brussels"); // of old, clocks there were ahead by minutes and seconds
    onTestFinished(() => void vi.unstubAllEnvs());
    const database = await open();
    try {
      for (const time of [
        "0001-01-01T00:00:00.001Z",
        "0099-12-31T23:59:59.999Z",
        "0100-01-01T00:00:00.000Z",
        "1900-01-01T00:00:00.120Z",
        "2016-11-21T09:14:05.500Z",
        "9999-12-31T23:59:59.999Z",
      ]) {
        const read = await database.first<{ time: Date }>(sql`select ${new Date(time)}::timestamptz as time`);
        expect(read?.time.toISOString()).toBe(time);
      }
    } finally {
      await database.close();
    }
  });
});
