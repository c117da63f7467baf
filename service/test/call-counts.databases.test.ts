import sql from "sql-template-tag";
import { describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { startService } from "../src/service.js";
import { readSettings } from "../src/settings.js";
import { emptyFolder } from "./support/process.js";
import { databaseFor, freshData, testedService } from "./support/service.js";

describe("the counts of calls", () => {
  const { server } = inject("databases");
  test("the counts of calls are swept when their minute is over, and not before (B-248)", async () => {
    vi.useFakeTimers({ toFake: ["Date"] }); // the minute must not end meanwhile
    onTestFinished(() => void vi.useRealTimers());
    const minute = Math.floor(Date.now() / 60_000);
    const environment = { ...(await freshData(server, emptyFolder())), LOG_LEVEL: "fatal" };
    const before = await databaseFor(environment);
    await before.run(sql`
      insert into call_count (subject, span, calls)
      values ('a', ${minute - 60}, 9), ('a', ${minute - 1}, 9), ('a', ${minute}, 9), ('b', ${minute - 1}, 9)`);
    await before.close();

    const running = await startService(readSettings(environment));
    await testedService(() => running.url).storage.sweepContents();
    await running.stop();

    const after = await databaseFor(environment);
    expect(await after.all(sql`select * from call_count`)).toEqual([{ subject: "a", span: minute, calls: 9 }]);
    await after.close();
  });
});
