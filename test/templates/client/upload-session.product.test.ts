import { getEventListeners } from "node:events";
import { createReadStream } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { changeOptions, createClientCore, type ClientCore } from "../../../templates/runtime/client/core.js";
import { RouteError } from "../../../templates/runtime/client/errors.js";
import type { Progress } from "../../../templates/runtime/client/options.js";
import type { Piece, UploadContent, UploadSource } from "../../../templates/runtime/client/upload-content.js";
import {
  uploadInPieces,
  type UploadSessionOptions,
  type UploadState,
  type UploadSteps,
} from "../../../templates/runtime/client/upload-session.js";
import { upload, type UploadOptions } from "../../../templates/runtime/client/upload.js";
import type { Route } from "../../../templates/runtime/routes/route.js";
import { binding } from "../rpc-samples.js";
import { sendJson, serve, type Arrived } from "./scripted-server.js";
import { plainRoute } from "./scripted-service.js";

interface AppendArg {
  readonly id: string;
  readonly offset: number;
  readonly close?: boolean;
}

/** What a test makes of an append: loses the connection before or after the piece is stored, or fails. */
type Trouble = "lost request" | "lost response" | "half stored" | 400 | 500 | undefined;

function route<Arg, Result>(path: string): Route<Arg, Result, unknown> {
  return { ...plainRoute<Arg, Result, unknown>(path), attributes: { host: "api", style: "upload", auth: "user" } };
}

const start = route<{ readonly concurrent?: boolean }, { readonly id: string }>("start");
const append = route<AppendArg, null>("append");
const finish = route<AppendArg, { readonly size: number }>("finish");
const bytes = Uint8Array.from({ length: 1_000 }, (_, index) => index % 251);

let stored: Uint8Array;
let appended: { readonly offset: number; readonly size: number; readonly close: boolean }[];
let finished: number;

/** A service with one upload session, which `isConcurrent` takes in any order. */
async function service(trouble: (index: number, arg: AppendArg) => Trouble, isConcurrent = false) {
  stored = new Uint8Array();
  appended = [];
  finished = 0;
  const pieces = new Map<number, Uint8Array>();
  let index = 0;
  let isClosed = false;
  const store = (offset: number, piece: Uint8Array): void => {
    pieces.set(offset, piece);
    stored = isConcurrent ? stored : new Uint8Array(Buffer.concat([stored, piece]));
  };
  const { url } = await serve(({ url, headers, body }: Arrived, response) => {
    const arg = JSON.parse(headers["service-api-arg"] as string) as AppendArg;
    const route = url.pathname.split("/").at(-1);
    if (route === "start") {
      sendJson(response, 200, { id: "s1" });
      return;
    }
    const received = isConcurrent ? arg.offset : stored.length;
    if (arg.offset !== received) {
      const error = {
        ".tag": "lookup_failed",
        lookup_failed: { ".tag": "incorrect_offset", correct_offset: received },
      };
      sendJson(response, 409, { error_summary: "incorrect_offset/..", error });
      return;
    }
    if (route === "finish") {
      finished++;
      const ordered = [...pieces].sort(([a], [b]) => a - b).map(([, piece]) => piece);
      stored = isConcurrent ? new Uint8Array(Buffer.concat(ordered)) : stored;
      sendJson(response, 200, { size: stored.length });
      return;
    }
    if (isClosed) {
      sendJson(response, 409, { error_summary: "closed/.", error: { ".tag": "closed" } });
      return;
    }
    appended.push({ offset: arg.offset, size: body.length, close: arg.close === true });
    const what = trouble(index++, arg);
    if (what === "half stored") {
      store(arg.offset, body.subarray(0, body.length / 2));
    } else if (what === undefined || what === "lost response") {
      store(arg.offset, body);
      isClosed = arg.close === true;
    }
    if (typeof what === "string") {
      response.destroy();
    } else {
      sendJson(response, what ?? 200, null);
    }
  });
  return createClientCore(binding, { hosts: url, accessToken: "t" });
}

function steps(
  core: ClientCore,
  allowsConcurrency = false,
): UploadSteps<{ readonly id: string }, { readonly size: number }> {
  return {
    allowsConcurrency,
    correctOffset: "correct_offset",
    start: (options, concurrent) => upload(core, start, { concurrent }, "", options),
    sessionId: (started) => started.id,
    append: (id, offset, piece, options, close) => upload(core, append, { id, offset, close }, piece, options),
    finish: (id, offset, options) => upload(core, finish, { id, offset }, "", options),
  };
}

function send(core: ClientCore, content: UploadContent = bytes, options: UploadSessionOptions = {}) {
  return uploadInPieces(steps(core), content, { pieceSize: 300, ...options });
}

function expectStored(): void {
  expect(Buffer.from(stored).equals(bytes)).toBe(true);
  expect(finished).toBe(1);
}

function refusal(error: unknown): RouteError {
  const response = { status: 409, headers: new Headers(), body: "" };
  return new RouteError("append", response, {
    error,
    summary: "refused/",
    userMessage: undefined,
    userMessageLocale: undefined,
  });
}

async function* chunks(size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) {
    yield await Promise.resolve(bytes.subarray(from, from + size));
  }
}

beforeEach(() => {
  vi.spyOn(Math, "random").mockReturnValue(0); // no pauses between attempts
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe("an upload in pieces", () => {
  test.each<[string, () => UploadContent]>([
    ["bytes", () => bytes],
    ["an ArrayBuffer", () => bytes.buffer],
    ["a Blob", () => new Blob([bytes])],
    ["a stream", () => new Blob([bytes]).stream()],
    ["an iterable of small chunks", () => chunks(7)],
    ["an iterable of one large chunk", () => chunks(10_000)],
    ["a function", () => () => chunks(64)],
  ])("an upload in pieces takes %s", async (_, content) => {
    const core = await service(() => undefined);
    expect(await send(core, content())).toEqual({ size: 1_000 });
    expectStored();
    expect(appended.map(({ offset, size }) => [offset, size])).toEqual([
      [0, 300],
      [300, 300],
      [600, 300],
      [900, 100],
    ]);
  });

  test.each<[string, UploadContent]>([
    ["nothing", ""],
    ["an empty stream", new Blob([]).stream()],
  ])("an upload in pieces of %s only starts and finishes", async (_, content) => {
    const core = await service(() => undefined);
    expect(await send(core, content)).toEqual({ size: 0 });
    expect(appended).toEqual([]);
  });

  test.each<[Trouble, number]>([
    ["lost request", 600],
    ["lost response", 600],
    ["half stored", 600],
    [500, 600],
  ])("an upload in pieces continues after a piece with a %s", async (trouble, at) => {
    for (const content of [bytes, new Blob([bytes]), new Blob([bytes]).stream()]) {
      let isFirst = true;
      const core = await service((_, { offset }) => {
        const now = offset === at && isFirst ? trouble : undefined;
        isFirst &&= now === undefined;
        return now;
      });
      expect(await send(core, content)).toEqual({ size: 1_000 });
      expectStored();
    }
  });

  test("an upload in pieces reports how much has been sent, each number once", async () => {
    const core = await service(() => undefined);
    const seen: Progress[] = [];
    await send(core, new Blob([bytes]), { onProgress: (progress) => seen.push(progress) });
    const numbers = seen.map(({ loaded }) => loaded);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect(seen.at(-1)).toEqual({ loaded: 1_000, total: 1_000 });
    const stream = (): ReadableStream<Uint8Array> => new Blob([bytes]).stream();
    await send(core, stream, { size: 1_000, onProgress: (progress) => seen.push(progress) });
    expect(seen.at(-1)).toEqual({ loaded: 1_000, total: 1_000 });
  });

  test("an upload in pieces is continued from its last state, which is JSON, in another client", async () => {
    const states: UploadState[] = [];
    const controller = new AbortController();
    const onState = (state: UploadState): void => {
      states.push(state);
      if (state.offset === 600) {
        controller.abort(new Error("enough"));
      }
    };
    const core = await service(() => undefined);
    await expect(send(core, bytes, { onState, signal: controller.signal })).rejects.toThrow("enough");
    const state = JSON.parse(JSON.stringify(states.at(-1))) as UploadState;
    for (const content of [bytes, chunks(7)]) {
      appended = [];
      const before = [stored, finished] as const;
      expect(await send(core, content, { state })).toEqual({ size: 1_000 });
      expectStored();
      expect(appended.map(({ offset }) => offset)).toEqual([600, 900]);
      [stored, finished] = before;
    }
  });

  test("an upload in pieces is continued where the service says, if the state is older", async () => {
    const states: UploadState[] = [];
    const core = await service((_, { offset }) => (offset === 900 ? 400 : undefined));
    await expect(send(core, bytes, { onState: (state) => states.push(state) })).rejects.toMatchObject({ status: 400 });
    const state = states.find(({ offset }) => offset === 300);
    appended = [];
    await expect(send(core, chunks(7), { state })).rejects.toMatchObject({ status: 400 });
    expect(appended.map(({ offset }) => offset)).toEqual([900]);
  });

  test("an upload in pieces fails clearly if other, shorter content is given with the state", async () => {
    const core = await service(() => undefined);
    const state = { sessionId: "s1", pieceSize: 300, isConcurrent: false, offset: 600, laterPieces: [] };
    for (const content of [bytes.subarray(0, 10), new Blob([bytes.subarray(0, 10)]).stream()]) {
      await expect(send(core, content, { state })).rejects.toThrow(
        "cannot continue at byte 600: this content is shorter",
      );
    }
  });

  test("an upload in pieces fails with the error of a piece that keeps failing", async () => {
    const core = await service((index) => (index > 0 ? 500 : undefined));
    await expect(send(core)).rejects.toMatchObject({ name: "ServerError", status: 500 });
    expect(finished).toBe(0);
  });

  test("an upload in pieces ends if the service never agrees with itself where to continue", async () => {
    let sent = 0;
    const append: UploadSteps<unknown, unknown>["append"] = (_id, offset) =>
      Promise.reject(++sent > 20 ? new Error("endless") : refusal({ correct_offset: offset === 0 ? 300 : 0 }));
    const contradicting = { ...steps(await service(() => undefined)), append };
    await expect(uploadInPieces(contradicting, bytes, { pieceSize: 300 })).rejects.toBeInstanceOf(RouteError);
    expect(sent).toBe(4);
  });

  test("an upload in pieces fails at once if the service refuses a piece that begins where it continues", async () => {
    const append = vi.fn<UploadSteps<unknown, unknown>["append"]>((_id, offset) =>
      Promise.reject(refusal({ correct_offset: offset })),
    );
    const refusing = { ...steps(await service(() => undefined)), append };
    await expect(uploadInPieces(refusing, bytes, { pieceSize: 300 })).rejects.toBeInstanceOf(RouteError);
    expect(append).toHaveBeenCalledOnce();
  });

  test("an upload in pieces sends no piece twice if the service does not say what it has received", async () => {
    const core = await service((index) => (index === 1 ? "lost response" : undefined));
    const unsure = { ...steps(core), correctOffset: undefined };
    await expect(uploadInPieces(unsure, bytes, { pieceSize: 300 })).rejects.toMatchObject({ name: "NetworkError" });
    expect(appended.map(({ offset }) => offset)).toEqual([0, 300]);
  });

  test("an upload in pieces ignores the progress of a piece that has been sent", async () => {
    let late: UploadOptions["onProgress"];
    const append: UploadSteps<unknown, unknown>["append"] = (_id, _offset, _piece, options) => {
      late?.({ loaded: 300, total: 300 });
      late = options.onProgress;
      return Promise.resolve();
    };
    const seen: number[] = [];
    const finish = (): Promise<void> => Promise.resolve();
    const reporting = { ...steps(await service(() => undefined)), append, finish };
    await uploadInPieces(reporting, bytes, { pieceSize: 300, onProgress: ({ loaded }) => seen.push(loaded) });
    expect(seen).toEqual([0, 300, 600, 900, 1_000]);
  });

  test("an upload in pieces that fails cancels the stream that it was reading", async () => {
    const core = await service(() => 400);
    const cancelled = vi.fn();
    const pull = (stream: ReadableStreamDefaultController<Uint8Array>): void => stream.enqueue(bytes);
    await expect(send(core, new ReadableStream({ pull, cancel: cancelled }))).rejects.toMatchObject({ status: 400 });
    expect(cancelled).toHaveBeenCalledOnce();
  });

  test("an upload in pieces takes chunks that are text or buffers", async () => {
    const core = await service(() => undefined);
    const text = Readable.from(["é", "😀".repeat(100)]);
    const buffers = Readable.from([bytes.slice(0, 400).buffer, new DataView(bytes.buffer, 400)]);
    await send(core, text);
    expect(Buffer.from(stored).toString()).toBe(`é${"😀".repeat(100)}`);
    stored = new Uint8Array();
    await send(core, buffers);
    expect(Buffer.from(stored).equals(bytes)).toBe(true);
  });

  test.each<[string, () => UploadContent]>([
    ["a chunk that is no content", () => Readable.from([5])],
    ["a stream that was destroyed", () => Readable.from(["a"]).destroy()],
    ["a file that does not exist", () => () => createReadStream(join(tmpdir(), "does-not-exist"))],
  ])("an upload in pieces of %s fails before a session is started", async (_, content) => {
    const { url, arrived } = await serve(() => undefined);
    const core = createClientCore(binding, { hosts: url, accessToken: "t" });
    await expect(send(core, content())).rejects.toThrow(/Chunk 0|destroyed|ENOENT/);
    expect(arrived).toEqual([]);
  });

  test.each([false, true])(
    "an upload in pieces whose content has stopped ends with the reason when it is aborted (%j)",
    async (isConcurrent) => {
      const core = await service(() => undefined, isConcurrent);
      const controller = new AbortController();
      const enough = new Error("enough");
      const cancelled = vi.fn();
      const content = new ReadableStream<Uint8Array>({
        start: (stream) => stream.enqueue(bytes.subarray(0, 350)),
        cancel: cancelled,
      });
      const onState = ({ offset }: UploadState): void => {
        if (offset === 300 || isConcurrent) {
          controller.abort(enough);
        }
      };
      const options = { pieceSize: 300, signal: controller.signal, onState };
      await expect(uploadInPieces(steps(core, isConcurrent), content, options)).rejects.toBe(enough);
      expect(cancelled).toHaveBeenCalledOnce();
      const endless = (): Promise<never> => new Promise(() => undefined);
      const { signal } = controller;
      await expect(send(core, endless, { signal })).rejects.toBe(enough);
    },
  );

  test("an upload in pieces whose content has stopped ends with a TimeoutError after timeoutMs.idleMs, of the call or of the client", async () => {
    const core = await service(() => undefined);
    const content = (): UploadSource => new ReadableStream<Uint8Array>({ start: (stream) => stream.enqueue(bytes) });
    const idle = { timeoutMs: { idleMs: 50 } };
    for (const [client, options] of [
      [core, idle],
      [changeOptions(core, idle), {}],
    ] as const) {
      await expect(uploadInPieces({ ...steps(client), core: client }, content, options)).rejects.toMatchObject({
        name: "TimeoutError",
      });
    }
  });

  test("the progress of an upload in pieces never exceeds its size", async () => {
    const core = await service((index) => (index % 3 === 1 ? "half stored" : undefined));
    const seen: number[] = [];
    await send(core, new Blob([bytes]), { pieceSize: 100, onProgress: ({ loaded }) => seen.push(loaded) });
    expectStored();
    expect(Math.max(...seen)).toBe(1_000);
  });

  test.each([
    { sessionId: "s1" },
    { sessionId: 1, pieceSize: 300, isConcurrent: false, offset: 0, laterPieces: [] },
    {},
  ])("an upload in pieces refuses the damaged state %j", async (state) => {
    const core = await service(() => undefined);
    const damaged = state as unknown as UploadState;
    await expect(send(core, bytes, { state: damaged })).rejects.toThrow(
      "state must be a value that onState was called with",
    );
  });

  test.each([null, 5, () => undefined])("an upload in pieces of %o is a TypeError", async (content) => {
    const core = await service(() => undefined);
    await expect(send(core, content as never)).rejects.toThrow(/^The content must be bytes, a string, a Blob/);
    expect(appended).toEqual([]);
  });

  test.each([0, -1, 1.5, NaN])("an upload in pieces refuses pieces of %j bytes", async (pieceSize) => {
    const core = await service(() => undefined);
    await expect(send(core, bytes, { pieceSize })).rejects.toThrow(TypeError);
  });
});

describe("an upload in pieces in any order", () => {
  function sendAll(core: ClientCore, content: UploadContent = bytes, options: UploadSessionOptions = {}) {
    return uploadInPieces(steps(core, true), content, { pieceSize: 100, parallel: 3, ...options });
  }

  test.each<[string, () => UploadContent]>([
    ["bytes", () => bytes],
    ["a stream", () => new Blob([bytes]).stream()],
    ["an iterable", () => chunks(33)],
  ])(
    "an upload in pieces in any order sends several pieces of %s at the same time, and the one that closes it last",
    async (_, content) => {
      const core = await service(() => undefined, true);
      expect(await sendAll(core, content())).toEqual({ size: 1_000 });
      expectStored();
      expect(appended).toHaveLength(10);
      expect(appended.map(({ close }) => close)).toEqual([...Array.from({ length: 9 }, () => false), true]);
      expect(appended.at(-1)?.offset).toBe(900);
    },
  );

  test("an upload in pieces in any order sends no more at the same time than configured", async () => {
    let now = 0;
    let most = 0;
    const append: UploadSteps<string, undefined>["append"] = async () => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, 2));
      now--;
    };
    const start = (): Promise<string> => Promise.resolve("s1");
    const finish = (): Promise<undefined> => Promise.resolve(undefined);
    const sessionId = (started: string): string => started;
    const fake = { allowsConcurrency: true, correctOffset: undefined, start, sessionId, append, finish };
    await uploadInPieces(fake, bytes, { pieceSize: 10, parallel: 4 });
    expect(most).toBe(4);
  });

  test("an upload in pieces in any order retries pieces whose connection is lost", async () => {
    const lost = new Set<number>();
    const core = await service((_, { offset }) => {
      const isFirst = offset % 300 === 100 && !lost.has(offset);
      lost.add(offset);
      return isFirst ? "lost request" : undefined;
    }, true);
    expect(await sendAll(core)).toEqual({ size: 1_000 });
    expectStored();
  });

  test("an upload in pieces in any order ends with the first failure, when no piece is being sent any more, and is continued from its state", async () => {
    const states: UploadState[] = [];
    let isBroken = true;
    const core = await service((_, { offset }) => (isBroken && offset === 200 ? 400 : undefined), true);
    const onState = (state: UploadState): void => void states.push(state);
    await expect(sendAll(core, bytes, { onState })).rejects.toMatchObject({ name: "BadRequestError" });
    isBroken = false;
    const state = JSON.parse(JSON.stringify(states.at(-1))) as UploadState;
    const done = new Set(appended.map(({ offset }) => offset).filter((offset) => offset !== 200));
    appended = [];
    expect(await sendAll(core, bytes, { state })).toEqual({ size: 1_000 });
    expectStored();
    expect(appended.filter(({ offset }) => state.laterPieces.includes(offset))).toEqual([]);
    expect(done.has(0)).toBe(true);
  });

  test("an upload in pieces in any order is only finished if nothing else is left", async () => {
    const core = await service(() => undefined, true);
    const states: UploadState[] = [];
    await sendAll(core, bytes, { onState: (state) => states.push(state) });
    appended = [];
    expect(await sendAll(core, bytes, { state: states.at(-1) })).toEqual({ size: 1_000 });
    expect(appended).toEqual([]);
  });

  test("an upload in pieces in any order is finished though the response to the last piece was lost, which the service then refuses", async () => {
    const core = await service((_, { close }) => (close === true ? "lost response" : undefined), true);
    expect(await sendAll(core)).toEqual({ size: 1_000 });
    expectStored();
  });

  test("an upload in pieces in any order fails with the refusal of the last piece if it cannot be finished either", async () => {
    const refused = refusal({ ".tag": "too_large" });
    const working = steps(await service(() => undefined, true), true);
    const failing = {
      ...working,
      append: (id: string, offset: number, piece: Piece, options: UploadOptions, close: boolean): Promise<unknown> =>
        close ? Promise.reject(refused) : working.append(id, offset, piece, options, close),
      finish: () => Promise.reject(new Error("data are missing")),
    };
    await expect(uploadInPieces(failing, bytes, { pieceSize: 100 })).rejects.toBe(refused);
  });

  test("an upload in pieces in any order fails if the service says that it has less than a piece that it was sent", async () => {
    const working = steps(await service(() => undefined, true), true);
    const failing: typeof working = {
      ...working,
      append: (id, offset, ...rest) =>
        offset === 200 ? Promise.reject(refusal({ correct_offset: 250 })) : working.append(id, offset, ...rest),
    };
    await expect(uploadInPieces(failing, bytes, { pieceSize: 100 })).rejects.toBeInstanceOf(RouteError);
    expect(finished).toBe(0);
  });

  test("an upload in pieces in any order shares one listener on the signal of the caller with others, and leaves none", async () => {
    const { signal } = new AbortController();
    const core = await service(() => undefined, true);
    let most = 0;
    const onState = (): void => void (most = Math.max(most, getEventListeners(signal, "abort").length));
    await Promise.allSettled([1, 2, 3].map(() => sendAll(core, bytes, { signal, onState })));
    expect(most).toBe(1);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("an upload in pieces in any order reports progress that ends with all", async () => {
    const core = await service(() => undefined, true);
    const seen: Progress[] = [];
    await sendAll(core, bytes, { pieceSize: 300, onProgress: (progress) => seen.push(progress) });
    expect(seen.at(-1)).toEqual({ loaded: 1_000, total: 1_000 });
    expect(Math.max(...seen.map(({ loaded }) => loaded))).toBe(1_000);
  });

  test("an upload in pieces in any order of nothing closes the session with an empty piece", async () => {
    const core = await service(() => undefined, true);
    expect(await sendAll(core, new Blob([]).stream())).toEqual({ size: 0 });
    expect(appended).toEqual([{ offset: 0, size: 0, close: true }]);
  });

  test("an upload in pieces in any order of small content uses a session in order", async () => {
    const core = await service(() => undefined);
    expect(await uploadInPieces(steps(core, true), bytes, {})).toEqual({ size: 1_000 });
    expect(appended).toEqual([{ offset: 0, size: 1_000, close: false }]);
  });
});
