import { createClient as createControls } from "#controls";
import { createClient, type Client } from "cloud-storage-api";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startService, type RunningService } from "../src/service.js";
import { readSettings } from "../src/settings.js";
import { secretKey, template } from "./support/databases.js";
import { pathsIn, read, save } from "./support/files.js";
import { runStatement } from "./support/postgres.js";
import { newEmail } from "./support/service.js";

const { server = "" } = inject("databases");

describe.runIf(server !== "")("files, with two processes on one database and one folder", () => {
  let folder = "";
  const running: RunningService[] = [];
  const clients: Client[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "service-test-"));
    const database = `service_${randomUUID().replaceAll("-", "")}`;
    await runStatement(`${server}postgres`, `create database ${database} template ${template}`);
    const settings = readSettings({
      PORT: "0",
      TEST_CONTROLS: "1",
      LOG_LEVEL: "fatal",
      DATA_FOLDER: folder,
      DATABASE_URL: `${server}${database}`,
      SECRET_KEY: secretKey,
    });
    running.push(await startService(settings), await startService(settings));
    const { controls } = createControls({ hosts: running[0]?.url ?? "" });
    const { account_id } = await controls.addAccount({ email: newEmail() });
    const { key } = await controls.addApp({ permissions: [], redirect_uris: [] });
    const owner = { ".tag": "account_id", account_id } as const;
    const { access_token } = await controls.issueToken({ app_key: key, owner });
    clients.push(...running.map(({ url }) => createClient({ hosts: url, accessToken: access_token })));
  });
  afterAll(async () => {
    await Promise.all(running.map((service) => service.stop()));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const client = (process: 0 | 1): Client => clients[process] ?? createClient({ hosts: "" });

  test("files saved by one of two processes are returned by the other, and names are unique (B-114, B-264)", async () => {
    await save(client(0), "/a", "text");
    expect(await read(client(1), "/a")).toBe("text");
    const copies = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        client(index % 2 === 0 ? 0 : 1).files.copy({ from_path: "/a", to_path: "/b", autorename: true }),
      ),
    );
    expect(new Set(copies.map(({ name }) => name)).size).toBe(12);
    expect(await pathsIn(client(1))).toHaveLength(13);
  });

  test("an upload is started with one process and finished with another", async () => {
    const { session_id } = await client(0).files.uploadSessionStart({}, "one ");
    await client(1).files.uploadSessionAppend({ session_id, offset: 4 }, "two");
    await client(0).files.uploadSessionFinish({ cursor: { session_id, offset: 7 }, commit: { path: "/c" } }, "");
    expect(await read(client(1), "/c")).toBe("one two");
  });

  test("a call that waits at one process is notified of changes at another, and ends when its process stops", async () => {
    const { cursor } = await client(0).files.listFolder({ path: "" });
    const waiting = client(0).files.listFolderLongpoll({ cursor, timeout: 480 });
    await save(client(1), "/d");
    expect(await waiting).toMatchObject({ changes: true });
    const later = await client(0).files.listFolderContinue({ cursor });
    const waitingLonger = client(0).files.listFolderLongpoll({ cursor: later.cursor, timeout: 480 });
    // The call has arrived when another one, sent after it, has been answered.
    await client(0).files.listFolder({ path: "" });
    await running.shift()?.stop();
    expect(await waitingLonger).toMatchObject({ changes: false });
  });
});
