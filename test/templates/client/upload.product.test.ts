import { once } from "node:events";
import { createReadStream } from "node:fs";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createClientCore } from "../../../templates/runtime/client/core.js";
import type { Progress } from "../../../templates/runtime/client/options.js";
import { EncodeError } from "../../../templates/runtime/codecs/codec-error.js";
import { RateLimitError, RouteError } from "../../../templates/runtime/client/errors.js";
import { call } from "../../../templates/runtime/client/call.js";
import { upload, type UploadOptions } from "../../../templates/runtime/client/upload.js";
import type { UploadContent, UploadSource } from "../../../templates/runtime/client/upload-content.js";
import { binding, copy, revoke, withAttributes } from "../rpc-samples.js";
import { sendJson, serve } from "./scripted-server.js";

const put = { ...withAttributes(copy, { style: "upload", host: "content" }), path: "files/upload" };
const arg = { from_path: '/日本 é "x"\u007f.txt' };
const result = { name: "a.txt", size: 5 };
const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);

afterEach(() => {
  vi.restoreAllMocks();
});

async function accepting(statuses: readonly number[] = []) {
  const { url, arrived } = await serve((_request, response, index) =>
    sendJson(response, statuses[index] ?? 200, (statuses[index] ?? 200) === 200 ? result : {}),
  );
  const core = createClientCore(binding, { hosts: { api: "http://127.0.0.1:1", content: url }, accessToken: "t" });
  return { core, arrived };
}

function sharedCopy(content: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(content.length));
  shared.set(content);
  return shared;
}

const rest = new TextEncoder().encode("rest");

function streamOf(...chunks: readonly string[]): ReadableStream<string> {
  const left = [...chunks];
  return new ReadableStream({
    pull(controller) {
      const chunk = left.shift();
      if (chunk === undefined) {
        controller.close();
      } else {
        controller.enqueue(chunk);
      }
    },
  });
}

async function withoutHead<T>(stream: ReadableStream<T>): Promise<ReadableStream<T>> {
  const reader = stream.getReader();
  await reader.read();
  reader.releaseLock();
  return stream;
}

async function withoutNodeHead(): Promise<Readable> {
  const stream = Readable.from(["head", "rest"]);
  await once(stream, "readable");
  stream.read();
  return stream;
}

async function readToEnd<Content extends AsyncIterable<unknown>>(content: Content): Promise<Content> {
  for await (const chunk of content) {
    void chunk;
  }
  return content;
}

async function* buffersAndViews(content: Uint8Array): AsyncGenerator<ArrayBuffer | ArrayBufferView> {
  yield await Promise.resolve(content.slice(0, 100_000).buffer);
  yield new DataView(content.buffer, 100_000, 100_000);
  yield new Uint16Array(content.buffer, 200_000);
}

async function* inPieces(content: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += 70_000) {
    yield await Promise.resolve(content.subarray(at, at + 70_000));
  }
}

describe("an upload", () => {
  const contents: readonly [string, () => UploadContent, Uint8Array][] = [
    ["a typed array", () => bytes, bytes],
    ["a part of a buffer", () => bytes.subarray(10, 20), bytes.subarray(10, 20)],
    ["a part of shared memory", () => sharedCopy(bytes).subarray(10, 20), bytes.subarray(10, 20)],
    ["an ArrayBuffer", () => bytes.slice().buffer, bytes],
    ["a Blob", () => new Blob([bytes], { type: "image/png" }), bytes],
    ["a string", () => "é😀", new TextEncoder().encode("é😀")],
    ["nothing", () => new Uint8Array(), new Uint8Array()],
    ["a stream", () => new Blob([bytes]).stream(), bytes],
    ["an iterable", () => inPieces(bytes), bytes],
    ["a function", () => () => Promise.resolve(bytes), bytes],
    ["a Node stream of text", () => Readable.from(["é", "😀"]), new TextEncoder().encode("é😀")],
    ["a stream of text", () => streamOf("é", "😀"), new TextEncoder().encode("é😀")],
    ["an iterable of buffers and views", () => buffersAndViews(bytes), bytes],
    ["an empty stream", () => streamOf(), new Uint8Array()],
    ["an empty Node stream", () => Readable.from([]), new Uint8Array()],
    ["the rest of a stream whose head was read", () => async () => withoutHead(streamOf("head", "rest")), rest],
    ["the rest of a Node stream whose head was read", () => async () => withoutNodeHead(), rest],
    ["a Node stream that another listener also reads", () => Readable.from(["rest"]).on("data", () => undefined), rest],
  ];

  test.each(contents)("an upload sends %s unchanged (B-005, HTTP-6)", async (_, content, expected) => {
    const { core, arrived } = await accepting();
    expect(await upload(core, put, arg, content())).toEqual(result);
    expect(arrived[0]?.body.equals(expected)).toBe(true);
    expect(arrived[0]?.headers["content-type"]).toBe("application/octet-stream");
    expect(arrived[0]?.url.href).toMatch(/\/2\/files\/upload$/);
  });

  test.each<[unknown, string]>([
    [undefined, "undefined"],
    [null, "null"],
    [5, "5"],
    [{ onProgress: () => undefined }, "an object"],
    [["a"], "a list"],
    [() => ({}), "an object"],
  ])("an upload of %o is a TypeError, and nothing is sent", async (content, found) => {
    const { core, arrived } = await accepting();
    await expect(upload(core, put, arg, content as UploadContent)).rejects.toThrow(
      new TypeError(
        `The content must be bytes, a string, a Blob, a stream or a function that returns one, not ${found}`,
      ),
    );
    expect(arrived).toEqual([]);
  });

  test.each<[string, readonly unknown[], string]>([
    ["a number", ["a", 5], "Chunk 1 of the content must be bytes or a string, not 5"],
    ["a Blob", [new Blob(["a"])], "Chunk 0 of the content must be bytes or a string, not a Blob object"],
    ["half a character", ["\ud83d", "\ude00"], "Chunk 0 of the content begins or ends within a character"],
  ])(
    "an upload whose content has a chunk that is %s is a TypeError with its index, and nothing is stored",
    async (...row) => {
      const [, chunks, message] = row;
      const { core, arrived } = await accepting();
      const content = Readable.from(chunks) as AsyncIterable<Uint8Array>;
      await expect(upload(core, put, arg, content)).rejects.toThrow(TypeError);
      await expect(upload(core, put, arg, () => Readable.from(chunks))).rejects.toThrow(message);
      expect(arrived).toEqual([]);
    },
  );

  test("an upload of memory that was transferred to another thread is a TypeError, and nothing is sent", async () => {
    const { core, arrived } = await accepting();
    const content = new Uint8Array(5);
    structuredClone(content.buffer, { transfer: [content.buffer] });
    await expect(upload(core, put, arg, content)).rejects.toThrow(TypeError);
    expect(arrived).toEqual([]);
  });

  const spent: readonly [string, () => UploadContent | Promise<UploadContent>, string][] = [
    ["a stream that was read to its end", () => withoutHead(new Blob([]).stream()), "it has been read to its end"],
    ["a stream that is locked", () => lockedStream(), "it is locked"],
    ["a Node stream that was read to its end", () => readToEnd(Readable.from(["a"])), "it has been read to its end"],
    ["a Node stream that was destroyed", () => Readable.from(["a"]).destroy(), "it has been destroyed"],
    ["a Node stream that flows elsewhere", () => flowing(), "something else is reading it"],
    ["a generator that has ended", () => readToEnd(inPieces(bytes)), "it has been read to its end"],
  ];

  function lockedStream(): ReadableStream<Uint8Array> {
    const stream = new Blob(["a"]).stream();
    stream.getReader();
    return stream;
  }

  async function flowing(): Promise<Readable> {
    const stream = new PassThrough();
    stream.write("head");
    await once(stream.resume(), "data");
    return stream;
  }

  test.each(spent)("an upload of %s is a TypeError, and nothing is sent", async (_, open, reason) => {
    const { core, arrived } = await accepting();
    const content = await open();
    await expect(upload(core, put, arg, content)).rejects.toThrow(
      `The content is a stream or an iterator that cannot be uploaded: ${reason}`,
    );
    expect(arrived).toEqual([]);
  });

  test.each<[string, () => UploadSource]>([
    ["a stream", () => streamOf("content")],
    ["a Node stream", () => Readable.from(["content"])],
    ["a generator", () => inPieces(bytes)],
  ])(
    "an upload does not send %s a second time, in a new call or in a retry with a function that returns it",
    async (_, open) => {
      const { core, arrived } = await accepting([500, 429]);
      const content = open();
      await expect(upload(core, put, arg, content)).rejects.toMatchObject({ status: 500 });
      await expect(upload(core, put, arg, content)).rejects.toThrow("cannot be uploaded");
      const again = open();
      await expect(upload(core, put, arg, () => again, { retry: { maxPauseMs: 0 } })).rejects.toThrow(
        "cannot be uploaded",
      );
      expect(arrived).toHaveLength(2);
    },
  );

  test("an upload of a file that does not exist fails with the error of the file, though a token is fetched before", async () => {
    const { url, arrived } = await serve(() => undefined);
    const missing = createReadStream(join(tmpdir(), "does-not-exist"));
    const accessToken = async (): Promise<string> => {
      await once(missing, "close");
      return "t";
    };
    const core = createClientCore(binding, { hosts: url, accessToken });
    await expect(upload(core, put, arg, missing)).rejects.toMatchObject({ code: "ENOENT" });
    expect(arrived).toEqual([]);
  });

  test("an upload streams a file of the disk, whose progress has the size that the caller says", async () => {
    const folder = await mkdtemp(join(tmpdir(), "upload-"));
    const path = join(folder, "file");
    await writeFile(path, bytes);
    const { core, arrived } = await accepting();
    const seen: Progress[] = [];
    const { size } = await stat(path);
    await upload(core, put, arg, () => createReadStream(path), { size, onProgress: (progress) => seen.push(progress) });
    expect(arrived[0]?.body.equals(bytes)).toBe(true);
    expect(seen.at(-1)).toEqual({ loaded: bytes.length, total: bytes.length });
    await rm(folder, { recursive: true });
  });

  test("an upload has its argument in a header of printable ASCII (B-011, HTTP-8)", async () => {
    const { core, arrived } = await accepting();
    await upload(core, put, arg, "x");
    const header = arrived[0]?.headers["service-api-arg"] as string;
    expect(header).toBe('{"from_path":"/\\u65e5\\u672c \\u00e9 \\"x\\"\\u007f.txt"}');
    expect(JSON.parse(header)).toEqual(arg);
  });

  test("an upload without an argument says null (HTTP-7)", async () => {
    const { core, arrived } = await accepting();
    await upload(core, withAttributes(revoke, { style: "upload", host: "content" }), undefined, "x");
    expect(arrived[0]?.headers["service-api-arg"]).toBe("null");
  });

  test("an upload with avoidPreflight has its argument in the URL (B-014, B-015)", async () => {
    const { url, arrived } = await serve((_request, response) => sendJson(response, 200, result));
    await upload(createClientCore(binding, { hosts: url, accessToken: "t", avoidPreflight: true }), put, arg, bytes);
    expect(JSON.parse(arrived[0]?.url.searchParams.get("arg") ?? "")).toEqual(arg);
    expect(arrived[0]?.headers["content-type"]).toBe("text/plain; charset=service-cors-hack");
    expect(arrived[0]?.headers).not.toHaveProperty("service-api-arg");
    expect(arrived[0]?.body.equals(bytes)).toBe(true);
  });

  test.each(["a stream", "a Blob"])(
    "an upload stops reading %s when an attempt has failed, and reports no more of it",
    async (kind) => {
      const size = 30_000_000;
      const opened: { cancelled: boolean }[] = [];
      const stream = (): ReadableStream<Uint8Array> => {
        const reading = { cancelled: false };
        let left = size;
        opened.push(reading);
        return new ReadableStream({
          pull(controller) {
            const chunk = new Uint8Array(Math.min(left, 100_000));
            left -= chunk.length;
            controller.enqueue(chunk);
            if (left === 0) {
              controller.close();
            }
          },
          cancel() {
            reading.cancelled = true;
          },
        });
      };
      const blob = new Blob([new Uint8Array(size)]);
      let attempts = 0;
      const server = createServer((request, response) => {
        const resets = ++attempts === 1;
        let received = 0;
        request.on("error", () => undefined);
        request.on("data", (chunk: Buffer) => {
          received += chunk.length;
          if (resets && received > 5_000_000) {
            request.socket.resetAndDestroy();
          }
        });
        request.on("end", () => sendJson(response, 200, result));
      });
      onTestFinished(() => void server.close());
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const core = createClientCore(binding, {
        hosts: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        accessToken: "t",
      });
      let calls = 0;
      const cancelledAtRetry: boolean[] = [];
      const ofRetry: number[] = [];
      const content = (): UploadSource => {
        cancelledAtRetry.push(...opened.map(({ cancelled }) => cancelled));
        calls++;
        return kind === "a Blob" ? blob : stream();
      };
      await upload(core, put, arg, content, {
        idempotent: true,
        retry: { maxPauseMs: 0 },
        onProgress: ({ loaded }) => {
          if (calls === 2) {
            ofRetry.push(loaded);
          }
        },
      });
      expect(attempts).toBe(2);
      expect(cancelledAtRetry).toEqual(kind === "a Blob" ? [] : [true]);
      expect(ofRetry[0]).toBeLessThan(200_000);
      expect(ofRetry).toEqual([...ofRetry].sort((a, b) => a - b));
    },
  );

  test("an upload of a stream is not retried, and its error says why", async () => {
    const { core, arrived } = await accepting([429, 429]);
    await expect(upload(core, put, arg, streamOf("x"))).rejects.toMatchObject({
      name: "RateLimitError",
      message: expect.stringContaining(
        "(not retried, because the content is a stream: pass a function that opens it)",
      ) as unknown,
    });
    const once = upload(core, put, arg, streamOf("x"), { retry: false });
    await expect(once).rejects.toMatchObject({ message: expect.not.stringContaining("not retried") as unknown });
    expect(arrived).toHaveLength(2);
  });

  test("an upload reports its progress", async () => {
    const { core, arrived } = await accepting();
    const seen: Progress[] = [];
    await upload(core, put, arg, bytes, { onProgress: (progress) => seen.push(progress) });
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.at(-1)).toEqual({ loaded: bytes.length, total: bytes.length });
    expect(seen.map(({ loaded }) => loaded)).toEqual([...seen].map(({ loaded }) => loaded).sort((a, b) => a - b));
    await upload(core, put, arg, inPieces(bytes), { onProgress: (progress) => seen.push(progress) });
    expect(seen.at(-1)).toEqual({ loaded: bytes.length, total: undefined });
    expect(arrived.every(({ body }) => body.equals(bytes))).toBe(true);
  });

  test("an upload of bytes and Blobs whose progress is reported has a Content-Length, which some gateways need", async () => {
    const { core, arrived } = await accepting();
    for (const content of [bytes, new Blob([bytes]), ""]) {
      await upload(core, put, arg, content, { onProgress: () => undefined });
    }
    expect(arrived.map(({ headers }) => headers["content-length"])).toEqual(["300000", "300000", "0"]);
  });

  test("an upload is repeated only where its content can be had again", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const { core, arrived } = await accepting([429, 200, 429, 429, 200]);
    await upload(core, put, arg, bytes);
    await expect(upload(core, put, arg, inPieces(bytes))).rejects.toBeInstanceOf(RateLimitError);
    await upload(core, put, arg, () => inPieces(bytes));
    expect(arrived).toHaveLength(5);
    expect(arrived[4]?.body.equals(bytes)).toBe(true);
  });

  test("an upload fails with the error of its route", async () => {
    const { core } = await accepting([409]);
    await expect(upload(core, put, arg, bytes)).rejects.toMatchObject({ name: "ProtocolError" });
    const { url } = await serve((_request, response) => sendJson(response, 409, { error: { ".tag": "other" } }));
    const failing = createClientCore(binding, { hosts: url, accessToken: "t" });
    await expect(upload(failing, put, arg, bytes)).rejects.toBeInstanceOf(RouteError);
    await expect(upload(failing, put, {} as never, bytes)).rejects.toBeInstanceOf(EncodeError);
  });

  test.each<[string, () => UploadOptions]>([
    ["without progress", () => ({})],
    ["with progress", () => ({ onProgress: () => undefined })],
  ])("an upload whose content fails %s rejects with the same error", async (_, options) => {
    const { core, arrived } = await accepting();
    const failure = new Error("disk on fire");
    const atOnce = new ReadableStream<Uint8Array>({ pull: () => Promise.reject(failure) });
    await expect(upload(core, put, arg, atOnce, options())).rejects.toBe(failure);
    await expect(upload(core, put, arg, failingLater(failure), options())).rejects.toBe(failure);
    expect(arrived).toEqual([]);
  });

  async function* failingLater(failure: Error): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(bytes);
    throw failure;
  }

  test("an upload whose onProgress fails rejects with the same error", async () => {
    const { core, arrived } = await accepting();
    const failure = new Error("no display");
    const fail = (): never => {
      throw failure;
    };
    const callbacks: readonly (() => unknown)[] = [fail, () => Promise.reject(failure)];
    for (const onProgress of callbacks) {
      const content = new Uint8Array(30_000_000);
      await expect(upload(core, put, arg, content, { onProgress })).rejects.toBe(failure);
    }
    expect(arrived).toEqual([]);
  });

  test.each<[string, () => UploadContent]>([
    ["whose connection stalls", () => new Uint8Array(30_000_000)],
    ["whose stream and connection stall", () => () => inPieces(new Uint8Array(30_000_000))],
    ["whose content stalls", () => new ReadableStream<Uint8Array>({ start: (begun) => begun.enqueue(bytes) })],
    ["whose content does not begin", () => new ReadableStream<Uint8Array>()],
  ])("an upload %s ends with a TimeoutError after timeoutMs.idleMs", async (_, content) => {
    const server = createServer((request) => request.socket.pause());
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const hosts = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const core = createClientCore(binding, { hosts, accessToken: "t", retry: false, timeoutMs: { idleMs: 100 } });
    await expect(upload(core, put, arg, content())).rejects.toMatchObject({ name: "TimeoutError", timeoutMs: 100 });
  });

  test("an upload with timeoutMs.idleMs waits longer than that for the response", async () => {
    const { url } = await serve((_request, response) => void setTimeout(() => sendJson(response, 200, result), 60));
    const core = createClientCore(binding, { hosts: url, accessToken: "t", timeoutMs: { idleMs: 20 } });
    expect(await upload(core, put, arg, bytes)).toEqual(result);
  });

  test("an upload that has ended does not look complete to a fetch that ignores its signal", async () => {
    const bodies: (ReadableStream<Uint8Array> | undefined)[] = [];
    const fetch = (_url: unknown, init?: RequestInit): Promise<Response> => {
      bodies.push(init?.body as ReadableStream<Uint8Array>);
      return new Promise(() => undefined);
    };
    const core = createClientCore(binding, { hosts: "http://api", accessToken: "t", fetch });
    const controller = new AbortController();
    const running = upload(core, put, arg, inPieces(bytes), { signal: controller.signal });
    await vi.waitUntil(() => bodies.length === 1, { interval: 2, timeout: 500_000 });
    controller.abort(new Error("enough"));
    await expect(running).rejects.toThrow("enough");
    await expect(new Response(bodies[0]).text()).rejects.toThrow();
  });

  test("an upload that is aborted stops reading its content", async () => {
    const { url } = await serve(() => undefined);
    const core = createClientCore(binding, { hosts: url, accessToken: "t" });
    const controller = new AbortController();
    const cancelled = vi.fn();
    const endless = new ReadableStream<Uint8Array>({
      pull: async (stream) => {
        await new Promise((resolve) => setTimeout(resolve, 1));
        stream.enqueue(new Uint8Array(1_000));
      },
      cancel: cancelled,
    });
    const running = upload(core, put, arg, endless, { signal: controller.signal });
    await new Promise((resolve) => setTimeout(resolve, 30));
    controller.abort(new Error("enough"));
    await expect(running).rejects.toThrow(new Error("enough"));
    await vi.waitUntil(() => cancelled.mock.calls.length === 1, { interval: 5, timeout: 500_000 });
  });

  test("an upload is for routes of its style only", async () => {
    const core = createClientCore(binding, { hosts: "http://127.0.0.1:1", accessToken: "t" });
    await expect(upload(core, copy, arg, "x")).rejects.toThrow(TypeError);
    await expect(call(core, put, arg)).rejects.toThrow("files/upload has the style upload");
  });
});
