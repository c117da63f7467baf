import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createClientCore } from "../../../templates/runtime/client/core.js";
import { download } from "../../../templates/runtime/client/download.js";
import { call } from "../../../templates/runtime/client/call.js";
import { upload } from "../../../templates/runtime/client/upload.js";
import { uploadInPieces } from "../../../templates/runtime/client/upload-session.js";
import type { UploadContent } from "../../../templates/runtime/client/upload-content.js";
import { base64Text, utf8 } from "../../../templates/runtime/text/bytes.js";
import { binding, copy, withAttributes } from "../rpc-samples.js";

const arg = { from_path: "/a" };
const result = { name: "a", size: 1 };
const put = withAttributes(copy, { style: "upload", host: "content" });
const get = withAttributes(copy, { style: "download", host: "content" });

/** What `fetch` of a platform without streams was called with; its responses have no `body`, as in React Native. */
const sent: RequestInit[] = [];

function clientWithoutStreams(other: Partial<Response> = {}) {
  const fetch = (_url: unknown, init: RequestInit = {}): Promise<Response> => {
    sent.push(init);
    const headers = new Headers({ "Service-API-Result": JSON.stringify(result), "Content-Type": "text/plain" });
    const text = JSON.stringify(result);
    return Promise.resolve({
      status: 200,
      ok: true,
      headers,
      arrayBuffer: () => Promise.resolve(new TextEncoder().encode(text).buffer),
      blob: () => Promise.resolve(new Blob([text], { type: "text/plain" })),
      text: () => Promise.resolve(text),
      ...other,
    } as Response);
  };
  return createClientCore(binding, { hosts: "https://api.example", accessToken: "t", fetch });
}

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal("ReadableStream", undefined);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("on a platform without ReadableStream", () => {
  test("calls work on a platform without ReadableStream", async () => {
    expect(await call(clientWithoutStreams(), copy, arg)).toEqual(result);
  });

  test.each<[string, UploadContent]>([
    ["a string", "content"],
    ["bytes", new TextEncoder().encode("content")],
    ["a Blob", new Blob(["content"])],
    ["a function", () => "content"],
    [
      "an iterable",
      (async function* () {
        yield await Promise.resolve(new TextEncoder().encode("con"));
        yield new TextEncoder().encode("tent");
      })(),
    ],
  ])("content that is %s can be uploaded, with progress, on a platform without ReadableStream", async (_, content) => {
    const onProgress = vi.fn();
    expect(await upload(clientWithoutStreams(), put, arg, content, { onProgress })).toEqual(result);
    expect(await new Blob([sent[0]?.body as BlobPart]).text()).toBe("content");
    expect(onProgress.mock.calls.at(-1)).toEqual([{ loaded: 7, total: 7 }]);
  });

  test("a download on a platform without ReadableStream has its content whole, and says what to use instead of a stream", async () => {
    const core = clientWithoutStreams();
    const file = await download(core, get, arg);
    expect(file.result).toEqual(result);
    expect(JSON.parse(await file.text())).toEqual(result);
    expect(() => file.body).toThrow("Read the content with bytes(), blob() or text()");
    expect((await (await download(core, get, arg)).bytes()).byteLength).toBe(21);
    expect((await (await download(core, get, arg)).blob()).type).toBe("text/plain");
  });
});

describe("on React Native, whose Blobs cannot be made of bytes and whose fetch takes files with a uri", () => {
  const PlatformBlob = Blob;

  beforeEach(() => {
    vi.stubGlobal("navigator", { product: "ReactNative" });
    vi.stubGlobal(
      "Blob",
      class Blob extends PlatformBlob {
        constructor(parts: BlobPart[] = [], options?: BlobPropertyBag) {
          if (parts.some((part) => part instanceof ArrayBuffer || ArrayBuffer.isView(part))) {
            throw new Error("Creating blobs from 'ArrayBuffer' and 'ArrayBufferView' are not supported");
          }
          super(parts, options);
        }
      },
    );
  });

  const bytes = new TextEncoder().encode("content");
  const file = { uri: "file:///photo.jpg", name: "photo.jpg", type: "image/jpeg" };

  async function* chunks() {
    yield await Promise.resolve(bytes.subarray(0, 3));
    yield bytes.subarray(3);
  }

  test.each<[string, () => UploadContent, unknown]>([
    ["bytes", () => bytes, bytes],
    ["an iterable", chunks, bytes],
    ["a file with a uri", () => file, file],
  ])(
    "%s can be uploaded on React Native, with and without progress, also where streams are polyfilled",
    async (_, content, body) => {
      for (const stream of [undefined, vi.fn()]) {
        vi.stubGlobal("ReadableStream", stream);
        const onProgress = vi.fn();
        await upload(clientWithoutStreams(), put, arg, content());
        await upload(clientWithoutStreams(), put, arg, content(), {
          onProgress,
          size: 7,
          timeoutMs: { idleMs: 10_000 },
        });
        expect(onProgress.mock.calls.at(-1)).toEqual([{ loaded: 7, total: 7 }]);
      }
      expect(sent.map(({ body }) => body)).toEqual([body, body, body, body]);
    },
  );

  test("a file with a uri cannot be uploaded in pieces on React Native, which says what to pass instead", async () => {
    const step = (): Promise<never> => Promise.reject(new Error("not sent"));
    const steps = {
      allowsConcurrency: false,
      correctOffset: undefined,
      start: step,
      sessionId: String,
      append: step,
      finish: step,
    };
    await expect(uploadInPieces(steps, file)).rejects.toThrow(
      "Pass its Blob instead, which is await (await fetch(uri)).blob()",
    );
  });

  test("a download on React Native has bytes and text, also where streams are polyfilled, and blob() says to use bytes()", async () => {
    for (const stream of [undefined, vi.fn()]) {
      vi.stubGlobal("ReadableStream", stream);
      const core = clientWithoutStreams();
      expect((await (await download(core, get, arg)).bytes()).byteLength).toBe(21);
      expect(JSON.parse(await (await download(core, get, arg)).text())).toEqual(result);
    }
    const failing = clientWithoutStreams({ blob: () => Promise.resolve().then(() => new Blob([bytes])) });
    await expect((await download(failing, get, arg)).blob()).rejects.toThrow(
      "The content cannot be read with blob(): the platform cannot make a Blob of its bytes (Creating blobs from 'ArrayBuffer' and 'ArrayBufferView' are not supported). Use bytes() instead",
    );
  });

  test("an error of XMLHttpRequest on React Native before anything is sent is not a network error", async () => {
    const error = new Error("unsupported body");
    const Refusing = class {
      readonly upload = {};
      open(): never {
        throw error;
      }
    };
    vi.stubGlobal("XMLHttpRequest", Refusing);
    const core = createClientCore(binding, { hosts: "https://api.example", accessToken: "t" });
    await expect(upload(core, put, arg, bytes, { onProgress: () => undefined })).rejects.toBe(error);
  });
});

test("a file with a uri is a TypeError outside of React Native, because other platforms would send a text instead of it", async () => {
  await expect(upload(clientWithoutStreams(), put, arg, { uri: "file:///photo.jpg" })).rejects.toThrow(
    "The content is a file with a uri, which only React Native can send. Pass its bytes or a Blob",
  );
  expect(sent).toEqual([]);
});

describe("in a service worker, which has no XMLHttpRequest and often streams nothing", () => {
  test("a service worker without XMLHttpRequest collects streams, and reports the start and the end of uploads", async () => {
    vi.unstubAllGlobals();
    vi.stubGlobal("registration", {});
    const core = clientWithoutStreams();
    const onProgress = vi.fn();
    const content = (): ReadableStream<Uint8Array> => new Blob(["content"]).stream();
    await upload(core, put, arg, content);
    await upload(core, put, arg, "content", { onProgress, timeoutMs: { idleMs: 10_000 } });
    expect(await Promise.all(sent.map(({ body }) => new Blob([body as BlobPart]).text()))).toEqual([
      "content",
      "content",
    ]);
    expect(onProgress.mock.calls).toEqual([[{ loaded: 0, total: 7 }], [{ loaded: 7, total: 7 }]]);
  });
});

describe("on an engine like that of React Native, without TextDecoder, TextEncoder, throwIfAborted and reasons", () => {
  beforeEach(() => {
    vi.stubGlobal("TextDecoder", undefined);
    vi.stubGlobal("AbortController", OldAbortController);
  });

  /** `AbortController` as it was first. */
  class OldAbortController {
    readonly signal = new (class AbortSignal extends EventTarget {
      readonly aborted = false;
      readonly [Symbol.toStringTag] = "AbortSignal";
    })() as unknown as globalThis.AbortSignal;
    abort(): void {
      Object.assign(this.signal, { aborted: true });
      this.signal.dispatchEvent(new Event("abort"));
    }
  }

  test("calls, uploads and downloads work with a signal and a timeout on an engine without TextDecoder and throwIfAborted", async () => {
    const { signal } = new AbortController();
    const core = clientWithoutStreams();
    expect(await call(core, copy, arg, { signal, timeoutMs: 10_000 })).toEqual(result);
    expect(await upload(core, put, arg, "content", { signal, timeoutMs: 10_000 })).toEqual(result);
    const content = await download(core, get, arg, { signal, timeoutMs: 10_000 });
    expect(await content.text()).toBe(JSON.stringify(result));
  });

  test("an aborted call rejects with an AbortError on an engine without reasons, a slow one with a TimeoutError", async () => {
    const fetch = (): Promise<never> => new Promise(() => undefined);
    const core = createClientCore(binding, { hosts: "https://api.example", accessToken: "t", fetch });
    await expect(call(core, copy, arg, { timeoutMs: 1, retry: false })).rejects.toMatchObject({ name: "TimeoutError" });
    const before = new AbortController();
    before.abort();
    await expect(call(core, copy, arg, { signal: before.signal })).rejects.toMatchObject({ name: "AbortError" });
    const during = new AbortController();
    const calling = call(core, copy, arg, { signal: during.signal });
    during.abort();
    await expect(calling).rejects.toMatchObject({ name: "AbortError" });
  });

  test("keys and secrets of apps are sent as UTF-8 on an engine without TextEncoder", () => {
    const texts = ["key:secret", "ä😀", "\ud800x"];
    const expected = texts.map((text) => [...new TextEncoder().encode(text)]);
    vi.stubGlobal("TextEncoder", undefined);
    expect(texts.map((text) => [...utf8(text)])).toEqual(expected);
    expect(base64Text("kéy:ä😀")).toBe(Buffer.from("kéy:ä😀").toString("base64"));
  });

  test("creating a client fails on an engine that lacks what it needs, and says what is missing", () => {
    const options = { hosts: "https://api.example", accessToken: "t" };
    vi.stubGlobal("Headers", undefined);
    vi.stubGlobal("fetch", undefined);
    expect(() => createClientCore(binding, options)).toThrow(
      new TypeError("This platform has no fetch, no Headers, which the client needs. Install a polyfill"),
    );
    vi.stubGlobal("fetch", () => undefined);
    expect(() => createClientCore(binding, options)).toThrow("This platform has no Headers, which");
  });
});
