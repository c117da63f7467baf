import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { connect, createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createClient as createControls } from "#controls";
import { createClient } from "cloud-storage-api";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { explainStart } from "../src/explain-start.js";
import { startService, type RunningService } from "../src/service.js";
import { readSettings, type Settings } from "../src/settings.js";
import { secretKey } from "./support/databases.js";
import { administratorUrl, runStatement } from "./support/postgres.js";
import { dataFolder, emptyFolder, startProcess, type ServiceProcess } from "./support/process.js";
import { freshData, newEmail, testedService } from "./support/service.js";

const { server } = inject("databases");

/** Starts the service in the process of the tests, until the test ends. Rejects with a message for its operator. */
async function startHere(environment: Readonly<Record<string, string>>): Promise<RunningService> {
  let settings: Settings | undefined;
  try {
    settings = readSettings({ LOG_LEVEL: "silent", PORT: "0", ...environment });
    const running = await startService(settings);
    onTestFinished(() => running.stop());
    return running;
  } catch (thrown) {
    throw new Error(explainStart(thrown, settings), { cause: thrown });
  }
}

describe("the process of the service", () => {
  /** A process for several tests, as starting one takes seconds. */
  let shared: ServiceProcess;
  beforeAll(async () => {
    const folder = mkdtempSync(join(inject("databases").temporary, "start-"));
    shared = startProcess(await freshData(server, folder), (kill) => void (killShared = kill));
  });
  let killShared: (() => Promise<void>) | undefined;
  afterAll(() => killShared?.());

  test("the process of the service keeps all data across restarts", async () => {
    const DATA_FOLDER = dataFolder();
    const first = startProcess({ DATA_FOLDER });
    const { controls } = createControls({ hosts: await first.url });
    const { team_id } = await controls.addTeam({ members: [{ email: newEmail() }] });
    const { key } = await controls.addApp({
      kind: "team",
      permissions: ["Team information"],
      redirect_uris: [],
    });
    const owner = { ".tag": "team_id", team_id } as const;
    const { access_token: accessToken } = await controls.issueToken({ app_key: key, owner });
    const before = await createClient({ hosts: await first.url, accessToken }).team.membersList();
    expect(await first.end("SIGTERM")).toBe(0);
    const second = await startHere({ DATA_FOLDER });
    const client = createClient({ hosts: second.url, accessToken });
    expect((await client.team.membersList()).members).toEqual(before.members);
    // A listing that was begun with the first service continues with the second.
    expect(await client.team.membersListContinue({ cursor: before.cursor })).toMatchObject({ members: [] });
  });

  test("the process of the service reports that it is healthy", async () => {
    const response = await fetch(`${await shared.url}/health`);
    expect([response.status, await response.json()]).toEqual([
      200,
      { status: "ok", service: "ok", database: "ok", contents: "ok" },
    ]);
  });

  test("the process of the service logs calls as JSON, without secret or personal data, and refused apps and forms with their address (OPS-20)", async () => {
    const url = await shared.url;
    const { controls } = createControls({ hosts: url });
    const email = newEmail();
    const { team_id } = await controls.addTeam({ members: [{ email }] });
    const { key } = await controls.addApp({ kind: "team", permissions: ["Team information"], redirect_uris: [] });
    const owner = { ".tag": "team_id", team_id } as const;
    const { access_token: accessToken } = await controls.issueToken({ app_key: key, owner });
    const client = createClient({ hosts: url, accessToken });
    await client.team.membersGetInfo({ members: [{ ".tag": "email", email }] });
    const guess = new URLSearchParams({ client_id: key, client_secret: "a guess", token: accessToken });
    const credentials = { Authorization: `Basic ${Buffer.from(`${key}:a guess`).toString("base64")}` };
    for (const [path, init] of [
      ["/oauth2/revoke", { method: "POST", body: guess }],
      ["/webhooks", { headers: credentials }],
      [`/invitations/${accessToken}`, { method: "POST", body: guess }],
    ] as const) {
      expect((await fetch(`${url}${path}`, init)).ok).toBe(false);
    }
    const logged = (prefix: string): Record<string, unknown>[] =>
      shared.log().filter(({ msg }) => String(msg).startsWith(prefix));
    await vi.waitFor(() => expect(logged("refused")).toHaveLength(3), 500_000);
    expect(logged("refused")).toMatchObject([
      { msg: "refused credentials of an app", subject: key, address: "127.0.0.1" },
      { msg: "refused credentials of an app", subject: key, address: "127.0.0.1" },
      { msg: "refused form", subject: "/invitations/*", address: "127.0.0.1" },
    ]);
    const [call] = logged("call");
    expect(call).toMatchObject({ route: "team/members/get_info", method: "POST", status: 200, by: { app: key } });
    expect(call?.["arg"]).toMatchObject({ members: [{ ".tag": "email" }] });
    const all = JSON.stringify(shared.log());
    expect(all).not.toContain(email);
    expect(all).not.toContain(accessToken);
    expect(all).not.toContain("a guess");
  });

  test("the service has no test controls by default", async () => {
    const { TEST_CONTROLS: _, ...environment } = await freshData(server, emptyFolder());
    const { url } = await startHere(environment);
    const { controls } = createControls({ hosts: url, retry: false });
    await expect(controls.clearFaults()).rejects.toMatchObject({ status: 404 });
  });

  test("the process of the service answers pending requests before it stops, and ends waiting ones", async () => {
    const service = startProcess({ DATA_FOLDER: dataFolder() });
    const url = await service.url;
    const tested = testedService(() => url);
    const { account_id } = await tested.controls.addAccount({ email: newEmail() });
    const { files } = tested.clientWith(await tested.userToken(account_id));
    const { cursor } = await files.listFolder({ path: "" });
    const waiting = files.listFolderLongpoll({ cursor, timeout: 300 });
    const uploads = Array.from({ length: 5 }, (_, number) =>
      files.upload({ path: `/${number}.txt` }, "x".repeat(100_000)).outcome(),
    );
    await expect(waiting.outcome()).resolves.toMatchObject({ value: { changes: true } });
    const again = files.listFolderLongpoll({ cursor: (await files.listFolder({ path: "" })).cursor, timeout: 300 });
    const answered = again.outcome();
    await Promise.all(uploads);
    await setTimeout(200); // so that the call is under way
    expect(await service.end("SIGTERM")).toBe(0);
    expect((await answered).ok).toBe(true);
    expect(service.log().at(-1)).toMatchObject({ msg: "stopped" });
  });

  test("the process of the service stops waiting for a client that has disconnected", async () => {
    const url = await shared.url;
    const tested = testedService(() => url);
    const { account_id } = await tested.controls.addAccount({ email: newEmail() });
    const { files } = tested.clientWith(await tested.userToken(account_id));
    const { cursor } = await files.listFolder({ path: "" });
    const leaving = new AbortController();
    const waiting = files.listFolderLongpoll({ cursor, timeout: 300 }, { signal: leaving.signal });
    const ended = expect(waiting).rejects.toThrow();
    await setTimeout(200); // so that the call is under way
    const route = "files/list_folder/longpoll";
    expect(shared.log()).not.toContainEqual(expect.objectContaining({ route }));
    leaving.abort();
    await ended;
    await vi.waitFor(
      () => expect(shared.log()).toContainEqual(expect.objectContaining({ msg: "call", route })),
      500_000,
    );
  });

  test("the process of the service does not log a failure when a client disconnects in the middle of a form", async () => {
    const { hostname, port } = new URL(await shared.url);
    const before = shared.log().length;
    for (const path of ["/oauth2/token", "/oauth2/authorize"]) {
      for (const length of ["Content-Length: 100", "Transfer-Encoding: chunked"]) {
        const type = "Content-Type: application/x-www-form-urlencoded";
        const head = [`POST ${path} HTTP/1.1`, "Host: x", type, length, "Expect: 100-continue"].join("\r\n");
        const socket = connect(Number(port), hostname);
        socket.write(`${head}\r\n\r\n`);
        await once(socket, "data"); // it is ready for the form
        socket.destroy();
      }
    }
    expect((await fetch(new URL("/health", await shared.url))).status).toBe(200);
    // The last test of this process: when it has ended, all that it has to say is in its log.
    expect(await shared.end("SIGTERM")).toBe(0);
    const complaints = shared.log().slice(before);
    expect(complaints.filter(({ level }) => Number(level) > 30)).toEqual([]);
  });

  test("the process of the service locks its folder until it ends, even if it is killed", async () => {
    const DATA_FOLDER = dataFolder();
    const first = startProcess({ DATA_FOLDER });
    await first.url;
    await expect(startHere({ DATA_FOLDER })).rejects.toThrow(
      new RegExp(`The service is already running at ${await first.url}\\. The process \\d+ uses the folder`),
    );
    await first.end("SIGKILL");
    expect((await startHere({ DATA_FOLDER })).url).toMatch(/^http/);
  });

  test("the process of the service reports why it cannot start", async () => {
    const DATA_FOLDER = dataFolder();
    const taken = createServer();
    await new Promise<void>((done) => taken.listen(0, "127.0.0.1", done));
    const PORT = String((taken.address() as AddressInfo).port);
    for (const [environment, problem] of [
      [{ PORT: "many" }, 'PORT must be an integer from 0 to 999999999, not "many"'],
      [{ TEST_CONTROLS: "yes" }, 'TEST_CONTROLS must be 1 or 0, not "yes"'],
      [{ PORT }, `Port ${PORT} is in use (EADDRINUSE). Stop the program that uses it`],
      [{ DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none", SECRET_KEY: secretKey }, "ECONNREFUSED"],
      [{ DATA_FOLDER: "/dev/null/data" }, "/dev/null/data"],
    ] as const) {
      await expect(startHere({ DATA_FOLDER, ...environment })).rejects.toThrow(problem);
    }
    const service = startProcess({ DATA_FOLDER, PORT });
    expect(await service.ended).toBe(1);
    expect(service.errors()).toMatch(/^The service cannot start: Port \d+ is in use/);
    taken.close();
  });

  test.skipIf(server === undefined)(
    "the process of the service ends where it cannot start all that it consists of",
    async () => {
      const environment = await freshData(server, emptyFolder());
      const { DATABASE_URL = "" } = environment;
      const role = `role_${randomUUID().replaceAll("-", "")}`;
      await runStatement(administratorUrl(DATABASE_URL), `create role ${role} login in role service`);
      const url = new URL(DATABASE_URL);
      url.username = role;
      const limit = (connections: number): Promise<void> =>
        runStatement(administratorUrl(DATABASE_URL), `alter role ${role} connection limit ${connections}`);
      const limited = { ...environment, DATABASE_URL: url.href };
      await limit(1);
      await expect(startHere(limited)).rejects.toThrow("too many connections for role");
      await limit(2);
      const service = startProcess(limited);
      expect(await service.ended).toBe(1);
      expect(service.errors()).toMatch(/^The service cannot start: too many connections for role/);
    },
  );
});
