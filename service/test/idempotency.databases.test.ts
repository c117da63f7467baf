import { createClient } from "cloud-storage-api";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { startCuttingProxy } from "../../test/support/cutting-proxy.js";
import { startService, type RunningService } from "../src/service.js";
import { readSettings } from "../src/settings.js";
import { databaseFor, freshData, testedService } from "./support/service.js";

/** How many connections are cut; a thousand is for runs by hand. */
const cuts = Number(process.env["ASHLAR_CUT_CONNECTIONS"] ?? 10);

describe("calls with idempotency keys", () => {
  const { server } = inject("databases");
  const running: RunningService[] = [];
  const service = testedService(() => running[0]?.url ?? "");
  let data: Record<string, string> = {};
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), "service-test-"));
    data = await freshData(server, folder);
    // Only a server has several processes; what they share is the database.
    for (let count = server === undefined ? 1 : 2; count > 0; count--) {
      running.push(await startService(readSettings({ LOG_LEVEL: "fatal", ...data })));
    }
    return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  afterAll(async () => {
    await Promise.all(running.map((each) => each.stop()));
  });

  /** The token of a user, and a call that adds another folder each time that it is performed. */
  async function user() {
    const { members } = await service.team([{}]);
    const token = await service.userToken(members[0]?.account_id ?? "");
    const names = async (): Promise<string[]> => {
      const items: string[] = [];
      for await (const { name } of service.clientWith(token).files.listFolder({ path: "" }).items()) {
        items.push(name);
      }
      return items;
    };
    const add = (key: string, path = "/New", url = service.url): Promise<Response> =>
      fetch(`${url}/2/files/create_folder`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", "Idempotency-Key": key },
        body: JSON.stringify({ path, autorename: true }),
      });
    return { token, names, add };
  }

  test("PROD-22: calls with idempotency keys have their effect once if the connection is cut after it, with two processes on a server", async () => {
    const { token, names } = await user();
    const proxy = await startCuttingProxy(
      running.map(({ url }) => url),
      "idempotency-key",
    );
    onTestFinished(() => proxy.close());
    const client = createClient({ hosts: proxy.url, accessToken: token, retry: { attempts: 1000, maxPauseMs: 10 } });
    const made: string[] = [];
    for (let at = 0; at < cuts; at += 10) {
      const some = Array.from({ length: Math.min(10, cuts - at) }, async () => {
        const { name } = await client.files.createFolder({ path: "/New", autorename: true });
        made.push(name);
      });
      await Promise.all(some);
    }
    expect(proxy.cut()).toBe(cuts);
    expect(new Set(made).size).toBe(cuts);
    expect((await names()).sort()).toEqual(made.sort());
  });

  test("PROD-22: calls with idempotency keys have their effect once if they come several times at once", async () => {
    const { names, add } = await user();
    const urls = Array.from({ length: 6 }, (_, index) => running[index % running.length]?.url);
    const replies = await Promise.all(urls.map((url) => add("k", "/New", url)));
    expect(new Set(await Promise.all(replies.map((reply) => reply.text()))).size).toBe(1);
    const replayed = replies.filter(({ headers }) => headers.get("idempotent-replayed") === "true");
    expect([replies.map(({ status }) => status), replayed.length]).toEqual([Array(6).fill(200), 5]);
    expect(await names()).toEqual(["New"]);
  });

  test("PROD-21: calls with idempotency keys belong to an account, replay errors of the route, and are refused with another argument", async () => {
    const [one, two] = [await user(), await user()];
    expect((await one.add("k")).status).toBe(200);
    expect((await two.add("k")).headers.get("idempotent-replayed")).toBeNull();
    const wrong = await one.add("k", "/Other");
    expect([wrong.status, await wrong.text()]).toEqual([
      400,
      expect.stringContaining("the idempotency key was used with another argument"),
    ]);
    const failed = await one.add("e", "//");
    const again = await one.add("e", "//");
    expect([failed.status, again.status, again.headers.get("idempotent-replayed")]).toEqual([409, 409, "true"]);
    expect(await one.names()).toEqual(["New"]);
  });

  test("PROD-21: a failed call with an idempotency key stores nothing and can be repeated", async () => {
    if (server === undefined) {
      return; // only a server lets others hold a lock
    }
    const { add, names } = await user();
    const impatient = await startService(readSettings({ LOG_LEVEL: "fatal", ...data, LOCK_TIMEOUT: "50" }));
    onTestFinished(() => impatient.stop());
    const database = await databaseFor(data);
    onTestFinished(() => database.close());
    await database.transaction(async (queries) => {
      await queries.run(sql`lock table item in exclusive mode`);
      await queries.run(sql`lock table namespace in exclusive mode`);
      expect((await add("k", "/New", impatient.url)).status).toBe(429);
    });
    const reply = await add("k");
    expect([reply.status, reply.headers.get("idempotent-replayed")]).toEqual([200, null]);
    expect(await names()).toEqual(["New"]);
  });
});
