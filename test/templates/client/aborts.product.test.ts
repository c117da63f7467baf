import { getEventListeners } from "node:events";
import type { Socket } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createClientCore } from "../../../templates/runtime/client/core.js";
import type { ClientSettings } from "../../../templates/runtime/client/options.js";
import { download } from "../../../templates/runtime/client/download.js";
import { call } from "../../../templates/runtime/client/call.js";
import { eitherSignal } from "../../../templates/runtime/client/signals.js";
import { upload } from "../../../templates/runtime/client/upload.js";
import { expectClosed, expectNoLeaks } from "./leaks.js";
import { rawServer, responseText, type RawServer } from "./raw-server.js";
import { binding, copy, withAttributes } from "../rpc-samples.js";

const put = { ...withAttributes(copy, { style: "upload", host: "content" }), path: "files/upload" };
const get = { ...withAttributes(copy, { style: "download", host: "content" }), path: "files/download" };
const arg = { from_path: "/a" };
const enough = new Error("enough");
const isContent = 'Service-API-Result: {"name":"a.txt","size":8}';

expectNoLeaks();

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A client of a server for one test. */
async function against(answer: (socket: Socket, index: number) => void, options: Partial<ClientSettings> = {}) {
  const server = await rawServer(answer);
  return { server, core: createClientCore(binding, { hosts: server.url, accessToken: "secret", ...options }) };
}

async function hasCome(server: RawServer, requests: number): Promise<void> {
  await vi.waitUntil(() => server.heads.length === requests, { interval: 2, timeout: 500_000 });
}

describe("an abort", () => {
  test("an abort ends a call that is still connecting", async () => {
    const server = await rawServer(() => undefined);
    // The server never answers the first message of TLS.
    const core = createClientCore(binding, { hosts: server.url.replace("http:", "https:"), accessToken: "t" });
    const controller = new AbortController();
    const running = call(core, copy, arg, { signal: controller.signal });
    setImmediate(() => controller.abort(enough));
    await expect(running).rejects.toBe(enough);
  });

  test.each([
    ["between the headers and the body", ""],
    ["in the body", '{"name":'],
  ])("an abort ends a call %s, and closes the connection", async (_when, beginning) => {
    const controller = new AbortController();
    const { server, core } = await against(
      (socket) => socket.write(responseText("200 OK", ["Content-Length: 25"], beginning)),
      {
        interceptors: [
          async (request, send) => {
            const response = await send(request);
            setTimeout(() => controller.abort(enough), 5);
            return response;
          },
        ],
      },
    );
    await expect(call(core, copy, arg, { signal: controller.signal })).rejects.toBe(enough);
    await expectClosed(server);
  });

  test.each([
    ["bytes", () => new Uint8Array(30_000_000)],
    ["a stream", () => new ReadableStream<Uint8Array>({ pull: (pulled) => pulled.enqueue(new Uint8Array(65_536)) })],
    [
      "a stream that stalls",
      () => new ReadableStream<Uint8Array>({ start: (stalled) => stalled.enqueue(new Uint8Array(9)) }),
    ],
  ])("an abort ends an upload of %s, and closes the connection", async (_what, content) => {
    for (const onProgress of [undefined, () => undefined]) {
      const { server, core } = await against((socket) => socket.pause());
      const controller = new AbortController();
      const running = upload(core, put, arg, content(), { signal: controller.signal, onProgress });
      await hasCome(server, 1);
      controller.abort(enough);
      await expect(running).rejects.toBe(enough);
      server.sockets.forEach((socket) => socket.resume());
      await expectClosed(server);
    }
  });

  test("an abort ends an upload whose content is still being opened, and lets go of it then", async () => {
    for (const onProgress of [undefined, () => undefined]) {
      const { server, core } = await against(() => undefined);
      const controller = new AbortController();
      let open = (_stream: ReadableStream<Uint8Array>): void => undefined;
      const content = new Promise<ReadableStream<Uint8Array>>((resolve) => (open = resolve));
      const running = upload(core, put, arg, () => content, { signal: controller.signal, onProgress });
      setTimeout(() => controller.abort(enough), 5);
      await expect(running).rejects.toBe(enough);
      const cancelled = vi.fn();
      open(new ReadableStream({ cancel: cancelled }));
      await vi.waitUntil(() => cancelled.mock.calls.length === 1, { interval: 2, timeout: 1_000 });
      expect(server.heads).toEqual([]);
    }
  });

  test("an abort while a browser collects a stream lets nothing be sent", async () => {
    const send = vi.fn();
    class Request {
      upload = {};
      open = (): void => undefined;
      setRequestHeader = (): void => undefined;
      abort = (): void => undefined;
      send = send;
    }
    vi.stubGlobal("XMLHttpRequest", Request);
    const controller = new AbortController();
    const cancelled = vi.fn();
    const content = new ReadableStream<Uint8Array>({ cancel: cancelled });
    const core = createClientCore(binding, { hosts: "http://127.0.0.1:1", accessToken: "t" });
    const onProgress = (): void => undefined;
    const running = upload(core, put, arg, content, { signal: controller.signal, onProgress });
    setTimeout(() => controller.abort(enough), 5);
    await expect(running).rejects.toBe(enough);
    await vi.waitUntil(() => cancelled.mock.calls.length === 1, { interval: 2, timeout: 500_000 });
    expect(send).not.toHaveBeenCalled();
  });
});

test("combined signals share one listener on each signal, and leave none when they are over", () => {
  const [a, b, over] = [new AbortController(), new AbortController(), new AbortController()];
  const combined = Array.from({ length: 20 }, () => eitherSignal(a.signal, b.signal, over.signal));
  const counts = (): number[] => [a, b].map(({ signal }) => getEventListeners(signal, "abort").length);
  expect(counts()).toEqual([1, 1]);
  b.abort(enough);
  expect(combined.every((signal) => signal?.reason === enough)).toBe(true);
  over.abort();
  expect(counts()).toEqual([0, 0]);
});

describe("a download whose connection is lost", () => {
  /** The first request gets a half, the second one what the test says. */
  async function half(second: (socket: Socket) => void = () => undefined) {
    const headers = [isContent, 'ETag: "v1"', "Content-Length: 8"];
    return against((socket, index) =>
      index === 0
        ? socket.write(responseText("200 OK", headers, "some"), () => setTimeout(() => socket.resetAndDestroy(), 5))
        : second(socket),
    );
  }

  test("a download whose connection is lost and is aborted while it is taken up again ends with the reason", async () => {
    const { server, core } = await half();
    const controller = new AbortController();
    const content = (await download(core, get, arg, { signal: controller.signal })).bytes();
    await Promise.all([expect(content).rejects.toBe(enough), hasCome(server, 2).then(() => controller.abort(enough))]);
    await expectClosed(server);
    expect(server.heads).toHaveLength(2);
  });

  test("a download whose connection is lost and is cancelled while it is taken up again frees that connection too", async () => {
    const { server, core } = await half();
    const reader = (await download(core, get, arg)).body.getReader();
    await reader.read();
    const next = reader.read();
    await hasCome(server, 2);
    await reader.cancel();
    expect(await next).toEqual({ done: true, value: undefined });
    await expectClosed(server);
    expect(server.heads).toHaveLength(2);
  });

  test("a download whose connection is lost and is cancelled in the pause before it is taken up again asks no more", async () => {
    const { server, core } = await half((socket) => socket.end(responseText("503 Busy", ["Retry-After: 20"])));
    const reader = (await download(core, get, arg)).body.getReader();
    await reader.read();
    void reader.read();
    await hasCome(server, 2);
    await expectClosed(server);
    await reader.cancel();
    expect(server.heads).toHaveLength(2);
  });

  test("a download whose connection is lost because nobody wants what is being waited for is not taken up again", async () => {
    const headers = [isContent, 'ETag: "v1"', "Content-Length: 8"];
    const { server, core } = await against((socket) => socket.write(responseText("200 OK", headers, "some")));
    const reader = (await download(core, get, arg)).body.getReader();
    await reader.read();
    const next = reader.read();
    await new Promise((resolve) => setImmediate(resolve)); // until the stream has asked for more
    await reader.cancel();
    expect(await next).toEqual({ done: true, value: undefined });
    await expectClosed(server);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(server.heads).toHaveLength(1);
  });
});
