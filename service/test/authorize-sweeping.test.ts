import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { startService } from "../src/service.js";
import { readSettings } from "../src/settings.js";
import { addApp, addPerson } from "./support/people.js";
import { emptyFolder } from "./support/process.js";
import { databaseFor, describeDatabases, freshData, testedService } from "./support/service.js";

const day = 24 * 60 * 60 * 1000;

describeDatabases("log-ins and codes", (server) => {
  test("are swept after they expire, and not before (Q-15)", async () => {
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
