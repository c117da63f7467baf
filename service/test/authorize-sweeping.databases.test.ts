import sql from "sql-template-tag";
import { describe, expect, inject, test } from "vitest";
import { startService } from "../src/service.js";
import { readSettings } from "../src/settings.js";
import { addApp, addPerson } from "./support/people.js";
import { emptyFolder } from "./support/process.js";
import { databaseFor, freshData, testedService } from "./support/service.js";

const minute = 60 * 1000;
const day = 24 * 60 * minute;

describe("log-ins and codes", () => {
  const { server } = inject("databases");
  test("log-ins and codes are swept after they expire, and not before (Q-15)", async () => {
    const environment = { ...(await freshData(server, emptyFolder())), LOG_LEVEL: "fatal" };
    const running = await startService(readSettings(environment));
    const service = testedService(() => running.url);
    const app = await addApp(service);
    await (await (await addPerson(service)).visit(app.url())).press("Allow");
    const robin = await addPerson(service);
    await service.controls.moveClock({ offset: 13 * day });
    await (await robin.visit(app.url())).press("Allow");
    await service.controls.moveClock({ offset: 15 * day });
    await (await robin.browser.open(app.url({ forceReapprove: true }))).press("Allow");
    await service.storage.sweepContents();
    await running.stop();

    const database = await databaseFor(environment);
    expect(await database.all(sql`select account_id from login`)).toEqual([{ account_id: robin.accountId }]);
    expect(await database.all(sql`select account_id from authorization_code`)).toHaveLength(1);
    await database.close();
  });
});

describe("challenges for passkeys", () => {
  const { server } = inject("databases");
  test("challenges for passkeys are swept after they expire, and not before (OPS-11)", async () => {
    const environment = { ...(await freshData(server, emptyFolder())), LOG_LEVEL: "fatal" };
    const running = await startService(readSettings(environment));
    const service = testedService(() => running.url);
    const beginToAdd = async (): Promise<void> => {
      const { browser, email } = await addPerson(service);
      const account = await (await browser.open("/account")).press("Log in", { email, password: "correct horse" });
      const form = await (await account.follow("Passkeys")).press("Add a passkey");
      expect(form.text).toContain("challenge"); // which is stored
    };
    await beginToAdd();
    await service.controls.moveClock({ offset: 9 * minute });
    await beginToAdd();
    await service.controls.moveClock({ offset: 11 * minute });
    await service.storage.sweepContents();
    await running.stop();

    const database = await databaseFor(environment);
    const [left, ...others] = await database.all<{ expires: Date }>(sql`select expires from passkey_challenge`);
    expect(others).toEqual([]);
    expect(left?.expires.getTime()).toBeGreaterThan(Date.now() + 15 * minute);
    await database.close();
  });
});
