import { once } from "node:events";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import sql, { type Sql } from "sql-template-tag";
import { describe, expect, inject, onTestFinished, test, vi } from "vitest";
import type { Database } from "../src/database/database.js";
import { migrationLock } from "../src/database/schema-guard.js";
import { listenOnChannel, serverDatabase } from "../src/database/server.js";
import { secretKey } from "./support/databases.js";
import { newPerson } from "./support/files.js";
import { runStatement, startPostgres } from "./support/postgres.js";
import { emptyFolder, startProcess } from "./support/process.js";
import { byMemberId } from "./support/selectors.js";
import { freshData, newEmail, testedService } from "./support/service.js";

const { server } = inject("databases");

describe.skipIf(server === undefined)("where a connection to the database is lost", () => {
  /** A database with a table that counts, and one more connection to it, which can end those of the other. */
  async function counting(): Promise<{ database: Database; other: Database; count: () => Promise<number> }> {
    const { DATABASE_URL = "" } = await freshData(server, emptyFolder());
    const [database, other] = [serverDatabase(DATABASE_URL), serverDatabase(DATABASE_URL)];
    onTestFinished(async () => {
      await Promise.all([database.close(), other.close()]);
    });
    await other.script("create table counted (number int)");
    const count = async (): Promise<number> => (await other.all(sql`select from counted`)).length;
    return { database, other, count };
  }

  const end = (database: Database, pid: number): Promise<unknown> =>
    database.first(sql`select pg_terminate_backend(${pid}, 10000)`);

  /** Ends a connection as soon as one is in this state. */
  async function endWhere(state: Sql, database: Database): Promise<void> {
    const pid = await vi.waitFor(async () => {
      const row = await database.first<{ pid: number }>(sql`select pid from pg_stat_activity where ${state}`);
      expect(row).toBeDefined();
      return row?.pid ?? 0;
    }, 500_000);
    await end(database, pid);
  }

  test("a transaction is retried and applied once, whether or not a statement was running", async () => {
    const { database, other, count } = await counting();
    for (const isRunning of [false, true]) {
      const before = await count();
      let attempts = 0;
      await database.transaction(async (queries) => {
        attempts += 1;
        const row = await queries.first<{ pid: number }>(sql`select pg_backend_pid() as pid`);
        await queries.run(sql`insert into counted values (1)`);
        if (attempts === 1) {
          const running = isRunning ? queries.run(sql`select pg_sleep(60)`) : setTimeout(200);
          await Promise.all([running, setTimeout(100).then(() => end(other, row?.pid ?? 0))]);
        }
        await queries.first(sql`select 1`);
      });
      expect(attempts).toBe(2);
      expect((await count()) - before).toBe(1);
    }
  });

  test("a transaction that may have been committed is not retried", async () => {
    const { database, other, count } = await counting();
    await other.script(`
      create function wait() returns trigger language plpgsql as 'begin perform pg_sleep(60); return null; end';
      create constraint trigger late after insert on counted deferrable initially deferred
        for each row execute function wait()`);
    let attempts = 0;
    const ended = expect(
      database.transaction(async (queries) => {
        attempts += 1;
        await queries.run(sql`insert into counted values (1)`);
      }),
    ).rejects.toMatchObject({ code: "08007" });
    await endWhere(sql`query = 'commit' and state = 'active'`, other);
    await ended;
    expect([attempts, await count()]).toEqual([1, 0]);
  });

  test("a connection that is ended while it is being opened is replaced", async () => {
    const { database, other } = await counting();
    database.guardSchema(["none"]); // new connections wait for migrations, which end those of other processes
    await other.run(sql`delete from migration`);
    const { reading } = await other.transaction(async (queries) => {
      await queries.run(sql`select pg_advisory_xact_lock(${migrationLock})`);
      const reading = database.first(sql`select 1 as one`).catch((thrown: unknown) => thrown);
      await endWhere(sql`datname = current_database() and wait_event = 'advisory'`, other);
      return { reading };
    });
    expect(await reading).toEqual({ one: 1 });
  });

  test("a call that waits for others succeeds when a connection is lost", async () => {
    const environment = await freshData(server, emptyFolder());
    const { DATABASE_URL = "" } = environment;
    const url = await startProcess({ ...environment, LOCK_TIMEOUT: "90000" }).url;
    const { client } = await newPerson(testedService(() => url));
    const database = serverDatabase(DATABASE_URL);
    onTestFinished(() => database.close());
    const { creation } = await database.transaction(async (queries) => {
      await queries.run(sql`select from namespace for update`);
      const creation = client.files.createFolder({ path: "/a" }, { retry: false }).outcome();
      // Not in this transaction, which would never see connections that are opened after its first look.
      await endWhere(sql`datname = current_database() and wait_event_type = 'Lock'`, database);
      return { creation };
    });
    expect(await creation).toMatchObject({ ok: true });
  });

  test("a listener that cannot connect fails as a call does that may be repeated (OPS-31)", async () => {
    const database = serverDatabase("postgresql://service@127.0.0.1:1/service");
    await expect(database.listen("counted", () => undefined)).rejects.toMatchObject({ name: "DatabaseUnavailable" });
    await database.close();
  });

  test("a listener that is stopped while it reconnects stops listening", async () => {
    const { DATABASE_URL = "" } = await freshData(server, emptyFolder());
    const other = serverDatabase(DATABASE_URL);
    onTestFinished(() => other.close());
    const clients: Client[] = [];
    const stop = await listenOnChannel(
      () => {
        const client = new Client(DATABASE_URL);
        if (clients.push(client) > 1) {
          const connect: () => Promise<Client> = client.connect.bind(client);
          Object.assign(client, { connect: () => setTimeout(500).then(connect) });
        }
        return client;
      },
      "counted",
      () => undefined,
    );
    const listeners = (): Promise<{ pid: number }[]> =>
      other.all(sql`select pid from pg_stat_activity where datname = current_database() and query like 'listen %'`);
    await end(other, (await listeners())[0]?.pid ?? 0);
    await vi.waitFor(() => expect(clients).toHaveLength(2), 500_000);
    await stop();
    const [, late] = clients;
    const ended = once(late ?? new Client(), "end");
    await ended;
    expect(await listeners()).toEqual([]);
  });

  test("the service continues when the database server is restarted", async () => {
    const folder = emptyFolder();
    const postgres = await startPostgres(join(folder, "postgres"), ["fsync=off"]);
    onTestFinished(() => postgres?.stop());
    await runStatement(`${postgres?.url ?? ""}postgres`, "create database service");
    const process = startProcess({
      DATA_FOLDER: join(folder, "data"),
      DATABASE_URL: `${postgres?.url ?? ""}service`,
      SECRET_KEY: secretKey,
    });
    const url = await process.url;
    const service = testedService(() => url);
    const people = await Promise.all(Array.from({ length: 8 }, () => newPerson(service)));
    const team = await service.team([{}]);
    const [watcher] = people;
    const { cursor } = (await watcher?.client.files.listFolder({ path: "" })) ?? { cursor: "" };
    // The server may be away for longer than three attempts take on a slow machine (OPS-31).
    const polled = service.client.files.listFolderLongpoll({ cursor, timeout: 120 }, { retry: { attempts: 50 } });
    polled.catch(() => undefined); // it is awaited below

    let isOver = false;
    const callers = people.slice(1).map(async ({ client }) => {
      for (let number = 0; !isOver; number++) {
        // Some fail while there is no server.
        await client.files.createFolder({ path: `/${number}` }, { retry: false }).catch(() => undefined);
      }
    });
    for (let count = 0; count < 3; count++) {
      await setTimeout(300);
      await postgres?.restart();
    }
    isOver = true;
    await Promise.all(callers);

    await vi.waitFor(async () => expect((await fetch(`${url}/health`)).status).toBe(200), 500_000);
    await Promise.all(people.map(({ client }) => client.files.createFolder({ path: "/after" }, { retry: false })));
    expect(await polled).toMatchObject({ changes: true });
    const launch = await team.client.team.membersRemove({
      user: byMemberId(team.members[0]),
      transfer_dest_id: byMemberId(team.admin),
      transfer_admin_id: byMemberId(team.admin),
    });
    const id = launch[".tag"] === "async_job_id" ? launch.async_job_id : "";
    await vi.waitFor(
      async () =>
        expect(await team.client.team.membersRemoveJobStatusGet({ async_job_id: id })).toMatchObject({
          ".tag": "complete",
        }),
      500_000,
    );
    await service.controls.addAccount({ email: newEmail() });
    expect(await process.end("SIGTERM")).toBe(0);
  });
});
