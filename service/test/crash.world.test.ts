import type { TeamMemberInfo } from "cloud-storage-api/team";
import { mkdtempSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { newPerson } from "./support/files.js";
import { findContradictions } from "./support/invariants.js";
import { startProcess, type ServiceProcess } from "./support/process.js";
import {
  databaseFor,
  describeDatabases,
  freshData,
  newEmail,
  testedService,
  type TestedService,
} from "./support/service.js";

/** Calls of one kind, which are made until the service is killed. */
interface Load {
  /** Makes a call and remembers that it was acknowledged; rejects if it is not. */
  readonly call: (number: number) => Promise<unknown>;
  /** Expects the service, which has been started again, to have all that it has acknowledged, and nothing partial. */
  readonly verify: () => Promise<void>;
}

/** Prepares the calls of each kind; `incoming` is the folder of contents that have arrived only in part. */
const loads: Readonly<Record<string, (service: TestedService, incoming: string) => Promise<Load>>> = {
  "keeps every file whose upload it has acknowledged, and no partial file": prepareUploads,
  "keeps every acknowledged piece of an upload session": preparePieces,
  "keeps an upload session as it was before a piece that it has received only in part": prepareHalfPiece,
  "completes every job that it has launched": prepareJobs,
  "keeps every member whom it has added, and notifies of no others": prepareMembers,
};

describeDatabases("a service that is killed", (server) => {
  let prepared: Readonly<Record<string, Load>> = {};
  let contradictions: object | undefined;

  const kills: (() => Promise<void>)[] = [];
  const start = (environment: Readonly<Record<string, string>>): ServiceProcess =>
    startProcess(environment, (kill) => kills.push(kill));
  afterAll(() => Promise.all(kills.map((kill) => kill())));

  // Processes take seconds to start, so one is killed for all tests.
  beforeAll(async () => {
    const folder = mkdtempSync(join(inject("databases").temporary, "crash-"));
    const environment = await freshData(server, folder);
    const first = start(environment);
    let url = await first.url;
    const service = testedService(() => url);
    const entries: [string, Load][] = [];
    for (const [title, prepare] of Object.entries(loads)) {
      entries.push([title, await prepare(service, join(folder, "contents/incoming"))]);
    }
    prepared = Object.fromEntries(entries);
    const acknowledged = entries.map(() => 0);
    let isKilled = false;
    const callers = entries.map(async ([, { call }], index) => {
      for (let number = 0; !isKilled; number++) {
        await call(number).then(
          () => (acknowledged[index] = (acknowledged[index] ?? 0) + 1),
          () => undefined,
        );
      }
    });
    await vi.waitUntil(() => Math.min(...acknowledged) > 3, { interval: 20, timeout: 500_000 });
    await setTimeout(100 * Math.random()); // in the middle of other calls each time
    await first.end("SIGKILL");
    isKilled = true;
    await Promise.all(callers);
    const database = await databaseFor(environment);
    contradictions = await findContradictions(database, join(folder, "contents"));
    await database.close();
    url = await start(environment).url;
  });

  test("a service that is killed leaves no contradictions in the database", () => {
    expect(contradictions).toEqual({});
  });

  test.each(Object.keys(loads))("a service that is killed %s", (title) => prepared[title]?.verify());
});

async function prepareUploads(service: TestedService): Promise<Load> {
  const { token } = await newPerson(service);
  const makeContent = (name: string): string => `${name} `.repeat(5_000);
  const acknowledged: string[] = [];
  const upload = async (path: string): Promise<void> => {
    await service.clientWith(token).with({ retry: false }).files.upload({ path }, makeContent(path));
    acknowledged.push(path);
  };
  return {
    call: (number) => Promise.all(["a", "b", "c"].map((name) => upload(`/${number}${name}.txt`))),
    async verify() {
      const { files } = service.clientWith(token);
      const listed: string[] = [];
      for await (const { path_display = "" } of files.listFolder({ path: "" }).items()) {
        listed.push(path_display);
      }
      expect(listed).toEqual(expect.arrayContaining(acknowledged));
      for (const path of listed) {
        expect(await (await files.download({ path })).text()).toBe(makeContent(path));
      }
    },
  };
}

async function preparePieces(service: TestedService): Promise<Load> {
  const { token } = await newPerson(service);
  const piece = "a".repeat(1000);
  const { session_id } = await service.clientWith(token).files.uploadSessionStart({}, piece);
  let offset = 1000;
  return {
    async call() {
      const client = service.clientWith(token).with({ retry: false });
      await client.files.uploadSessionAppend({ session_id, offset }, piece);
      offset += 1000;
    },
    async verify() {
      const { files } = service.clientWith(token);
      // A piece may have been stored whose acknowledgement did not arrive: then the session says where it is.
      const outcome = await files.uploadSessionAppend({ session_id, offset }, piece).outcome();
      offset += 1000;
      if (!outcome.ok) {
        expect(outcome.error).toMatchObject({ ".tag": "incorrect_offset", correct_offset: offset });
      }
      const cursor = { session_id, offset };
      const { size } = await files.uploadSessionFinish({ cursor, commit: { path: "/whole.txt" } }, "");
      expect(size).toBe(offset);
      expect(await (await files.download({ path: "/whole.txt" })).text()).toBe("a".repeat(offset));
    },
  };
}

async function prepareHalfPiece(service: TestedService, incoming: string): Promise<Load> {
  const { token, client } = await newPerson(service);
  const { session_id } = await client.files.uploadSessionStart({}, "one ");
  const before = (await readdir(incoming)).length;
  const halfSent = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode("tw")), // and no end
  });
  const appending = client.with({ retry: false }).files.uploadSessionAppend({ session_id, offset: 4 }, halfSent);
  const ended = expect(appending).rejects.toThrow(); // that the connection is lost, or before that, that it is silent
  await vi.waitUntil(async () => (await readdir(incoming)).length === before + 1, { timeout: 500_000 });
  return {
    call: () => setTimeout(10), // the piece is on its way all the time
    async verify() {
      await ended;
      const { files } = service.clientWith(token);
      await files.uploadSessionAppend({ session_id, offset: 4 }, "two");
      await files.uploadSessionFinish({ cursor: { session_id, offset: 7 }, commit: { path: "/whole.txt" } }, "");
      expect(await (await files.download({ path: "/whole.txt" })).text()).toBe("one two");
    },
  };
}

async function prepareJobs(service: TestedService): Promise<Load> {
  const { token, client } = await newPerson(service);
  const numbers = Array.from({ length: 10 }, (_, number) => number);
  for (const number of numbers) {
    await client.files.upload({ path: `/from/${number}.txt` }, "x");
  }
  const launched: { readonly job: number; readonly id: string }[] = [];
  return {
    async call(job) {
      const { files } = service.clientWith(token).with({ retry: false });
      const entries = numbers.map((number) => ({
        from_path: `/from/${number}.txt`,
        to_path: `/${job}/to/${number}.txt`,
      }));
      const launch = await files.copyBatch({ entries });
      if (launch[".tag"] === "async_job_id") {
        launched.push({ job, id: launch.async_job_id });
      }
    },
    async verify() {
      const { files } = service.clientWith(token);
      expect(launched.length).toBeGreaterThan(0);
      for (const { job, id } of launched) {
        const status = await files.copyBatchCheck({ async_job_id: id }).waitFor({ intervalMs: 50 });
        expect(status[".tag"]).toBe("complete");
        expect((await files.listFolder({ path: `/${job}/to` })).entries).toHaveLength(10);
      }
      // Also of jobs whose launch was not acknowledged there is all or nothing.
      for await (const folder of files.listFolder({ path: "" }).items()) {
        if (/^\/\d+$/.test(folder.path_lower ?? "")) {
          const { entries } = await files.listFolder({ path: `${folder.path_lower ?? ""}/to` });
          expect(entries).toHaveLength(10);
        }
      }
    },
  };
}

async function prepareMembers(service: TestedService): Promise<Load> {
  const { token } = await service.team([], { licenses: 100_000 });
  const added: string[] = [];
  return {
    async call() {
      const member_email = newEmail();
      const person = { member_email, member_given_name: "Eve", member_surname: "Keystone" };
      const client = service.clientWith(token).with({ retry: false });
      if ((await client.team.membersAdd({ new_members: [person] }))[".tag"] === "complete") {
        added.push(member_email);
      }
    },
    async verify() {
      const members: TeamMemberInfo[] = [];
      for await (const member of service.clientWith(token).team.membersList().items()) {
        members.push(member);
      }
      expect(members.map(({ profile }) => profile.email)).toEqual(expect.arrayContaining(added));
      const invited = (await service.controls.listMails()).map(({ recipient }) => recipient);
      const pending = members.filter(({ profile }) => profile.status[".tag"] === "invited");
      expect(invited.sort()).toEqual(pending.map(({ profile }) => profile.email).sort());
    },
  };
}
