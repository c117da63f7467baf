import type { TeamMemberInfo } from "cloud-storage-api/team";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { findContradictions } from "./support/invariants.js";
import { emptyFolder, startProcess, type ServiceProcess } from "./support/process.js";
import {
  databaseFor,
  describeDatabases,
  freshData,
  newEmail,
  testedService,
  type TestedService,
} from "./support/service.js";

/** A service that can be killed and started again, on the same data. */
interface KillableService {
  /** The folder of its data. */
  readonly folder: string;
  /** As clients see it: at another URL after each start. */
  readonly service: TestedService;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** The invariants that the database violates, while the service is stopped. */
  findContradictions(): Promise<object>;
}

async function startKillable(server: string | undefined): Promise<KillableService> {
  const folder = emptyFolder();
  const environment = await freshData(server, folder);
  let running: ServiceProcess | undefined;
  let url = "";
  return {
    folder,
    service: testedService(() => url),
    async start() {
      running = startProcess(environment);
      url = await running.url;
    },
    async kill() {
      await running?.end("SIGKILL");
    },
    async findContradictions() {
      const database = await databaseFor(environment);
      try {
        return await findContradictions(database, join(folder, "contents"));
      } finally {
        await database.close();
      }
    },
  };
}

/** Makes concurrent calls until the service is killed, soon after some were acknowledged. Returns the acknowledged ones. */
async function runUntilKilled<Done>(
  mortals: KillableService,
  milliseconds: number,
  act: (number: number) => Promise<Done>,
): Promise<Done[]> {
  const done: Done[] = [];
  let isKilled = false;
  let count = 0;
  const worker = async (): Promise<void> => {
    while (!isKilled) {
      const result = await act(count++).catch(() => undefined);
      if (result !== undefined) {
        done.push(result);
      }
    }
  };
  const workers = Array.from({ length: 4 }, worker);
  await expect.poll(() => done.length, { interval: 20, timeout: 90_000 }).toBeGreaterThan(3);
  await setTimeout(milliseconds);
  await mortals.kill();
  isKilled = true;
  await Promise.all(workers);
  return done;
}

describeDatabases("a service that is killed", (database) => {
  // The embedded database takes seconds to start.
  const rounds = database === undefined ? 1 : 2;

  test("a service that is killed keeps every file whose upload it has acknowledged, and no partial file", async () => {
    const mortals = await startKillable(database);
    await mortals.start();
    const { service } = mortals;
    const { account_id } = await service.controls.addAccount({ email: newEmail() });
    const token = await service.userToken(account_id);
    const makeContent = (number: number): string => `${number} `.repeat(5_000);
    const acknowledged: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const client = service.clientWith(token).with({ retry: false });
      const done = await runUntilKilled(mortals, 300 + 150 * round, async (number) => {
        const path = `/${round}/${number}.txt`;
        await client.files.upload({ path }, makeContent(number));
        return path;
      });
      acknowledged.push(...done);
      expect(await mortals.findContradictions()).toEqual({});
      await mortals.start();
    }
    expect(acknowledged.length).toBeGreaterThan(3);
    const { files } = service.clientWith(token);
    const listed: string[] = [];
    for await (const entry of files.listFolder({ path: "", recursive: true }).items()) {
      if (entry[".tag"] === "file") {
        listed.push(entry.path_display ?? "");
      }
    }
    expect(listed).toEqual(expect.arrayContaining(acknowledged));
    for (const path of listed) {
      const download = await files.download({ path });
      expect(await download.text()).toBe(makeContent(Number(/(\d+)\.txt$/.exec(path)?.[1])));
    }
  });

  test("a service that is killed keeps every acknowledged piece of an upload session", async () => {
    const mortals = await startKillable(database);
    await mortals.start();
    const { service } = mortals;
    const { account_id } = await service.controls.addAccount({ email: newEmail() });
    const token = await service.userToken(account_id);
    const { session_id } = await service.clientWith(token).files.uploadSessionStart({}, "a".repeat(1000));
    let offset = 1000;
    for (let round = 0; round < rounds; round++) {
      const client = service.clientWith(token).with({ retry: false });
      const appending = (async (): Promise<void> => {
        for (;;) {
          await client.files.uploadSessionAppend({ session_id, offset }, "a".repeat(1000));
          offset += 1000;
        }
      })();
      const ended = expect(appending).rejects.toThrow();
      await setTimeout(500);
      await mortals.kill();
      await ended;
      await mortals.start();
      // A piece may have been stored whose acknowledgement did not arrive: then the session says where it is.
      const outcome = await service
        .clientWith(token)
        .files.uploadSessionAppend({ session_id, offset }, "a".repeat(1000))
        .outcome();
      if (outcome.ok) {
        offset += 1000;
      } else {
        expect(outcome.error).toMatchObject({ ".tag": "incorrect_offset", correct_offset: offset + 1000 });
        offset += 1000;
      }
    }
    const { files } = service.clientWith(token);
    const cursor = { session_id, offset };
    const { size } = await files.uploadSessionFinish({ cursor, commit: { path: "/whole.txt" } }, "");
    expect(size).toBe(offset);
    const download = await files.download({ path: "/whole.txt" });
    expect(await download.text()).toBe("a".repeat(offset));
  });

  test("a service that is killed keeps an upload session as it was before a piece that it has received only in part", async () => {
    const mortals = await startKillable(database);
    await mortals.start();
    const { service } = mortals;
    const { account_id } = await service.controls.addAccount({ email: newEmail() });
    const token = await service.userToken(account_id);
    const { session_id } = await service.clientWith(token).files.uploadSessionStart({}, "one ");
    const incoming = join(mortals.folder, "contents/incoming");
    expect(await readdir(incoming)).toEqual([]);
    const halfSent = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode("tw")), // and no end
    });
    const appending = service
      .clientWith(token)
      .with({ retry: false })
      .files.uploadSessionAppend({ session_id, offset: 4 }, halfSent);
    const ended = expect(appending).rejects.toMatchObject({ name: "NetworkError" });
    await expect.poll(() => readdir(incoming)).toHaveLength(1);
    await mortals.kill();
    await ended;
    expect(await mortals.findContradictions()).toEqual({});
    await mortals.start();
    const { files } = service.clientWith(token);
    await files.uploadSessionAppend({ session_id, offset: 4 }, "two");
    await files.uploadSessionFinish({ cursor: { session_id, offset: 7 }, commit: { path: "/whole.txt" } }, "");
    expect(await (await files.download({ path: "/whole.txt" })).text()).toBe("one two");
  });

  test("a service that is killed completes every job that it has launched", async () => {
    const mortals = await startKillable(database);
    await mortals.start();
    const { service } = mortals;
    const { account_id } = await service.controls.addAccount({ email: newEmail() });
    const token = await service.userToken(account_id);
    const { files } = service.clientWith(token);
    for (let number = 0; number < 10; number++) {
      await files.upload({ path: `/from/${number}.txt` }, "x");
    }
    const entries = Array.from({ length: 10 }, (__, number) => ({
      from_path: `/from/${number}.txt`,
      to_path: `/to/${number}.txt`,
    }));
    const jobs = await runUntilKilled(mortals, 200, async (job) => {
      const launched = await service
        .clientWith(token)
        .with({ retry: false })
        .files.copyBatch({
          entries: entries.map(({ from_path, to_path }) => ({ from_path, to_path: `/${job}${to_path}` })),
        });
      return launched[".tag"] === "async_job_id" ? { job, id: launched.async_job_id } : undefined;
    });
    expect(await mortals.findContradictions()).toEqual({});
    await mortals.start();
    expect(jobs.length).toBeGreaterThan(0);
    const after = service.clientWith(token).files;
    for (const launched of jobs) {
      const status = await after.copyBatchCheck({ async_job_id: launched?.id ?? "" }).waitFor({ interval: 50 });
      expect(status[".tag"]).toBe("complete");
      const { entries: copied } = await after.listFolder({ path: `/${launched?.job ?? ""}/to` });
      expect(copied).toHaveLength(10);
    }
    // Also of jobs whose launch was not acknowledged there is all or nothing.
    for await (const folder of after.listFolder({ path: "" }).items()) {
      if (/^\/\d+$/.test(folder.path_lower ?? "")) {
        const { entries: copied } = await after.listFolder({ path: `${folder.path_lower ?? ""}/to` });
        expect(copied).toHaveLength(10);
      }
    }
  });

  test("a service that is killed keeps every member whom it has added, and notifies of no others", async () => {
    const mortals = await startKillable(database);
    await mortals.start();
    const { service } = mortals;
    const { token } = await service.team([], { licenses: 100_000 });
    const client = service.clientWith(token).with({ retry: false });
    const added = await runUntilKilled(mortals, 200, async () => {
      const member_email = newEmail();
      const person = { member_given_name: "Eve", member_surname: "Keystone" };
      const result = await client.team.membersAdd({ new_members: [{ member_email, ...person }] });
      return result[".tag"] === "complete" ? member_email : undefined;
    });
    expect(await mortals.findContradictions()).toEqual({});
    await mortals.start();
    const members: TeamMemberInfo[] = [];
    for await (const member of service.clientWith(token).team.membersList().items()) {
      members.push(member);
    }
    expect(members.map(({ profile }) => profile.email)).toEqual(expect.arrayContaining(added));
    const invited = (await service.controls.listMails()).map(({ recipient }) => recipient);
    const pending = members.filter(({ profile }) => profile.status[".tag"] === "invited");
    expect(invited.sort()).toEqual(pending.map(({ profile }) => profile.email).sort());
  });
});
