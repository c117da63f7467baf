import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createClientCore } from "../../../templates/runtime/client/core.js";
import { call } from "../../../templates/runtime/client/call.js";
import { upload as callUpload } from "../../../templates/runtime/client/upload.js";
import { memoryStore, type IdempotencyOptions } from "../../../templates/runtime/server/idempotency.js";
import type { ServerOptions } from "../../../templates/runtime/server/options.js";
import { rateLimited, routeError } from "../../../templates/runtime/server/refusal.js";
import { rpc, upload } from "../../../templates/runtime/server/server-route.js";
import { startCuttingProxy } from "../../support/cutting-proxy.js";
import { binding, copy, type Metadata } from "../rpc-samples.js";
import { sendJson, serve as serveScript } from "../client/scripted-server.js";
import { closeAfterEach, save, serve } from "./server-samples.js";

const keyed = { ...copy, idempotencyHeader: "Idempotency-Key" };
const keyedUpload = { ...save, idempotencyHeader: "Idempotency-Key" };
const arg = { from_path: "/a" };

closeAfterEach();

beforeEach(() => {
  vi.spyOn(Math, "random").mockReturnValue(0); // no pauses between attempts, and no dots
});
afterEach(() => {
  vi.restoreAllMocks();
});

type Handle = (arg: { readonly from_path: string }) => Promise<Metadata>;

const count: { calls: number } = { calls: 0 };
const counting: Handle = () => Promise.resolve({ name: "a", size: ++count.calls });

/** A server of which each token is a caller, and its URL. */
async function served(
  handle: Handle = counting,
  idempotency: Partial<IdempotencyOptions<unknown>> = {},
  options: Partial<ServerOptions<unknown>> = {},
): Promise<string> {
  count.calls = 0;
  const routes = [
    rpc(keyed, handle),
    rpc({ ...copy, name: "files/move", path: "files/move" }, handle),
    upload(keyedUpload, async (_arg, content) => {
      await new Response(content).arrayBuffer();
      return { name: "a", size: ++count.calls };
    }),
  ];
  const { url } = await serve(routes, {
    authenticate: ({ token }) => token,
    idempotency: { store: memoryStore(), caller: (token) => String(token), ...idempotency },
    ...options,
  });
  return url;
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly isReplayed: boolean;
}

async function post(url: string, path: string, key: string | undefined, body: string, token = "t"): Promise<Answer> {
  const headers = {
    Authorization: `Bearer ${token}`,
    ...(path.includes("save")
      ? { "Service-API-Arg": JSON.stringify(arg), "Content-Type": "application/octet-stream" }
      : { "Content-Type": "application/json" }),
    ...(key !== undefined && { "Idempotency-Key": key }),
  };
  const response = await fetch(url + path, { method: "POST", headers, body });
  const isReplayed = response.headers.get("idempotent-replayed") === "true";
  return { status: response.status, body: await response.text(), isReplayed };
}

const postCopy = (url: string, key: string | undefined, path = "/a", token = "t"): Promise<Answer> =>
  post(url, "files/copy_v2", key, JSON.stringify({ from_path: path }), token);

describe("a client", () => {
  /** A service that loses a connection, fails with 500, and then answers; with the keys that it has got. */
  async function unreliable() {
    const { url, arrived } = await serveScript((_request, response, index) => {
      if (index % 3 === 0) {
        response.destroy();
      } else {
        sendJson(response, index % 3 === 1 ? 500 : 200, { name: "a", size: 1 });
      }
    });
    const core = createClientCore(binding, { hosts: url, accessToken: "t" });
    return { core, keys: () => arrived.map(({ headers }) => headers["idempotency-key"]) };
  }

  test("PROD-20: a client sends one key with all attempts of a call, and retries it as an idempotent one", async () => {
    const { core, keys } = await unreliable();
    await call(core, keyed, arg);
    await callUpload(core, keyedUpload, arg, "content");
    await call(core, keyed, arg, { idempotencyKey: "mine" });
    const [first, , , second] = keys();
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(second).not.toBe(first);
    expect(keys()).toEqual([first, first, first, second, second, second, "mine", "mine", "mine"]);
  });

  test("PROD-20: a client refuses a key for a route without keys, and where it would cause a preflight request", async () => {
    const { core, keys } = await unreliable();
    await expect(call(core, copy, arg, { idempotencyKey: "k" })).rejects.toThrow(
      new TypeError("files/copy_v2 has no idempotency keys"),
    );
    await expect(call(core, copy, arg)).rejects.toMatchObject({ name: "NetworkError" });
    const inBrowsers = createClientCore(binding, { hosts: "http://a", accessToken: "t", avoidPreflight: true });
    await expect(call(inBrowsers, keyed, arg, { idempotencyKey: "k" })).rejects.toThrow(
      new TypeError("files/copy_v2 has no idempotency keys with avoidPreflight"),
    );
    expect(keys()).toEqual([undefined]);
  });
});

test("PROD-20: a platform without random UUIDs sends no key, and does not repeat the call", async () => {
  const { url, arrived } = await serveScript((_request, response) => response.destroy());
  vi.stubGlobal("crypto", undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  const core = createClientCore(binding, { hosts: url, accessToken: "t" });
  await expect(call(core, keyed, arg)).rejects.toMatchObject({ name: "NetworkError" });
  expect(arrived.map(({ headers }) => headers["idempotency-key"])).toEqual([undefined]);
});

describe("a server", () => {
  test("PROD-21: a server performs calls with the same key once, and sends the same reply again", async () => {
    const url = await served();
    const first = await postCopy(url, "k");
    expect(first).toEqual({ status: 200, body: '{"name":"a","size":1}', isReplayed: false });
    expect(await postCopy(url, "k")).toEqual({ ...first, isReplayed: true });
    expect(await postCopy(url, '"k"')).toEqual({ ...first, isReplayed: true });
    expect((await postCopy(url, "k2")).body).toContain('"size":2');
    expect((await postCopy(url, "k", "/a", "other")).body).toContain('"size":3');
    expect((await postCopy(url, undefined)).body).toContain('"size":4');
    // This route has no keys.
    const other = [await post(url, "files/move", "k", "{}"), await post(url, "files/move", "k", '{"from_path":"/a"}')];
    expect(other.map(({ status, isReplayed }) => [status, isReplayed])).toEqual([
      [400, false],
      [200, false],
    ]);
  });

  test("PROD-21: a server refuses a key that was used with another argument, and what cannot be a key", async () => {
    const url = await served();
    await postCopy(url, "k");
    const answers = [await postCopy(url, "k", "/b"), await postCopy(url, '""'), await postCopy(url, "k".repeat(256))];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(answers.map(({ body }) => body.replace(/^[^:]*: /, ""))).toEqual([
      "the idempotency key was used with another argument",
      "header Idempotency-Key: expected 1 to 255 characters, found 0",
      "header Idempotency-Key: expected 1 to 255 characters, found 256",
    ]);
    expect(count.calls).toBe(1);
  });

  test("PROD-21: a server stores errors of the route, with their paths for logs, and no other errors", async () => {
    const outcomes: unknown[] = [];
    const failures = [routeError(copy, { ".tag": "other" }), rateLimited(1), new Error("no database")];
    const fail = (): Promise<never> => Promise.reject(failures[count.calls++] ?? new Error("too many"));
    const url = await served(fail, {}, { onReply: ({ status, errorPath }) => outcomes.push([status, errorPath]) });
    const first = await postCopy(url, "a");
    expect(await postCopy(url, "a")).toEqual({ ...first, isReplayed: true });
    expect(first.body).toContain('"error":{".tag":"other"}');
    expect((await postCopy(url, "b")).status).toBe(429);
    expect((await postCopy(url, "b")).status).toBe(500);
    expect(count.calls).toBe(3);
    expect(outcomes).toEqual([
      [409, "other"],
      [409, "other"],
      [429, undefined],
      [500, undefined],
    ]);
  });

  test("PROD-21: a server lets a call wait for another one with its key, and responds with 503 if that takes too long", async () => {
    let finish: (result: Metadata) => void = () => undefined;
    const slow: Handle = () => {
      count.calls++;
      return new Promise((resolve) => (finish = resolve));
    };
    const patient = await served(slow);
    const [one, two] = [postCopy(patient, "k"), postCopy(patient, "k")];
    await vi.waitUntil(() => count.calls > 0, { timeout: 500_000 });
    finish({ name: "a", size: 1 });
    expect((await Promise.all([one, two])).map(({ isReplayed }) => isReplayed).sort()).toEqual([false, true]);
    expect(count.calls).toBe(1);
    const impatient = await served(slow, { store: memoryStore({ waitMs: 0 }) });
    const first = postCopy(impatient, "k");
    await vi.waitUntil(() => count.calls > 0, { timeout: 500_000 });
    expect((await postCopy(impatient, "k")).status).toBe(503);
    finish({ name: "a", size: 1 });
    expect((await first).status).toBe(200);
  });

  test("PROD-21: a server lets a waiting call run if the other one fails", async () => {
    let fail: (error: Error) => void = () => undefined;
    const url = await served((given) =>
      count.calls === 0 ? new Promise((_, reject) => ((fail = reject), count.calls++)) : counting(given),
    );
    const first = postCopy(url, "k");
    await vi.waitUntil(() => count.calls > 0, { timeout: 500_000 });
    const second = postCopy(url, "k");
    fail(new Error("no database"));
    expect((await first).status).toBe(500);
    expect(await second).toMatchObject({ status: 200, isReplayed: false });
  });

  test("PROD-21: a server compares the content of uploads independently of its division into chunks", async () => {
    const url = await served();
    const content = "x".repeat(100_000);
    const first = await post(url, "files/save", "k", content);
    expect(first.status).toBe(200);
    const pieces = [content.slice(0, 1), content.slice(1, 70_000), content.slice(70_000)];
    const stream = new Blob(pieces).stream();
    const core = createClientCore(binding, { hosts: url.slice(0, -3), accessToken: "t" });
    const again = await callUpload(core, keyedUpload, arg, stream, { idempotencyKey: "k" });
    expect(again).toEqual({ name: "a", size: 1 });
    expect((await post(url, "files/save", "k", `${content.slice(1)}y`)).status).toBe(400);
    expect((await post(url, "files/save", "k", content)).isReplayed).toBe(true);
    expect(count.calls).toBe(1);
  });

  test("PROD-21: a server forgets replies after their time, and the oldest if there are too many", async () => {
    const short = await served(counting, { ttlMs: 0 });
    expect([(await postCopy(short, "k")).isReplayed, (await postCopy(short, "k")).isReplayed]).toEqual([false, false]);
    const small = await served(counting, { store: memoryStore({ maxEntries: 2 }) });
    for (const key of ["a", "b", "c"]) {
      await postCopy(small, key);
    }
    expect((await postCopy(small, "c")).isReplayed).toBe(true);
    expect((await postCopy(small, "a")).isReplayed).toBe(false);
  });
});

test("PROD-22: calls whose connections are cut after the effect have it once", async () => {
  const url = await served();
  const proxy = await startCuttingProxy([url], "idempotency-key");
  onTestFinished(() => proxy.close());
  const core = createClientCore(binding, { hosts: proxy.url, accessToken: "t" });
  const calls = Number(process.env["ASHLAR_CUT_CONNECTIONS"] ?? 20);
  const sizes = await Promise.all(Array.from({ length: calls }, async () => (await call(core, keyed, arg)).size));
  expect(proxy.cut()).toBe(calls);
  expect(count.calls).toBe(calls);
  expect(new Set(sizes).size).toBe(calls);
});
