import { getEventListeners } from "node:events";
import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, expectTypeOf, test, vi } from "vitest";
import { rangeHeader } from "../../../templates/runtime/client/byte-range.js";
import { createClientCore } from "../../../templates/runtime/client/core.js";
import type { ClientSettings, Progress } from "../../../templates/runtime/client/options.js";
import { download, downloadUrl, type Download, type NotModified } from "../../../templates/runtime/client/download.js";
import { NetworkError, ProtocolError, RouteError, TimeoutError } from "../../../templates/runtime/client/errors.js";
import { binding, copy, withAttributes, type Metadata } from "../rpc-samples.js";
import { sendJson, serve, type Arrived } from "./scripted-server.js";

const get = { ...withAttributes(copy, { style: "download", host: "content" }), path: "files/download" };
const arg = { from_path: "/日本" };
const result = { name: "日本", size: 5 };
const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);
const header = JSON.stringify(result).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`);

afterEach(() => {
  vi.restoreAllMocks();
});

async function from(
  answer: (request: Arrived, response: ServerResponse, index: number) => void,
  options: Partial<ClientSettings> = {},
) {
  const { url, arrived } = await serve(answer);
  return { core: createClientCore(binding, { hosts: url, accessToken: "t", ...options }), arrived };
}

function head(headers: Record<string, string | number> = {}) {
  return { "Content-Type": "application/octet-stream", "Service-API-Result": header, ...headers };
}

/** Serves the bytes as a service would, ranges included. */
function sendBytes({ headers }: Arrived, response: ServerResponse): void {
  const [, start = "", end = ""] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? "") ?? [];
  if (start === "") {
    response.writeHead(200, head({ ETag: '"v1"', "Content-Length": bytes.length }));
    response.end(bytes);
    return;
  }
  const last = end === "" ? bytes.length - 1 : Number(end);
  const range = `bytes ${start}-${last}/${bytes.length}`;
  response.writeHead(206, head({ ETag: '"v1"', "Content-Range": range, "Content-Length": last - Number(start) + 1 }));
  response.end(bytes.subarray(Number(start), last + 1));
}

describe("a download", () => {
  test("a download gives the result of the header and the bytes of the body (B-006, B-011)", async () => {
    const { core, arrived } = await from(sendBytes);
    const file = await download(core, get, arg);
    expectTypeOf(file).toEqualTypeOf<Download<Metadata>>();
    expect(file.result).toEqual(result);
    expect(file).toMatchObject({
      size: bytes.length,
      etag: '"v1"',
      contentType: "application/octet-stream",
      range: undefined,
    });
    expect(await file.bytes()).toEqual(bytes);
    expect(arrived[0]).toMatchObject({ method: "POST", body: Buffer.alloc(0) });
    expect(arrived[0]?.headers["service-api-arg"]).toBe('{"from_path":"/\\u65e5\\u672c"}');
    expect(arrived[0]?.headers).not.toHaveProperty("content-type");
  });

  test("a download gives text, a Blob and a stream as well", async () => {
    const { core } = await from((_request, response) => response.writeHead(200, head()).end("é😀"));
    expect(await (await download(core, get, arg)).text()).toBe("é😀");
    const blob = await (await download(core, get, arg)).blob();
    expect([blob.size, blob.type]).toEqual([6, "application/octet-stream"]);
    const { body } = await download(core, get, arg);
    const chunks: Uint8Array[] = [];
    for await (const chunk of body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
    }
    expect(Buffer.concat(chunks).toString()).toBe("é😀");
  });

  test("a download of nothing gives nothing", async () => {
    const { core } = await from((_request, response) => response.writeHead(200, head({ "Content-Length": 0 })).end());
    expect(await (await download(core, get, arg)).bytes()).toEqual(new Uint8Array());
  });

  test.each([
    [{ start: 2, end: 5 }, "bytes=2-5"],
    [{ start: 7 }, "bytes=7-"],
    [{ last: 3 }, "bytes=-3"],
  ])("a download asks for the range %j (B-010)", async (range, expected) => {
    const { core, arrived } = await from(sendBytes);
    const file = await download(core, get, arg, { range });
    await file.body.cancel();
    expect(arrived[0]?.headers.range).toBe(expected);
  });

  test("a download reports the range that it has received (B-010)", async () => {
    const { core } = await from(sendBytes);
    const file = await download(core, get, arg, { range: { start: 2, end: 5 } });
    expect(file.range).toEqual({ start: 2, end: 5, size: bytes.length });
    expect(file.size).toBe(4);
    expect(await file.bytes()).toEqual(bytes.slice(2, 6));
  });

  test.each([{ start: -1 }, { start: 1.5 }, { start: 5, end: 4 }, { last: 0 }, { start: NaN }])(
    "a download refuses the range %j, which no content has",
    (range) => {
      expect(() => rangeHeader(range)).toThrow(TypeError);
    },
  );

  test("a download that has not changed says so, and that is no error (B-009)", async () => {
    const { core, arrived } = await from(({ headers }, response) => {
      response.writeHead(headers["if-none-match"] === '"v1"' ? 304 : 200, head({ ETag: '"v1"' })).end();
    });
    const unchanged = await download(core, get, arg, { ifNoneMatch: '"v1"' });
    expectTypeOf(unchanged).toEqualTypeOf<Download<Metadata> | NotModified>();
    expect(unchanged).toEqual({ isNotModified: true, etag: '"v1"' });
    expect((await download(core, get, arg, { ifNoneMatch: '"v0"' })).isNotModified).toBe(false);
    expect(arrived[0]?.headers["if-none-match"]).toBe('"v1"');
  });

  test("a download that nobody asked 304 for fails with it (HTTP-15)", async () => {
    const { core } = await from((_request, response) => response.writeHead(304).end());
    await expect(download(core, get, arg)).rejects.toMatchObject({ name: "ProtocolError", status: 304 });
  });

  test("a download fails with the error of its route, and with a status 416", async () => {
    const { core } = await from((_request, response, index) =>
      index === 0
        ? sendJson(response, 409, { error_summary: "other/.", error: { ".tag": "other" } })
        : sendJson(response, 416, "no"),
    );
    await expect(download(core, get, arg)).rejects.toBeInstanceOf(RouteError);
    await expect(download(core, get, arg)).rejects.toMatchObject({ name: "ProtocolError", status: 416 });
  });

  test.each([undefined, "", "null", "{", '{"name":1}'])(
    "a download whose result is %j is an error of the protocol (HTTP-13)",
    async (json) => {
      const { core } = await from((_request, response) => {
        response.writeHead(200, json === undefined ? {} : { "Service-API-Result": json }).end("content");
      });
      await expect(download(core, get, arg)).rejects.toBeInstanceOf(ProtocolError);
    },
  );

  test("a download reports its progress", async () => {
    const { core } = await from(sendBytes);
    const seen: Progress[] = [];
    await (await download(core, get, arg, { onProgress: (progress) => seen.push(progress) })).bytes();
    expect(seen.at(-1)).toEqual({ loaded: bytes.length, total: bytes.length });
  });

  test("a download leaves no listener on the signal of the caller", async () => {
    const { signal } = new AbortController();
    const { core } = await from(sendBytes);
    await (await download(core, get, arg, { signal })).bytes();
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("a download with avoidPreflight has its argument in the URL, and no header of its own (B-014, B-017)", async () => {
    const { core, arrived } = await from(sendBytes, { avoidPreflight: true });
    await (await download(core, get, arg)).bytes();
    expect(JSON.parse(arrived[0]?.url.searchParams.get("arg") ?? "")).toEqual(arg);
    expect(arrived[0]?.url.searchParams.get("authorization")).toBe("Bearer t");
    expect(Object.keys(arrived[0]?.headers ?? {}).filter((name) => name.startsWith("service-api"))).toEqual([]);
    await expect(download(core, get, arg, { ifNoneMatch: '"v1"' })).rejects.toThrow(TypeError);
    await expect(download(core, get, arg, { range: { last: 3 } })).rejects.toThrow(TypeError);
    expect(arrived).toHaveLength(1);
  });

  test("a download has a URL for browsers that fetch it themselves (B-008)", async () => {
    const { core } = await from(sendBytes);
    const url = new URL(await downloadUrl(core, get, arg));
    expect(url.pathname).toBe("/2/files/download");
    expect(JSON.parse(url.searchParams.get("arg") ?? "")).toEqual(arg);
    expect(url.searchParams.get("authorization")).toBe("Bearer t");
  });
});

describe("a download whose connection is lost", () => {
  /** Serves so many bytes of each request before the connection breaks; then all. */
  function breaking(...pieces: readonly number[]) {
    return (request: Arrived, response: ServerResponse, index: number): void => {
      const piece = pieces[index];
      if (piece === undefined) {
        return sendBytes(request, response);
      }
      const start = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? "bytes=0-")?.[1]);
      const range = { "Content-Range": `bytes ${start}-${bytes.length - 1}/${bytes.length}` };
      const length = bytes.length - start;
      response.writeHead(
        start === 0 ? 200 : 206,
        head({ ETag: '"v1"', "Content-Length": length, ...(start === 0 ? {} : range) }),
      );
      response.write(bytes.subarray(start, start + piece), () => setTimeout(() => response.destroy(), 5));
    };
  }

  test("a download whose connection is lost continues where it stopped, if the service has still the same", async () => {
    const { core, arrived } = await from(breaking(100_000, 50_000, 50_000, 50_000));
    const seen: Progress[] = [];
    const file = await download(core, get, arg, { onProgress: (progress) => seen.push(progress) });
    expect(await file.bytes()).toEqual(bytes);
    expect(arrived.map(({ headers }) => [headers.range, headers["if-range"]])).toEqual([
      [undefined, undefined],
      ["bytes=100000-", '"v1"'],
      ["bytes=150000-", '"v1"'],
      ["bytes=200000-", '"v1"'],
      ["bytes=250000-", '"v1"'],
    ]);
    expect(seen.at(-1)).toEqual({ loaded: bytes.length, total: bytes.length });
  });

  describe("on a platform that does not compare the content with its length", () => {
    /** A client that gets these bytes of 300,000, and an error after them if there is one. */
    function receiving(received: Uint8Array, error?: Error) {
      const content = (): ReadableStream<Uint8Array> =>
        new ReadableStream({
          start: (stream) => stream.enqueue(received),
          pull: (stream) => (error === undefined ? stream.close() : stream.error(error)),
        });
      const headers = head({ "Content-Length": String(bytes.length) }) as Record<string, string>;
      const fetch = vi.fn(() => Promise.resolve(new Response(content(), { headers })));
      return createClientCore(binding, { hosts: "http://127.0.0.1:1", accessToken: "t", fetch });
    }

    test("a download whose connection is lost fails if it ends too early where the platform does not compare its length", async () => {
      const file = await download(receiving(bytes.subarray(0, 1_000)), get, arg);
      await expect(file.bytes()).rejects.toThrow("the content ended after 1000 of 300000 bytes");
    });

    test("a download whose connection is lost is complete if only its end was lost", async () => {
      const file = await download(receiving(bytes, new Error("reset")), get, arg);
      expect(await file.bytes()).toEqual(bytes);
    });
  });

  test("a download whose connection is lost of a range continues within it", async () => {
    const { core, arrived } = await from((request, response, index) => {
      if (index > 0) {
        return sendBytes(request, response);
      }
      response.writeHead(
        206,
        head({ ETag: '"v1"', "Content-Range": `bytes 1000-200000/${bytes.length}`, "Content-Length": 199_001 }),
      );
      response.write(bytes.subarray(1_000, 51_000), () => setTimeout(() => response.destroy(), 5));
    });
    const file = await download(core, get, arg, { range: { start: 1_000, end: 200_000 } });
    expect(await file.bytes()).toEqual(bytes.slice(1_000, 200_001));
    expect(arrived[1]?.headers.range).toBe("bytes=51000-200000");
  });

  test("a download whose connection is lost fails if the content has changed meanwhile", async () => {
    const { core } = await from((request, response, index) =>
      index === 0 ? breaking(1_000)(request, response, 0) : response.writeHead(200, head({ ETag: '"v2"' })).end(bytes),
    );
    const file = await download(core, get, arg);
    await expect(file.bytes()).rejects.toMatchObject({ name: "NetworkError" });
  });

  test("a download whose connection is lost fails if it does so again and again without a byte", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const { core, arrived } = await from(breaking(1_000, 0, 0, 0, 0));
    const file = await download(core, get, arg);
    await expect(file.bytes()).rejects.toBeInstanceOf(NetworkError);
    expect(arrived).toHaveLength(3);
  });

  test.each([
    ["without an ETag", {}, {}],
    ["where the caller wants no repetition", { ETag: '"v1"' }, { retry: false } as const],
  ])("a download whose connection is lost %s fails", async (_, headers, options) => {
    const { core, arrived } = await from((_request, response) => {
      response.writeHead(200, head({ ...headers, "Content-Length": bytes.length }));
      response.write(bytes.subarray(0, 1_000), () => setTimeout(() => response.destroy(), 5));
    });
    const file = await download(core, get, arg, options);
    await expect(file.bytes()).rejects.toMatchObject({
      name: "NetworkError",
      message: expect.stringContaining("incomplete response"),
      status: 200,
    });
    expect(arrived).toHaveLength(1);
  });

  test("a download whose connection is lost by an abort ends with its reason, read or not, and frees its connection", async () => {
    const closed = vi.fn();
    const { core } = await from((_request, response) => {
      response.on("close", closed);
      response.writeHead(200, head({ ETag: '"v1"', "Content-Length": bytes.length })).write(bytes.subarray(0, 1_000));
    });
    for (const isRead of [true, false]) {
      const controller = new AbortController();
      const file = await download(core, get, arg, { signal: controller.signal });
      const content = isRead ? file.bytes() : undefined;
      controller.abort(new Error("enough"));
      await expect(content ?? file.bytes()).rejects.toThrow(new Error("enough"));
    }
    await vi.waitUntil(() => closed.mock.calls.length === 2, { interval: 5, timeout: 500_000 });
  });

  test("a download whose connection is lost by falling silent ends after the time that the caller has set for that", async () => {
    const { core } = await from((_request, response) => {
      response.writeHead(200, head({ "Content-Length": bytes.length })).write(bytes.subarray(0, 1_000));
    });
    const file = await download(core, get, arg, { timeoutMs: { idleMs: 30 } });
    await expect(file.bytes()).rejects.toBeInstanceOf(TimeoutError);
  });

  test("a download whose connection is lost because nobody wants it frees its connection", async () => {
    const closed = vi.fn();
    const { core } = await from((_request, response) => {
      response.on("close", closed);
      response.writeHead(200, head({ ETag: '"v1"', "Content-Length": bytes.length })).write(bytes.subarray(0, 1_000));
    });
    await (await download(core, get, arg)).body.cancel();
    await vi.waitUntil(() => closed.mock.calls.length === 1, { interval: 5, timeout: 500_000 });
  });
});
