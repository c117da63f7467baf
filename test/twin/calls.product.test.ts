import { inspect } from "node:util";
import { beforeEach, describe, expect, test } from "vitest";
import { createClient, type Client } from "../../generated/src/index.js";
import * as files from "../../generated/src/files/index.js";
import * as team from "../../generated/src/team/index.js";
import { createTwin, TwinError } from "../../generated/src/testing/index.js";
import { routeError } from "../../generated/src/server/index.js";

const twin = createTwin();
let client: Client;

function clientOf({ fetch }: { fetch: typeof globalThis.fetch }): Client {
  return createClient({ accessToken: "secret-token", hosts: "http://twin", fetch, retry: false });
}

beforeEach(() => {
  twin.reset();
  client = clientOf(twin);
});

describe("TWIN-6: a result", () => {
  test("TWIN-7: a result has what the argument says", async () => {
    const uploaded = await client.files.upload(
      { path: "/a.txt", client_modified: "2001-02-03T04:05:06Z" },
      new Uint8Array(12_345),
    );
    expect(uploaded).toMatchObject({ client_modified: "2001-02-03T04:05:06Z", size: 12_345 });
    const without = clientOf(createTwin({ echo: false }));
    const other = await without.files.upload({ path: "/a.txt", client_modified: "2001-02-03T04:05:06Z" }, "x");
    expect(other).toMatchObject({ client_modified: expect.not.stringContaining("2001") as string });
  });

  test("TWIN-6: a result is that of an override, which may call what it replaces", async () => {
    twin.on(files.getMetadata, async ({ path }, next) => ({ ...(await next()), name: path.slice(1) }));
    await expect(client.files.getMetadata({ path: "/mine" })).resolves.toMatchObject({ name: "mine" });
    twin.on(files.getMetadata, () => {
      throw routeError(files.getMetadata, { ".tag": "path", path: "not_found" });
    });
    await expect(client.files.getMetadata({ path: "/mine" })).rejects.toMatchObject({ status: 409 });
  });

  test("TWIN-8: a result of an override that no client would accept is a failure of the test, with its place", async () => {
    twin.on(files.listFolder, () => ({ entries: [{ ".tag": "file" }], cursor: "c", has_more: false }) as never);
    await expect(twin.fetch(...request("files/list_folder", { path: "" }))).rejects.toThrow(
      /answer to files\/list_folder is wrong: entries\[0\]/,
    );
    expect(() => twin.verify()).toThrow(TwinError);
  });

  test("TWIN-8: a result of an override that throws is a failure of the test, which says which one and why", async () => {
    const mistake = new RangeError("no such shelf");
    twin.on(files.getMetadata, () => Promise.reject(mistake));
    const thrown: unknown = await client.files.getMetadata({ path: "/a" }).catch((error: unknown) => error);
    const text = "The override of files/get_metadata threw RangeError: no such shelf";
    expect(thrown).toMatchObject({ name: "NetworkError", message: `files/get_metadata: no response: ${text}` });
    expect(thrown).toMatchObject({ cause: { name: "TwinError", message: text, cause: mistake } });
    expect(() => twin.verify()).toThrow(text);
  });
});

function request(route: string, arg: unknown): [string, RequestInit] {
  const headers = { Authorization: "Bearer t", "Content-Type": "application/json" };
  return [`/2/${route}`, { method: "POST", headers, body: JSON.stringify(arg) }];
}

describe("TWIN-19: content", () => {
  test("TWIN-19: content of a download has the size that its result has, and is the same for the same argument", async () => {
    const download = async (path: string): Promise<Uint8Array> => {
      const { result, body } = await client.files.download({ path });
      const bytes = new Uint8Array(await new Response(body).arrayBuffer());
      expect(bytes.byteLength).toBe(result.size);
      return bytes;
    };
    expect(await download("/a")).toEqual(await download("/a"));
    expect(await download("/a")).not.toEqual(await download("/b"));
  });

  test("TWIN-19: content can be requested in part, and conditionally", async () => {
    const headers = { Authorization: "Bearer t", "Service-API-Arg": '{"path":"/a"}', Range: "bytes=2-5" };
    const whole = await twin.fetch("/2/files/download", { method: "POST", headers: { ...headers, Range: "" } });
    const part = await twin.fetch("/2/files/download", { method: "POST", headers });
    expect(part.status).toBe(206);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(new Uint8Array(await whole.arrayBuffer()).slice(2, 6));
    const again = { ...headers, "If-None-Match": whole.headers.get("ETag") ?? "" };
    expect((await twin.fetch("/2/files/download", { method: "POST", headers: again })).status).toBe(304);
  });
});

describe("TWIN-28: calls", () => {
  test("TWIN-28: calls are listed in order with their arguments, results and times", async () => {
    await client.files.getMetadata({ path: "/a" });
    twin.fail(files.getMetadata, "path/not_found");
    await client.files.getMetadata({ path: "/b" }).catch(() => undefined);
    await client.files.upload({ path: "/c" }, "four");
    expect(twin.calls(files.getMetadata).map(({ arg, errorPath }) => [arg.path, errorPath])).toEqual([
      ["/a", undefined],
      ["/b", "path/not_found"],
    ]);
    expect(
      twin.calls().map(({ route, status, contentLength, time }) => [route, status, contentLength, time.toISOString()]),
    ).toEqual([
      ["files/get_metadata", 200, undefined, "2020-01-01T00:00:00.000Z"],
      ["files/get_metadata", 409, undefined, "2020-01-01T00:00:01.000Z"],
      ["files/upload", 200, 4, "2020-01-01T00:00:02.000Z"],
    ]);
  });

  test("TWIN-28: calls have no credentials, and print without values that are redacted", async () => {
    await client.asMember("m1").files.getMetadata({ path: "/a" });
    const app = createClient({ appKey: "k", appSecret: "app-secret", hosts: "http://twin", fetch: twin.fetch });
    await app.auth.tokenFromOauth1({ oauth1_token: "old-token", oauth1_token_secret: "old-secret" });
    const [first, second] = twin.calls();
    expect([first?.selectUser, second?.arg]).toEqual([
      "m1",
      { oauth1_token: "old-token", oauth1_token_secret: "old-secret" },
    ]);
    for (const printed of [JSON.stringify(twin.calls()), inspect(twin.calls(), { depth: 9 })]) {
      expect(printed).toMatch(/\/a.*from_oauth1.*oauth1_token_secret.*\*{4}/s);
      expect(printed).not.toMatch(/secret-token|app-secret|old-token|old-secret/);
    }
  });

  test("TWIN-28: calls are listed as they were when the list was returned", async () => {
    const before = twin.calls();
    const count = before.length;
    await client.files.getMetadata({ path: "/a" });
    expect([before.length, twin.calls().length]).toEqual([count, count + 1]);
  });

  test("TWIN-28: calls that are refused are listed too", async () => {
    await twin.fetch(...request("files/get_metadata", { path: 1 }));
    expect(twin.calls()).toMatchObject([{ status: 400, arg: undefined, route: "files/get_metadata", version: 1 }]);
    await twin.fetch(...request("files/get_metadta", {}));
    expect(twin.calls()[1]).toMatchObject({ status: 404, route: undefined });
  });

  test("TWIN-28: calls are forgotten when the Twin is disposed", async () => {
    await client.files.getMetadata({ path: "/a" });
    const symbol: unknown = Reflect.get(Symbol, "dispose");
    if (typeof symbol === "symbol") {
      (Reflect.get(twin, symbol) as () => void)();
      expect(twin.calls()).toEqual([]);
    }
  });

  test("TWIN-28: calls are forgotten with all else", async () => {
    twin.fail(files.getMetadata, "path/not_found");
    twin.on(team.getInfo, () => Promise.reject(new Error("never")));
    twin.clock.set("2030-01-01T00:00:00Z");
    twin.reset();
    await client.files.getMetadata({ path: "/a" });
    await client.team.getInfo();
    expect(twin.calls()).toHaveLength(2);
    expect(twin.calls()[0]?.time.getUTCFullYear()).toBe(2020);
    twin.verify();
  });
});

test("TWIN-29: a strict Twin answers only what a test has said", async () => {
  const strict = createTwin({ strict: true });
  const api = clientOf(strict);
  await expect(api.files.getMetadata({ path: "/a" })).rejects.toMatchObject({ status: 501 });
  strict.on(files.getMetadata, (_, next) => next());
  await expect(api.files.getMetadata({ path: "/a" })).resolves.toBeDefined();
  expect(strict.calls().map(({ status }) => status)).toEqual([501, 200]);
});

test.each([
  [{ sed: 1 }, 'A Twin has no option "sed". Did you mean "seed"?'],
  [{ verbose: true }, 'A Twin has no option "verbose". Options are model, seed, items, polls, jobs,'],
  [{ items: -1 }, "The option items of a Twin must be an integer of at least 0, not -1"],
  [{ jobs: "later" }, 'The option jobs of a Twin must be "launched" or "immediate", not "later"'],
  [{ onCall: 1 }, "The option onCall of a Twin must be a function, not 1"],
  [7, "The options of a Twin are an object, such as { seed: 1 }"],
])("TWIN-35: the options %j are refused, with the reason", (options, message) => {
  expect(() => createTwin(options as never)).toThrow(message);
});

test("TWIN-30: plans that were not reached are a failure", async () => {
  twin.fail(files.getMetadata, "path/not_found", { times: 2 });
  expect(() => twin.verify()).toThrow("Planned but never reached: path/not_found of files/get_metadata.");
  await client.files.getMetadata({ path: "/a" }).catch(() => undefined);
  expect(() => twin.verify()).toThrow("Planned 2 times, reached once: path/not_found of files/get_metadata.");
});

test("TWIN-31: what is no route is answered with 404 and the nearest one", async () => {
  const response = await twin.fetch("/2/files/get_metdata", { method: "POST" });
  expect([response.status, await response.text()]).toEqual([
    404,
    'Unknown API function: "/2/files/get_metdata". Did you mean /2/files/get_metadata?',
  ]);
});

test("TWIN-10: the same calls of a Twin get the same answers", async () => {
  const transcript = async (seed: number): Promise<unknown> => {
    const one = createTwin({ seed });
    const api = clientOf(one);
    one.fail(files.getMetadata, "path/not_found", { times: 3 });
    one.plan({ route: "files/list_folder", status: 500, times: 1 });
    const texts: string[] = [];
    for (const call of [
      () => one.fetch(...request("files/get_metadata", { path: "/a" })),
      () => one.fetch(...request("files/get_metadata", { path: "/a" })),
      () => one.fetch(...request("files/get_metadata", { path: "/a" })),
      () => one.fetch(...request("files/list_folder", { path: "" })),
      () => one.fetch(...request("files/list_folder", { path: "" })),
      () => one.fetch(...request("files/copy_batch", { entries: [] })),
    ]) {
      const response = await call();
      texts.push(`${response.status} ${response.headers.get("X-Request-Id") ?? ""} ${await response.text()}`);
    }
    const { body } = await api.files.download({ path: "/a" });
    texts.push(Buffer.from(await new Response(body).arrayBuffer()).toString("hex"));
    return texts;
  };
  expect(await transcript(1)).toEqual(await transcript(1));
  expect(await transcript(1)).not.toEqual(await transcript(2));
});
