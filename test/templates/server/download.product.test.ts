import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { describe, expect, test, vi } from "vitest";
import { contentResponse, toFetchHandler } from "../../../templates/runtime/server/fetch-handler.js";
import type { HandlerRequest } from "../../../templates/runtime/server/handler-request.js";
import { routeError } from "../../../templates/runtime/server/refusal.js";
import type { DownloadReply } from "../../../templates/runtime/server/served-content.js";
import type { Content, ContentReader } from "../../../templates/runtime/server/content.js";
import { download } from "../../../templates/runtime/server/server-route.js";
import { createServerCore } from "../../../templates/runtime/server/server.js";
import { binding, type CopyArg, type Metadata } from "../rpc-samples.js";
import { closeAfterEach, load, rawConnection, serve, statuses, until } from "./server-samples.js";

closeAfterEach();

type Reply = DownloadReply<Metadata>;

const bytes = new TextEncoder().encode("0123456789");
const result = { name: '/日本 é\u007f "x".txt', size: 10 };
const auth = { Authorization: "Bearer good" };
const arg = { "Service-API-Arg": '{"from_path":"/a"}' };

const serving = (reply: Partial<Reply>, options = {}): ReturnType<typeof serve> =>
  serve([download(load, () => Promise.resolve({ result, content: bytes, ...reply }))], options);

const get = (url: string, headers: Record<string, string> = {}, method = "POST"): Promise<Response> =>
  fetch(`${url}files/load`, { method, headers: { ...auth, ...arg, ...headers } });

/** Chunks that do not end where ranges do. */
function chunks(onCancel?: () => void): ReadableStream<Uint8Array> {
  const parts = ["012", "", "3456", "789"].map((text) => new TextEncoder().encode(text));
  return new ReadableStream(
    {
      pull(controller) {
        const part = parts.shift();
        return part === undefined ? controller.close() : controller.enqueue(part);
      },
      cancel: () => onCancel?.(),
    },
    { highWaterMark: 0 },
  );
}

const never = (): Promise<never> => new Promise(() => undefined);

async function* iterable(): AsyncGenerator<ArrayBuffer | ArrayBufferView | string> {
  yield await Promise.resolve("012");
  yield bytes.slice(3, 7).buffer;
  yield new DataView(bytes.buffer, 7, 3);
}

/** Reads some bytes, at most `most` at a time; calls back with each buffer, and when it is closed. */
function reader(
  from: Uint8Array,
  most = 3,
  { onRead, onClose }: { onRead?: (buffer: Uint8Array) => unknown; onClose?: () => void } = {},
): ContentReader {
  let at = 0;
  return {
    async readInto(buffer) {
      await onRead?.(buffer);
      const piece = from.subarray(at, at + Math.min(most, buffer.byteLength));
      buffer.set(piece);
      at += piece.byteLength;
      return piece.byteLength;
    },
    close() {
      onClose?.();
      return Promise.resolve();
    },
  };
}

const contents: [string, () => Partial<Reply>][] = [
  ["bytes", () => ({ content: bytes })],
  ["text", () => ({ content: "0123456789" })],
  ["a Blob", () => ({ content: new Blob(["0123", "456789"]) })],
  ["an ArrayBuffer", () => ({ content: bytes.slice().buffer })],
  ["a stream", () => ({ content: chunks(), size: 10 })],
  ["an async iterable", () => ({ content: iterable(), size: 10 })],
  ["a reader", () => ({ content: reader(bytes), size: 10 })],
  [
    "a function",
    () => ({ size: 10, content: (range) => bytes.subarray(range?.start, range === undefined ? 10 : range.end + 1) }),
  ],
];

describe.each(contents)("a download of %s", (_what, reply) => {
  test.each(["POST", "GET"])(
    "a download by %s has the content in the body and the result in a header (B-006, B-008, HTTP-5)",
    async (method) => {
      const { url } = await serving(reply());
      const response = await get(url, {}, method);
      expect(response.status).toBe(200);
      expect(await response.text()).toBe("0123456789");
      const header = response.headers.get("Service-API-Result") ?? "";
      expect(header).toMatch(/^[\x20-\x7e]+$/); // B-011
      expect(JSON.parse(header)).toEqual(result);
      expect(response.headers.get("content-length")).toBe("10");
      expect(response.headers.get("accept-ranges")).toBe("bytes");
      expect(response.headers.get("content-type")).toBe("application/octet-stream");
    },
  );

  test.each([
    ["bytes=2-5", "2345", "bytes 2-5/10"],
    ["bytes=0-0", "0", "bytes 0-0/10"],
    ["bytes=7-", "789", "bytes 7-9/10"],
    ["bytes=-3", "789", "bytes 7-9/10"],
    ["bytes=-99", "0123456789", "bytes 0-9/10"],
    ["bytes=9-999999999999999999999", "9", "bytes 9-9/10"],
  ])("a download answers the range %s with 206 (B-010)", async (Range, text, contentRange) => {
    const { url, errors } = await serving(reply());
    const response = await get(url, { Range });
    expect([response.status, response.headers.get("content-range")]).toEqual([206, contentRange]);
    expect(response.headers.get("content-length")).toBe(String(text.length));
    expect(await response.text()).toBe(text);
    expect(errors).toEqual([]);
  });

  test.each(["bytes=10-", "bytes=-0", "bytes=99-100"])("a download answers the range %s with 416", async (Range) => {
    const { url } = await serving(reply());
    const response = await get(url, { Range });
    expect([response.status, response.headers.get("content-range")]).toEqual([416, "bytes */10"]);
  });
});

test.each(["bytes=0-1,4-5", "bytes=5-2", "bytes=x", "bytes=-", "lines=1-2", "", "bytes=1-2-3"])(
  "the range %j of a download is ignored",
  async (Range) => {
    const { url } = await serving({});
    const response = await get(url, { Range });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("0123456789");
  },
);

test.each([
  ["text", { content: "" }],
  ["bytes", { content: new Uint8Array() }],
  ["a Blob", { content: new Blob([]) }],
  ["a function", { content: () => "", size: 0 }],
  ["a reader", { content: () => reader(new Uint8Array()), size: 0 }],
])("the content of a download may be empty: %s", async (_what, reply) => {
  const { url } = await serving(reply);
  const response = await get(url, { Range: "bytes=-3" });
  expect([response.status, await response.text()]).toEqual([200, ""]);
  expect((await get(url, { Range: "bytes=0-" })).status).toBe(416);
});

test("a result that is too long for a header is answered with a sentence, and its content is closed (B-006)", async () => {
  const cancelled = vi.fn();
  const open = (name: string): Promise<Reply> =>
    Promise.resolve({ result: { name, size: 1 }, content: chunks(cancelled) });
  const { url } = await serve([download(load, ({ from_path }) => open(from_path))]);
  const ask = (length: number): Promise<Response> =>
    get(url, { "Service-API-Arg": JSON.stringify({ from_path: "x".repeat(length) }) });
  const longest = 14_336 - JSON.stringify({ name: "", size: 1 }).length;
  const response = await ask(longest);
  expect([response.status, await response.text()]).toEqual([200, "0123456789"]);
  const refused = await ask(longest + 1);
  expect([refused.status, await refused.text()]).toEqual([
    400,
    'Error in call to API function "files/load": the result has 14337 bytes, and the header of a download can have 14336',
  ]);
  expect(cancelled).toHaveBeenCalledOnce();
});

test("content of unknown size has no ranges and no length", async () => {
  const { url } = await serving({ content: chunks() });
  const response = await get(url, { Range: "bytes=2-5" });
  expect([response.status, response.headers.get("content-length"), response.headers.get("accept-ranges")]).toEqual([
    200,
    null,
    null,
  ]);
  expect(await response.text()).toBe("0123456789");
});

describe("an entity tag (B-009, Q-04)", () => {
  test.each([
    ["v1", '"v1"'],
    ['"v1"', '"v1"'],
    ['W/"v1"', 'W/"v1"'],
  ])("the entity tag %s is sent as %s (B-009, Q-04)", async (etag, sent) => {
    const { url } = await serving({ etag });
    expect((await get(url)).headers.get("etag")).toBe(sent);
  });

  test.each(['"v1"', "*", '"v0", "v1"', 'W/"v1"', ' W/"x" ,"v1" '])(
    "If-None-Match: %s means 304 (B-009, Q-04)",
    async (ifNoneMatch) => {
      const cancelled = vi.fn();
      const { url } = await serving({ etag: "v1", content: chunks(cancelled) });
      for (const method of ["POST", "GET", "HEAD"]) {
        const response = await get(url, { "If-None-Match": ifNoneMatch, Range: "bytes=1-2" }, method).catch(String);
        if (typeof response !== "string" && method === "POST") {
          expect([response.status, response.headers.get("etag"), await response.text()]).toEqual([304, '"v1"', ""]);
        }
      }
      expect(cancelled).toHaveBeenCalledOnce();
    },
  );

  test.each([
    ["*", "v1", 200],
    ['"v0", "v1"', "v1", 200],
    ['"v2"', "v1", 412],
    ['W/"v1"', "v1", 412],
    ['W/"v1"', 'W/"v1"', 412],
    ['"v1"', undefined, 412],
  ])("an entity tag that is not in If-Match means 412: %j, with the tag %s", async (ifMatch, etag, status) => {
    const { url } = await serving({ etag });
    const response = await get(url, { "If-Match": ifMatch, "If-None-Match": '"v2"' });
    expect([response.status, response.headers.get("etag")]).toEqual([status, (await get(url)).headers.get("etag")]);
  });

  test.each(['"v2"', "v1", '"v1', "", '"V1"'])(
    "If-None-Match: %j means that the content is wanted",
    async (ifNoneMatch) => {
      const { url } = await serving({ etag: "v1" });
      expect((await get(url, { "If-None-Match": ifNoneMatch })).status).toBe(200);
    },
  );

  test.each([
    ['"v1"', "v1", 206],
    ['"v2"', "v1", 200],
    ['W/"v1"', "v1", 200],
    ['W/"v1"', 'W/"v1"', 200],
    ["Sun, 06 Nov 1994 08:49:37 GMT", "v1", 200],
  ])("If-Range: %s for content with the tag %s is answered with %i", async (ifRange, etag, status) => {
    const { url } = await serving({ etag });
    expect((await get(url, { "If-Range": ifRange, Range: "bytes=2-5" })).status).toBe(status);
  });

  test("an entity tag that no header can carry is a failure of the server", async () => {
    for (const etag of ['a"b', "a b", "é", "a\r\nX-Evil: 1", '"a\nb"']) {
      const { url, errors } = await serving({ etag });
      const response = await get(url);
      expect([response.status, response.headers.get("x-evil")]).toEqual([500, null]);
      expect(String(errors[0])).toContain("is not a valid entity tag");
    }
  });
});

test("HEAD of a download is like GET without a body, and a function for the content is not called", async () => {
  const content = vi.fn(() => bytes);
  const { url } = await serving({ content, size: 10, etag: "v1", contentType: "text/plain" });
  const response = await get(url, {}, "HEAD");
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-length": "10",
    "content-type": "text/plain",
    etag: '"v1"',
  });
  expect(content).not.toHaveBeenCalled();
});

test.each([
  { size: -1 },
  { size: 1.5 },
  { size: 11 },
  { contentType: "text/plain\r\nX-Evil: 1" },
  { contentType: "日" },
])("content with %j is a failure of the server and reaches nobody", async (reply) => {
  const { url, errors } = await serving(reply);
  const response = await get(url);
  expect([response.status, response.headers.get("x-evil")]).toEqual([500, null]);
  expect(errors).toHaveLength(1);
});

test("the argument and the credentials of a download may be in the URL (B-007, B-008, B-014)", async () => {
  const handle = vi.fn((_arg: CopyArg) => Promise.resolve({ result, content: bytes }));
  const { url } = await serve([download(load, handle)]);
  const query = new URLSearchParams({ arg: '{"from_path":"/日本 +%.txt"}', authorization: "Bearer good" });
  const response = await fetch(`${url}files/load?${query.toString()}&reject_cors_preflight=true`);
  expect(response.status).toBe(200);
  expect(handle).toHaveBeenCalledWith({ from_path: "/日本 +%.txt" }, "somebody", expect.anything());
});

test("a route error of a download is answered as for other routes", async () => {
  const { url } = await serve([download(load, () => Promise.reject(routeError(load, { ".tag": "other" })))]);
  const response = await get(url, {}, "GET");
  expect([response.status, await response.json()]).toMatchObject([409, { error: { ".tag": "other" } }]);
});

describe("a stream", () => {
  /** Content without end, and how much of it has been asked for. */
  function endless(): { content: ReadableStream<Uint8Array>; pulled: () => number; cancelled: () => boolean } {
    let pulled = 0;
    let isCancelled = false;
    const content = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulled++;
          controller.enqueue(new Uint8Array(65_536));
        },
        cancel: () => void (isCancelled = true),
      },
      { highWaterMark: 0 },
    );
    return { content, pulled: () => pulled, cancelled: () => isCancelled };
  }

  test("a stream is not read faster than the caller reads, and is cancelled when the caller goes away", async () => {
    const { content, pulled, cancelled } = endless();
    let signal: AbortSignal | undefined;
    const { port, errors } = await serve([
      download(load, (_arg, _context, request) => {
        signal = request.signal;
        return Promise.resolve({ result, content });
      }),
    ]);
    const { socket } = rawConnection(port);
    socket.pause();
    socket.write(
      'GET /2/files/load HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\nService-API-Arg: {"from_path":""}\r\n\r\n',
    );
    let before = -1;
    await vi.waitUntil(
      () => {
        const isStill = pulled() > 0 && pulled() === before; // the buffers of the system are full
        before = pulled();
        return isStill;
      },
      { interval: 200, timeout: 500_000 },
    );
    expect(pulled()).toBeLessThan(2_000);
    expect(signal?.aborted).toBe(false);
    socket.destroy();
    await until(() => cancelled() && signal?.aborted === true);
    expect(errors).toEqual([]);
  });

  test("a stream is cancelled if the caller has gone before there is any", async () => {
    const { content, pulled, cancelled } = endless();
    let isWorking = false;
    const { port, errors } = await serve([
      download(load, async (_arg, _context, { signal }) => {
        const gone = new Promise((resolve) => signal.addEventListener("abort", resolve));
        isWorking = true;
        await gone;
        return { result, content };
      }),
    ]);
    const { socket } = rawConnection(port);
    socket.write(
      'GET /2/files/load HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\nService-API-Arg: {"from_path":""}\r\n\r\n',
    );
    await until(() => isWorking);
    socket.destroy();
    await until(cancelled);
    expect(pulled()).toBeLessThan(2);
    expect(errors).toEqual([]);
  });

  test("a stream that waits for its source is cancelled when the caller goes away", async () => {
    const cancelled = vi.fn();
    let isWaiting = false;
    const pull = (): Promise<void> => new Promise(() => (isWaiting = true));
    const content = new ReadableStream<Uint8Array>({ pull, cancel: cancelled }, { highWaterMark: 0 });
    const { port, errors } = await serving({ content });
    const { socket } = rawConnection(port);
    socket.write(
      'GET /2/files/load HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\nService-API-Arg: {"from_path":""}\r\n\r\n',
    );
    await until(() => isWaiting);
    socket.destroy();
    await until(() => cancelled.mock.calls.length === 1);
    expect(errors).toEqual([]);
  });

  test.each([
    [
      "fails",
      () => new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error("disk")) }),
      "disk",
    ],
    ["ends too early", () => chunks(), "ended after 10 of 20 bytes"],
  ])("a stream that %s breaks the connection and is reported", async (_what, content, message) => {
    for (const size of [20, ...(message === "disk" ? [undefined] : [])]) {
      const { url, errors } = await serving({ content: content(), size });
      await expect(get(url).then((response) => response.text())).rejects.toThrow();
      expect(String(errors)).toContain(message);
    }
  });

  test("a stream is cancelled if the caller has gone before it, though nothing of it ever comes", async () => {
    const cancelled = vi.fn();
    const content = new ReadableStream<Uint8Array>(
      { pull: () => new Promise(() => undefined), cancel: cancelled },
      { highWaterMark: 0 },
    );
    let isWorking = false;
    const { port } = await serve([
      download(load, async (_arg, _context, { signal }) => {
        const gone = new Promise((resolve) => signal.addEventListener("abort", resolve));
        isWorking = true;
        await gone;
        return { result, content };
      }),
    ]);
    const { socket } = rawConnection(port);
    socket.write(
      'GET /2/files/load HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\nService-API-Arg: {"from_path":""}\r\n\r\n',
    );
    await until(() => isWorking);
    socket.destroy();
    await until(() => cancelled.mock.calls.length === 1);
  });

  test.each([
    ["a tag that is none", { etag: "a\nb" }],
    ["a size that is none", { size: -1 }],
    ["a type that no header can carry", { contentType: "text/plain\r\nX-Evil: 1" }],
    ["a result that does not fit its type", { result: {} as Metadata }],
  ])("a stream is cancelled if it comes with %s", async (_what, reply) => {
    const cancelled = vi.fn();
    const { url, errors } = await serving({ content: chunks(cancelled), ...reply });
    expect((await get(url)).status).toBe(500);
    expect(errors).toHaveLength(1);
    expect(cancelled).toHaveBeenCalledOnce();
  });

  test("a stream is cancelled if it comes when the time for the handler is over", async () => {
    const cancelled = vi.fn();
    const late = async (_arg: CopyArg, _context: unknown, { signal }: HandlerRequest): Promise<Reply> => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      return { result, content: chunks(cancelled) };
    };
    const { url } = await serve([download(load, late)], { handlerTimeoutMs: 20 });
    expect((await get(url)).status).toBe(503);
    await until(() => cancelled.mock.calls.length === 1);
  });

  test.each([
    ["HEAD", {}],
    ["POST", { "If-None-Match": "*" }],
    ["POST", { "If-Match": '"v2"' }],
    ["POST", { Range: "bytes=99999999-" }],
    ["POST", { Range: "bytes=0-0" }],
  ])("a stream that Node has opened is closed where %s with %j does not want it all", async (method, headers) => {
    const content = createReadStream(import.meta.filename);
    const { url } = await serving({ content, size: (await stat(import.meta.filename)).size });
    await (await get(url, headers, method)).text();
    await until(() => content.closed);
  });

  test("a stream that Node cannot open ends nothing where it is not wanted", async () => {
    let isClosed = false;
    const open = (): Promise<Reply> => {
      const content = createReadStream(`${import.meta.filename}.not`).on("close", () => (isClosed = true));
      return Promise.resolve({ result, content, size: 10 });
    };
    const { url } = await serve([download(load, open)]);
    expect((await get(url, {}, "HEAD")).status).toBe(200);
    await until(() => isClosed);
  });

  test("a stream that cannot be opened is answered with 500, and is not opened where it is not wanted", async () => {
    const open = vi.fn(() => Promise.reject(new Error("no such file")));
    const { url, errors } = await serving({ content: open, size: 10, etag: "v1" });
    const response = await get(url);
    expect(response.status).toBe(500);
    expect(await response.text()).toMatch(/^Internal server error \([\w-]+\)$/);
    for (const name of ["Accept-Ranges", "Content-Range", "ETag", "Service-API-Result"]) {
      expect(response.headers.get(name)).toBeNull();
    }
    expect((await get(url, { Range: "bytes=2-" })).status).toBe(500);
    expect(errors.map(String)).toEqual(["Error: no such file", "Error: no such file"]);
    expect((await get(url, {}, "HEAD")).status).toBe(200);
    expect((await get(url, { "If-None-Match": '"v1"' })).status).toBe(304);
    expect(open).toHaveBeenCalledTimes(2);
  });

  test("a stream that cannot be ended is no reason not to answer", async () => {
    const content = { [Symbol.asyncIterator]: () => ({ next: never, return: () => Promise.reject(new Error("x")) }) };
    const { url } = await serving({ content, etag: "v1" });
    expect((await get(url, { "If-None-Match": "*" })).status).toBe(304);
  });

  test("a stream that is longer than was said is cut there", async () => {
    const cancelled = vi.fn();
    const { url } = await serving({ content: chunks(cancelled), size: 5 });
    expect(await (await get(url)).text()).toBe("01234");
    expect(cancelled).toHaveBeenCalledOnce();
  });

  test("a stream of many chunks arrives whole", async () => {
    let left = 2_000;
    const content = new ReadableStream<Uint8Array>({
      pull: (controller) => (left-- > 0 ? controller.enqueue(new Uint8Array(10_000).fill(left)) : controller.close()),
    });
    const { url } = await serving({ content });
    expect((await (await get(url)).arrayBuffer()).byteLength).toBe(20_000_000);
  });
});

describe("on platforms with Request and Response", () => {
  const handler = (reply: Partial<Reply>): ((request: Request) => Promise<Response>) =>
    toFetchHandler(
      createServerCore(binding, [download(load, () => Promise.resolve({ result, content: bytes, ...reply }))], {
        authenticate: () => "x",
      }),
    );
  const request = (headers: Record<string, string> = {}, method = "GET"): Request =>
    new Request("http://a/2/files/load", { method, headers: { ...arg, ...headers } });

  test("a download on platforms with Request and Response is answered in the same way", async () => {
    const response = await handler({ content: chunks(), size: 10 })(request({ Range: "bytes=2-5" }));
    expect([response.status, await response.text()]).toEqual([206, "2345"]);
    expect((await handler({ etag: "v1" })(request({ "If-None-Match": "*" }))).status).toBe(304);
    const head = await handler({})(request({}, "HEAD"));
    expect([head.status, head.body, head.headers.get("content-length")]).toEqual([200, null, "10"]);
  });

  test("no content is read on platforms with Request and Response before somebody reads; cancelling reaches the source", async () => {
    const cancelled = vi.fn();
    const pull = vi.fn((controller: ReadableStreamDefaultController<Uint8Array>) => controller.enqueue(bytes));
    const content = new ReadableStream<Uint8Array>(
      { pull, cancel: cancelled },
      {
        highWaterMark: 0,
      },
    );
    const response = await handler({ content })(request());
    expect(pull).not.toHaveBeenCalled();
    await response.body?.cancel();
    expect(cancelled).toHaveBeenCalledOnce();
  });
});

describe("content that no route serves is answered like a download", () => {
  const request = (headers: Record<string, string> = {}, method = "GET"): Request =>
    new Request("http://a/links/1", { method, headers });
  const served = { content: () => chunks(), size: 10, etag: "v1", contentType: "text/plain" };

  test("content that no route serves is answered as a whole, with its headers and those that are given", async () => {
    const headers = { "Content-Disposition": "attachment" };
    const response = await contentResponse(request(), { ...served, content: bytes }, { headers });
    expect([response.status, await response.text()]).toEqual([200, "0123456789"]);
    expect(Object.fromEntries(response.headers)).toEqual({
      "accept-ranges": "bytes",
      "content-disposition": "attachment",
      "content-length": "10",
      "content-type": "text/plain",
      etag: '"v1"',
    });
  });

  test.each([
    [{ Range: "bytes=2-5" }, 206, "2345"],
    [{ Range: "bytes=-3" }, 206, "789"],
    [{ Range: "bytes=10-" }, 416, "The content ends at byte 10"],
    [{ "If-None-Match": '"v1"' }, 304, ""],
    [{ "If-None-Match": '"v2"' }, 200, "0123456789"],
  ])("content that no route serves is answered for %j with status %i (B-009, B-010)", async (headers, status, text) => {
    const content = (range?: { start: number; end: number }): Uint8Array =>
      bytes.subarray(range?.start ?? 0, (range?.end ?? 9) + 1);
    const response = await contentResponse(request(headers), { ...served, content });
    expect([response.status, await response.text()]).toEqual([status, text]);
  });

  test("content that no route serves is answered for HEAD without a body", async () => {
    const response = await contentResponse(request({}, "HEAD"), served);
    expect([response.status, response.body, response.headers.get("Content-Length")]).toEqual([200, null, "10"]);
  });

  test("errors on the way of content that no route serves are reported", async () => {
    const onError = vi.fn();
    const broken = await contentResponse(request(), { ...served, content: () => "short" }, { onError });
    await expect(broken.text()).rejects.toThrow();
    expect(String(onError.mock.calls)).toContain("The content ended after 5 of 10 bytes");
  });

  test("the error callback of content that no route serves may fail", async () => {
    const options = { onError: () => Promise.reject(new Error("no log")) };
    const broken = await contentResponse(request(), { ...served, content: () => "short" }, options);
    await expect(broken.text()).rejects.toThrow("The content ended after 5 of 10 bytes");
  });

  test.each([{ "Content-Disposition": 'attachment; filename="日本"' }, { "X-A": "b\r\nX-C: d" }, { "A b": "c" }])(
    "content that no route serves is not opened for headers that cannot be sent: %j",
    async (headers: Record<string, string>) => {
      const cancelled = vi.fn();
      await expect(
        contentResponse(request(), { ...served, content: chunks(cancelled) }, { headers }),
      ).rejects.toThrow();
      await until(() => cancelled.mock.calls.length === 1);
    },
  );
});

describe("a reader", () => {
  const large = Uint8Array.from({ length: 1_000_000 }, (_, index) => (index * 7) % 251);

  test("a reader is given the same buffer again when its bytes have been sent", async () => {
    const pieces = large.subarray(0, 8 * 120 * 1024); // each fills a buffer, so that Node wants each to be sent first
    const buffers = new Set<ArrayBufferLike>();
    const content = reader(pieces, Infinity, { onRead: ({ buffer }) => buffers.add(buffer) });
    const { url } = await serving({ content });
    expect(Buffer.from(await (await get(url)).arrayBuffer()).equals(pieces)).toBe(true);
    expect(buffers.size).toBe(1);
  });

  test.each([1, 1_000])(
    "a reader is given other buffers as long as Node may hold the bytes: %i at a time",
    async (most) => {
      const some = large.subarray(0, most * 500);
      const { url } = await serving({ content: reader(some, most), size: some.byteLength });
      expect(Buffer.from(await (await get(url)).arrayBuffer()).equals(some)).toBe(true);
    },
  );

  test("a reader is given other buffers where the platform takes a stream", async () => {
    const given = { content: reader(bytes, 5), size: 10 };
    const response = await contentResponse(new Request("http://a/"), given);
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
    }
    expect(Buffer.concat(chunks).toString()).toBe("0123456789");
  });

  test("a reader is closed once at its end, also if that comes too early", async () => {
    for (const size of [undefined, 10, 11]) {
      const closed = vi.fn();
      const { url } = await serving({ content: reader(bytes, 3, { onClose: closed }), size });
      const text = get(url).then((response) => response.text());
      await (size === 11 ? expect(text).rejects.toThrow() : expect(text).resolves.toBe("0123456789"));
      await until(() => closed.mock.calls.length > 0);
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(closed).toHaveBeenCalledOnce();
    }
  });

  test("a reader is closed only after a pending read if the caller goes away", async () => {
    let goOn: () => void = () => undefined;
    const onRead = vi.fn(() => new Promise<void>((resolve) => (goOn = resolve)));
    const closed = vi.fn();
    const { port, errors } = await serving({ content: reader(bytes, 3, { onRead, onClose: closed }), size: 10 });
    const { socket } = rawConnection(port);
    socket.write(
      'GET /2/files/load HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\nService-API-Arg: {"from_path":""}\r\n\r\n',
    );
    await until(() => onRead.mock.calls.length === 1);
    socket.resetAndDestroy();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(closed).not.toHaveBeenCalled();
    goOn();
    await until(() => closed.mock.calls.length === 1);
    expect(errors).toEqual([]);
  });

  test("a reader is closed if it fails", async () => {
    const closed = vi.fn();
    const fail = (): never => {
      throw new Error("the disk fails");
    };
    const { url, errors } = await serving({ content: reader(bytes, 3, { onRead: fail, onClose: closed }), size: 10 });
    await expect(get(url).then((response) => response.text())).rejects.toThrow();
    await until(() => closed.mock.calls.length === 1);
    expect(String(errors)).toContain("the disk fails");
  });
});

describe("content is ended, whatever happens", () => {
  const call =
    'GET /2/files/load HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\nService-API-Arg: {"from_path":""}\r\n\r\n';

  /** An iterable that counts how often it was ended; ending it takes as long as `pause`. */
  function counted(
    pieces: readonly unknown[],
    pause: Promise<void> = Promise.resolve(),
  ): { content: AsyncIterable<Uint8Array>; ended: () => number } {
    let ended = 0;
    let at = 0;
    const iterator = {
      next: () => Promise.resolve({ done: at >= pieces.length, value: pieces[at++] as Uint8Array }),
      return: async () => {
        ended++;
        await pause;
        return { done: true as const, value: undefined };
      },
    };
    return { content: { [Symbol.asyncIterator]: () => iterator }, ended: () => ended };
  }

  test("content is ended if the connection breaks while others are before it", async () => {
    let [begun, ended, aborted] = [0, 0, 0];
    async function* content(): AsyncGenerator<Uint8Array> {
      begun++;
      try {
        for (;;) {
          yield await Promise.resolve(new Uint8Array(65_536));
        }
      } finally {
        ended++;
      }
    }
    const { port, errors } = await serve([
      download(load, (_arg, _context, { signal }) => {
        signal.addEventListener("abort", () => aborted++);
        return Promise.resolve({ result, content: content() });
      }),
    ]);
    const { socket } = rawConnection(port);
    socket.pause();
    socket.write(call.repeat(20));
    await until(() => begun === 20);
    socket.resetAndDestroy();
    await until(() => ended === 20 && aborted === 20);
    expect(errors).toEqual([]);
  });

  test.each([
    ["is no bytes", ["one", 2]],
    ["is nothing", [new Uint8Array(3), undefined, new Uint8Array(3)]],
  ])("content is ended if a chunk %s, which breaks the connection", async (_what, pieces) => {
    for (const size of [6, undefined]) {
      const { content, ended } = counted(pieces);
      const { url, errors } = await serving({ content, size });
      await expect(get(url).then((response) => response.text())).rejects.toThrow();
      await until(() => ended() === 1);
      expect(String(errors)).toContain("Chunk 1 of the content must be bytes or a string, not ");
    }
  });

  test.each([undefined, 5, ["a"], {}])(
    "content is ended though %j is no content, for which the reply is a 500",
    async (content) => {
      const { url, errors } = await serving({ content: content as never, size: 10 });
      expect((await get(url)).status).toBe(500);
      expect(String(errors)).toContain(
        "The content must be bytes, a string, a Blob, a stream or a ContentReader, not ",
      );
    },
  );

  test("content is ended only once, though the caller goes away while it ends", async () => {
    let goOn: () => void = () => undefined;
    const { content, ended } = counted([bytes], new Promise((resolve) => (goOn = resolve)));
    const { port } = await serving({ content, size: 10 });
    const { socket, received } = rawConnection(port);
    socket.write(call);
    await until(() => received().endsWith("0123456789"));
    socket.destroy();
    await until(() => ended() > 0);
    goOn();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(ended()).toBe(1);
  });

  test("the end of content is not waited for", async () => {
    const never = new Promise<void>(() => undefined);
    const handler = (content: Content): ReturnType<typeof toFetchHandler> =>
      toFetchHandler(
        createServerCore(binding, [download(load, () => Promise.resolve({ result, content, size: 10, etag: "v1" }))], {
          authenticate: () => "x",
        }),
      );
    const request = (headers: Record<string, string>, method = "GET"): Request =>
      new Request("http://a/2/files/load", { method, headers: { ...arg, ...headers } });
    const whole = await handler(counted([bytes], never).content)(request({}));
    expect(await whole.text()).toBe("0123456789");
    for (const [headers, method, status] of [
      [{}, "HEAD", 200],
      [{ "If-None-Match": "*" }, "GET", 304],
      [{ Range: "bytes=10-" }, "GET", 416],
    ] as const) {
      const { content, ended } = counted([bytes], never);
      expect((await handler(content)(request(headers, method))).status).toBe(status);
      expect(ended()).toBe(1);
    }
  });

  test("content is ended if it is a file that is not there, which ends no process before anybody reads", async () => {
    const handler = toFetchHandler(
      createServerCore(
        binding,
        [download(load, () => Promise.resolve({ result, content: createReadStream("/none/such"), size: 10 }))],
        { authenticate: () => "x", onError: () => undefined },
      ),
    );
    const [read, unread] = await Promise.all(
      [1, 2].map(() => handler(new Request("http://a/2/files/load", { headers: arg }))),
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    await expect(read?.text()).rejects.toThrow("ENOENT");
    await unread?.body?.cancel();
  });
});

test("pipelined downloads are answered in their order", async () => {
  const { port } = await serving({});
  const { socket, received } = rawConnection(port);
  const one = `GET /2/files/load?arg=%7B%22from_path%22%3A%22%22%7D HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\n\r\n`;
  socket.write(one.repeat(3));
  await until(() => statuses(received()).length === 3 && received().endsWith("0123456789"));
  expect(statuses(received())).toEqual(["200", "200", "200"]);
});
