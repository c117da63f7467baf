import sql from "sql-template-tag";
import { setTimeout } from "node:timers/promises";
import { describe, expect, inject, onTestFinished, test, vi } from "vitest";
import type { Queries } from "../src/database/database.js";
import { serverDatabase } from "../src/database/server.js";
import { newPerson, read, save } from "./support/files.js";
import { emptyFolder, startProcess } from "./support/process.js";
import { byMemberId } from "./support/selectors.js";
import { freshData, testedService, type TestedService } from "./support/service.js";

const { server } = inject("databases");

describe.skipIf(server === undefined)("while storages are locked on a PostgreSQL server", () => {
  /** A service whose calls wait so long for locks, in milliseconds, and what locks all storages, or those of an account, until work is done. */
  async function lockable(lockTimeout: number): Promise<{
    service: TestedService;
    whileLocked: <Result>(work: (queries: Queries) => Promise<Result>, owner?: string) => Promise<Result>;
  }> {
    const environment: Record<string, string> = {
      ...(await freshData(server, emptyFolder())),
      LOCK_TIMEOUT: String(lockTimeout),
    };
    const url = await startProcess(environment).url;
    const database = serverDatabase(environment["DATABASE_URL"] ?? "");
    onTestFinished(() => database.close());
    return {
      service: testedService(() => url),
      whileLocked: (work, owner = "") =>
        database.transaction(async (queries) => {
          await queries.run(sql`
            select from namespace
            where ${owner} = '' or id = (select home from account where id = ${owner}) for update`);
          return work(database); // not the transaction, which would not see connections opened after its first look
        }),
    };
  }

  test("a read of files is answered while calls that write wait for locks (B-247)", async () => {
    const { service, whileLocked } = await lockable(0);
    const person = await newPerson(service);
    await save(person.client, "/a.txt", "a");
    let created = 0;
    const creations = await whileLocked(async (queries) => {
      const waiting = Array.from({ length: 24 }, async (_, number) => {
        const { status } = await service.post("files/create_folder", person.token, { path: `/${number}` });
        created += 1;
        return status;
      });
      const blocked = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await vi.waitFor(async () => expect(await queries.all(blocked)).not.toEqual([]), { timeout: 500_000 });
      expect((await fetch(`${service.url}/health`)).status).toBe(200);
      expect(await read(person.client, "/a.txt")).toBe("a");
      expect((await service.post("files/create_folder", "nobody's", { path: "/" })).status).toBe(401);
      expect(created).toBe(0);
      return { waiting };
    });
    expect(new Set(await Promise.all(creations.waiting))).toEqual(new Set([200]));
  });

  test("calls that write get 429 with Retry-After when they have waited too long for a lock (B-247)", async () => {
    const { service, whileLocked } = await lockable(2_000);
    const person = await newPerson(service);
    const create = (number: number): Promise<Response> =>
      service.post("files/create_folder", person.token, { path: `/${number}` });
    await whileLocked(async () => {
      const begin = Date.now();
      for (const response of await Promise.all(Array.from({ length: 24 }, (_, number) => create(number)))) {
        expect([response.status, response.headers.get("Retry-After")]).toEqual([429, "1"]);
        expect(await response.json()).toEqual({ reason: "too_many_write_operations" });
      }
      expect(Date.now() - begin).toBeLessThan(25_000); // nobody has tried again, which would take 40 seconds
    });
    expect((await create(0)).status).toBe(200);
  });

  test("calls that wait for a storage leave connections to the calls of others (B-248)", async () => {
    const { service, whileLocked } = await lockable(0);
    const [person, other] = [await newPerson(service), await newPerson(service)];
    const keys = ["", "key"].flatMap((key) => Array.from({ length: 12 }, (_, number) => ({ key, number })));
    const creations = await whileLocked(async (queries) => {
      const waiting = keys.map(({ key, number }) =>
        service.post(
          "files/create_folder",
          person.token,
          { path: `/${key}${number}` },
          key === "" ? {} : { "Idempotency-Key": `${key}${number}` },
        ),
      );
      const blocked = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await vi.waitFor(async () => expect(await queries.all(blocked)).toHaveLength(4), { timeout: 500_000 });
      await save(other.client, "/a.txt", "a");
      expect((await other.client.files.listFolder({ path: "" })).entries).toHaveLength(1);
      return { waiting };
    }, person.account);
    const statuses = (await Promise.all(creations.waiting)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test("a job waits for a lock without a timeout", async () => {
    const { service, whileLocked } = await lockable(500);
    const { client, members, admin } = await service.team([{}]);
    await service.controls.setFault({ place: "job-hold" });
    const launch = await client.team.membersRemove({
      user: byMemberId(members[0]),
      transfer_dest_id: byMemberId(admin),
      transfer_admin_id: byMemberId(admin),
    });
    const async_job_id = launch[".tag"] === "async_job_id" ? launch.async_job_id : "";
    const status = async (): Promise<string> => (await client.team.membersRemoveJobStatusGet({ async_job_id }))[".tag"];
    await whileLocked(async (queries) => {
      await service.controls.clearFaults();
      await setTimeout(1_500); // longer than calls wait
      expect(await status()).toBe("in_progress");
      expect(await queries.all(sql`select attempts from job`)).toEqual([{ attempts: 0 }]);
    });
    await vi.waitFor(async () => expect(await status()).toBe("complete"), 500_000);
  });
});
