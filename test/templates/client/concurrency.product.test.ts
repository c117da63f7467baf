import type { ServerResponse } from "node:http";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { call } from "../../../templates/runtime/client/call.js";
import { changeOptions, createClientCore } from "../../../templates/runtime/client/core.js";
import { download, type DownloadOptions } from "../../../templates/runtime/client/download.js";
import type { ClientSettings, Interceptor } from "../../../templates/runtime/client/options.js";
import { upload } from "../../../templates/runtime/client/upload.js";
import { binding } from "../rpc-samples.js";
import { sendJson, serve, type Arrived } from "./scripted-server.js";
import { plainRoute } from "./scripted-service.js";

const ask = plainRoute<unknown, unknown, unknown>("ask");
const get = { ...ask, path: "get", attributes: { ...ask.attributes, style: "download" } };
const put = { ...ask, path: "put", attributes: { ...ask.attributes, style: "upload" } };
const wait = { ...ask, path: "wait", isLongPoll: true };

const bytes = Uint8Array.from({ length: 200_000 }, (_, index) => index % 251);

beforeEach(() => {
  vi.spyOn(Math, "random").mockReturnValue(0); // no pauses between attempts
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** A client that may send `concurrency` requests at once, and a service that answers when the test says so, or at once as `answer` says. */
async function held(
  concurrency: number,
  answer?: (request: Arrived, response: ServerResponse, index: number) => boolean,
  settings: ClientSettings = {},
) {
  const waiting: ServerResponse[] = [];
  const { url, arrived } = await serve((request, response, index) => {
    if (answer?.(request, response, index) !== true) {
      waiting.push(response);
    }
  });
  return {
    core: createClientCore(binding, { hosts: url, accessToken: "t", concurrency, ...settings }),
    /** The paths of the requests so far, once there are `count`. */
    arrivals: (count: number) =>
      vi.waitFor(() => {
        expect(arrived).toHaveLength(count);
        return arrived.map(({ url }) => url.pathname.replace("/2/", ""));
      }),
    answerNext: () => waiting.splice(0, 1).forEach((response) => sendJson(response, 200, {})),
  };
}

function sendContent({ headers }: Arrived, response: ServerResponse, isBroken = false): true {
  const start = Number(/^bytes=(\d+)-/.exec(headers.range ?? "")?.[1] ?? 0);
  response.writeHead(start === 0 ? 200 : 206, {
    "Service-API-Result": "{}",
    "Content-Length": bytes.length - start,
    "Content-Range": `bytes ${start}-${bytes.length - 1}/${bytes.length}`,
    ETag: '"1"',
  });
  if (isBroken) {
    response.write(bytes.subarray(start, start + 5_000), () => void setTimeout(5).then(() => response.destroy()));
  } else {
    response.end(bytes.subarray(start));
  }
  return true;
}

test("PROD-16: a client has at most as many requests in flight as concurrency says, and sends others in their order", async () => {
  let running = 0;
  let most = 0;
  const order: unknown[] = [];
  const answer = (_request: Arrived, response: ServerResponse): boolean => {
    most = Math.max(most, ++running);
    setImmediate(() => {
      running--;
      sendJson(response, 200, {});
    });
    return true;
  };
  const interceptors: Interceptor[] = [
    (request, send) => {
      order.push(request.init.body);
      return send(request);
    },
  ];
  const { core } = await held(2, answer, { interceptors });
  await Promise.all([1, 2, 3, 4, 5, 6, 7].map((arg) => call(core, ask, arg)));
  expect(most).toBe(2);
  expect(order).toEqual(["1", "2", "3", "4", "5", "6", "7"]);
});

test("PROD-16: a call that waits for its turn can be aborted or time out, and is then never sent", async () => {
  const { core, arrivals, answerNext } = await held(1);
  const first = call(core, ask, 1);
  await arrivals(1);
  const controller = new AbortController();
  const aborted = call(core, ask, 2, { signal: controller.signal });
  const last = call(core, ask, 4);
  controller.abort(new Error("no longer wanted"));
  await expect(aborted).rejects.toThrow("no longer wanted");
  const tooLate = call(core, ask, 5, { timeoutMs: { totalMs: 20 } });
  await expect(tooLate).rejects.toMatchObject({ name: "TimeoutError", timeoutMs: 20 });
  answerNext();
  await first;
  await arrivals(2);
  answerNext();
  await last;
  expect(await arrivals(2)).toEqual(["ask", "ask"]);
});

test("PROD-16: a call that waits between two attempts lets others pass", async () => {
  const { core, arrivals, answerNext } = await held(1, (_request, response, index) => {
    if (index === 0) {
      sendJson(response, 503, {}, { "Retry-After": "0.05" });
    }
    return index === 0;
  });
  const first = call(core, ask, 1);
  const second = call(core, { ...ask, path: "second" }, 2);
  expect(await arrivals(2)).toEqual(["ask", "second"]);
  answerNext();
  await second;
  await arrivals(3);
  answerNext();
  await expect(first).resolves.toEqual({});
});

test("PROD-16: a download counts until its content has passed or is canceled", async () => {
  const { core, arrivals, answerNext } = await held(1, (request, response) =>
    request.url.pathname.endsWith("get") ? sendContent(request, response) : false,
  );
  const read = await download(core, get, {});
  const second = download(core, get, {});
  const third = call(core, ask, 1);
  expect(await arrivals(1)).toEqual(["get"]);
  expect(await read.bytes()).toEqual(bytes);
  const canceled = await second;
  expect(await arrivals(2)).toEqual(["get", "get"]);
  await canceled.body.cancel();
  await arrivals(3);
  answerNext();
  await third;
});

test("PROD-16: an upload counts until it is answered", async () => {
  const { core, arrivals, answerNext } = await held(1);
  const first = upload(core, put, {}, "content");
  await arrivals(1);
  const second = call(core, ask, 1);
  await setTimeout(30); // the second call would arrive now
  expect(await arrivals(1)).toEqual(["put"]);
  answerNext();
  await first;
  expect(await arrivals(2)).toEqual(["put", "ask"]);
  answerNext();
  await second;
});

test("PROD-16: a download that resumes has one place", async () => {
  const { core } = await held(1, (request, response, index) => sendContent(request, response, index < 3));
  const folder = await mkdtemp(join(tmpdir(), "ashlar-places-"));
  expect(await (await download(core, get, {})).bytes()).toEqual(bytes); // lost after the requests 1 to 3
  await download(core, get, {}).saveTo(join(folder, "file"));
  expect(new Uint8Array(await readFile(join(folder, "file")))).toEqual(bytes);
  await rm(folder, { recursive: true });
});

test("PROD-16: a file that an earlier download has begun is resumed in the place of the new download", async () => {
  let begun: ServerResponse | undefined;
  const { core } = await held(1, (request, response, index) => {
    if (index > 0) {
      return sendContent(request, response);
    }
    begun = response;
    response.writeHead(200, { "Service-API-Result": "{}", "Content-Length": bytes.length, ETag: '"1"' });
    response.write(bytes.subarray(0, 5_000));
    return true;
  });
  const folder = await mkdtemp(join(tmpdir(), "ashlar-places-"));
  const path = join(folder, "file");
  const options: DownloadOptions = { retry: false, onProgress: () => begun?.destroy() };
  await expect(download(core, get, {}, options).saveTo(path)).rejects.toMatchObject({ name: "NetworkError" });
  expect(await download(core, get, {}).saveTo(path)).toMatchObject({ resumedFrom: 5_000 });
  expect(await download(core, get, {}).saveTo(path)).toMatchObject({ resumedFrom: 0 });
  await rm(folder, { recursive: true });
});

test("PROD-16: long polls do not count", async () => {
  const { core, arrivals, answerNext } = await held(1);
  const calls = [call(core, wait, 1), call(core, wait, 2), call(core, ask, 3)];
  await arrivals(3);
  calls.forEach(answerNext);
  await Promise.all(calls);
});

test("PROD-16: clients with other options share the limit, unless they have their own", async () => {
  const { core, arrivals, answerNext } = await held(1);
  const first = call(core, ask, 1);
  const second = call(changeOptions(core, { timeoutMs: 60_000 }), ask, 2);
  const third = call(changeOptions(core, { concurrency: 1 }), { ...ask, path: "third" }, 3);
  expect((await arrivals(2)).toSorted()).toEqual(["ask", "third"]);
  answerNext();
  answerNext();
  await Promise.all([first, third]);
  await arrivals(3);
  answerNext();
  await second;
});
