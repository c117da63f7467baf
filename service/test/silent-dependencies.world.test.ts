import { join } from "node:path";
import sql from "sql-template-tag";
import { describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { startService } from "../src/service.js";
import { readSettings } from "../src/settings.js";
import { startBuckets } from "./support/buckets.js";
import { secretKey } from "./support/databases.js";
import { faultyProxy } from "./support/faulty-proxy.js";
import { newPerson, read, save } from "./support/files.js";
import { runStatement, startPostgres } from "./support/postgres.js";
import { emptyFolder } from "./support/process.js";
import { databaseFor, freshData, testedService, type TestedService } from "./support/service.js";

const { server } = inject("databases");

async function start(environment: Readonly<Record<string, string>>): Promise<TestedService> {
  const running = await startService(readSettings({ LOG_LEVEL: "silent", ...environment }));
  onTestFinished(() => running.stop());
  return testedService(() => running.url);
}

/** The status of a call, and whether the caller is told to try again. */
async function outcome(call: Promise<Response>): Promise<unknown> {
  const { status, headers } = await call;
  return [status, headers.get("retry-after")];
}

describe.skipIf(server === undefined)("a PostgreSQL server that is frozen", () => {
  test("a PostgreSQL server that is frozen costs calls a 503 before anything is committed, and probes answer meanwhile (OPS-30, OPS-31)", async () => {
    const postgres = await startPostgres(join(emptyFolder(), "postgres"), ["fsync=off"]);
    onTestFinished(() => postgres?.stop());
    await runStatement(`${postgres?.url ?? ""}postgres`, "create database files");
    const DATABASE_URL = `${postgres?.url ?? ""}files`;
    // Longer than a probe waits, so that the probe gives up first even if it has to open a connection.
    const common = { PORT: "0", TEST_CONTROLS: "1", DB_TIMEOUT: "2000" };
    const service = await start({ ...common, DATABASE_URL, SECRET_KEY: secretKey, DATA_FOLDER: emptyFolder() });
    const { token, client } = await newPerson(service);
    const { cursor } = await client.files.listFolder({ path: "" });
    await client.files.createFolder({ path: "/before" });
    const poll = (): Promise<Response> =>
      fetch(`${service.url}/2/files/list_folder/longpoll`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ cursor }),
      });
    expect(await outcome(poll())).toEqual([200, null]);
    postgres?.freeze();
    onTestFinished(() => postgres?.thaw());
    const health = await fetch(`${service.url}/health/ready`);
    expect([health.status, await health.json()]).toEqual([
      503,
      { status: "unavailable", service: "ok", database: "does not answer", contents: "ok" },
    ]);
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
    const calls = Array.from({ length: 30 }, (_, index) => [
      outcome(service.post("files/list_folder", token, { path: "" })),
      outcome(service.post("files/create_folder", token, { path: `/${index}` })),
      outcome(fetch(`${service.url}/oauth2/authorize?client_id=x`)),
      outcome(poll()),
    ]).flat();
    expect(new Set((await Promise.all(calls)).map(String))).toEqual(new Set(["503,1"]));
    postgres?.thaw();
    await vi.waitFor(async () => {
      expect(await outcome(service.post("files/list_folder", token, { path: "" }))).toEqual([200, null]);
      expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
    }, 500_000);
  });
});

test.skipIf(server === undefined)("a full disk of the database delays jobs, and fails none (OPS-43)", async () => {
  const environment = await freshData(server, emptyFolder());
  const service = await start(environment);
  const robin = await newPerson(service);
  await save(robin.client, "/kept.txt", "kept");
  const database = await databaseFor(environment);
  onTestFinished(() => database.close());
  await database.script(`
    create sequence attempt;
    create function fail_as_full() returns trigger language plpgsql as
      'begin perform nextval(''attempt''); raise exception ''no space left'' using errcode = ''disk_full''; end';
    create trigger full_disk before insert on item for each row execute function fail_as_full()`);
  const launched = await robin.client.files.copyBatch({ entries: [{ from_path: "/kept.txt", to_path: "/copy.txt" }] });
  await vi.waitFor(
    async () => expect(await database.first(sql`select last_value > 3 as often from attempt`)).toEqual({ often: true }),
    500_000,
  );
  await database.script("drop trigger full_disk on item");
  const id = launched[".tag"] === "async_job_id" ? launched.async_job_id : "";
  const status = await robin.client.files.copyBatchCheck({ async_job_id: id }).waitFor({ intervalMs: 100 });
  expect(status[".tag"]).toBe("complete");
  expect(await read(robin.client, "/copy.txt")).toBe("kept");
});

test("a bucket that is silent or fails costs uploads and downloads a 503, and the service is not ready (OPS-30, OPS-31)", async () => {
  const folder = emptyFolder();
  const buckets = await startBuckets(join(folder, "s3"), ["files"]);
  onTestFinished(() => buckets.close());
  const proxy = await faultyProxy(buckets.url);
  const service = await start({
    ...(await freshData(server, join(folder, "data"))),
    S3_BUCKET_URL: `${proxy.url}/files`,
    S3_ACCESS_KEY_ID: "S3RVER",
    S3_SECRET_ACCESS_KEY: "S3RVER",
    CONTENTS_TIMEOUT: "3000",
  });
  const robin = await newPerson(service);
  await save(robin.client, "/kept.txt", "kept");
  const headers = { Authorization: `Bearer ${robin.token}` };
  const upload = (): Promise<Response> =>
    fetch(`${service.url}/2/files/upload`, {
      method: "POST",
      headers: {
        ...headers,
        "Content-Type": "application/octet-stream",
        "Service-API-Arg": JSON.stringify({ path: "/new.txt" }),
      },
      body: "x".repeat(500_000),
    });
  const download = (): Promise<Response> =>
    fetch(`${service.url}/2/files/download`, {
      method: "POST",
      headers: { ...headers, "Service-API-Arg": JSON.stringify({ path: "/kept.txt" }) },
    });
  for (const status of [0, 500]) {
    proxy.fail({ path: "/files/", status });
    const [up, down] = await Promise.all([outcome(upload()), outcome(download())]);
    expect([status, up, down]).toEqual([status, [503, "1"], [503, "1"]]);
  }
  proxy.fail({ path: "/files/", status: 0 });
  const health = await fetch(`${service.url}/health/ready`);
  // Whichever ends first: the request to the bucket, or the time that the check has.
  const contents = expect.stringMatching(/^(?:failed|does not answer)$/) as unknown;
  expect([health.status, await health.json()]).toMatchObject([503, { database: "ok", contents }]);
  proxy.heal();
  await vi.waitFor(async () => expect((await fetch(`${service.url}/health/ready`)).status).toBe(200), 500_000);
  expect((await upload()).status).toBe(200);
  expect(await read(robin.client, "/kept.txt")).toBe("kept");
});
