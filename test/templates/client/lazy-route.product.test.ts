import { expect, onTestFinished, test, vi } from "vitest";
import type { Around } from "../../../templates/runtime/client/around.js";
import { callChangingList } from "../../../templates/runtime/client/changes.js";
import { createClientCore } from "../../../templates/runtime/client/core.js";
import { download, downloadUrl } from "../../../templates/runtime/client/download.js";
import { RouteError } from "../../../templates/runtime/client/errors.js";
import { call, isRouteError } from "../../../templates/runtime/client/call.js";
import { lazyRoute, type LazyRoute } from "../../../templates/runtime/client/lazy-route.js";
import type { ClientSettings } from "../../../templates/runtime/client/options.js";
import { pause } from "../../../templates/runtime/client/signals.js";
import { upload } from "../../../templates/runtime/client/upload.js";
import { queryKey } from "../../../templates/runtime/query/keys.js";
import type { Route } from "../../../templates/runtime/routes/route.js";
import { binding, copy, withAttributes } from "../rpc-samples.js";
import { expectNoLeaks } from "./leaks.js";
import { sendJson, serve } from "./scripted-server.js";
import { plainRoute } from "./scripted-service.js";

const { path } = copy;
const arg = { from_path: "/a" };
const result = { name: "a.txt", size: 5 };

expectNoLeaks();

/** A client of a server that answers each call, by default with the same result, and what has arrived there. */
async function client(settings: Partial<ClientSettings> = {}, json: object = result) {
  const { url, arrived } = await serve((_request, response) => {
    response.setHeader("Service-API-Result", JSON.stringify(result));
    sendJson(response, 200, json);
  });
  return { core: createClientCore(binding, { hosts: url, accessToken: "t", ...settings }), arrived };
}

/** The lazy form of a route. */
function lazily<Arg, Result, E>(route: Route<Arg, Result, E>): LazyRoute<Arg, Result, E> {
  return lazyRoute({ path: route.path, load: () => Promise.resolve(route) });
}

/** What never settles, like the request of a module that is not answered. */
const forever = (): Promise<never> => new Promise(() => undefined);

test("a call, an upload and a download of a lazy route load it first, and are checked as usual", async () => {
  const { core } = await client();
  const put = lazily(withAttributes(copy, { style: "upload", host: "content" }));
  const get = lazily(withAttributes(copy, { style: "download", host: "content" }));
  expect(await call(core, lazily(copy), arg)).toEqual(result);
  expect(await upload(core, put, arg, "content")).toEqual(result);
  const content = await download(core, get, arg);
  expect([content.result, JSON.parse(await content.text())]).toEqual([result, result]);
  const wrong = call(core, lazily(copy), { from_path: 5 } as never);
  await expect(wrong).rejects.toMatchObject({ name: "EncodeError", route: path });
});

test("a route is loaded once, and later calls begin at once, with the argument as it is then", async () => {
  const { core, arrived } = await client();
  const load = vi.fn(() => Promise.resolve(copy));
  const route = lazyRoute({ path, load });
  await call(core, route, arg);
  const changed = { from_path: "/b" };
  const running = call(core, route, changed);
  changed.from_path = "/c";
  await running;
  expect(load).toHaveBeenCalledTimes(1);
  expect(arrived.map(({ body }) => JSON.parse(body.toString()) as unknown)).toEqual([arg, { from_path: "/b" }]);
});

test("PKG-5: first calls send their arguments as they were at the call", async () => {
  const { core, arrived } = await client();
  const update = plainRoute<object, typeof result, never>("update");
  const route = lazily(update);
  const [values, changed] = [{ list: [{ name: "a" }], at: new Date(0), none: undefined }, { list: [{ name: "a" }] }];
  const running = [call(core, route, values), call(core, route, changed)];
  changed.list.push({ name: "b" });
  Object.assign(changed.list[0] ?? {}, { name: "c" });
  await Promise.all(running);
  const sent = arrived.map(({ body }) => JSON.parse(body.toString()) as unknown);
  expect(sent).toEqual([{ list: [{ name: "a" }], at: "1970-01-01T00:00:00.000Z" }, { list: [{ name: "a" }] }]);
});

test("isRouteError recognizes the error of a lazy route, and knows its type, without loading it", () => {
  const load = vi.fn<() => Promise<typeof copy>>(forever);
  const route = lazyRoute({ path, load });
  const response = { status: 409, headers: new Headers(), body: "" };
  const details = {
    error: { ".tag": "other" },
    summary: "other/",
    userMessage: undefined,
    userMessageLocale: undefined,
  };
  const thrown: unknown = new RouteError(path, response, details);
  expect(isRouteError(thrown, route) && thrown.error[".tag"]).toBe("other");
  expect(isRouteError(thrown, { ...route, path: "files/move" })).toBe(false);
  expect(load).not.toHaveBeenCalled();
});

test("PROD-1: functions around the call of a lazy route get the route as others do, once it is loaded", async () => {
  const seen: unknown[] = [];
  const around: Around = (call, next) => {
    seen.push(call.route.path, call.route.attributes, call.redactedArg());
    return next();
  };
  const { core } = await client({ around });
  const failing = lazyRoute({
    path,
    load: () => Promise.reject<typeof copy>(new TypeError("Failed to fetch routes.js")),
  });
  await expect(call(core, failing, arg)).rejects.toMatchObject({ name: "NetworkError" });
  expect(seen).toEqual([]);
  await call(core, lazily(copy), arg);
  expect(seen).toEqual([path, copy.attributes, arg]);
});

test("PKG-5: a route that cannot be loaded makes its call fail without retries, and the next call tries again", async () => {
  const { core, arrived } = await client();
  const load = vi.fn(() => Promise.resolve(copy));
  load.mockRejectedValueOnce(new TypeError("Failed to fetch routes.js"));
  const route = lazyRoute({ path, load });
  const failing = call(core, route, arg, { idempotent: true });
  await expect(failing).rejects.toMatchObject({
    name: "NetworkError",
    message: `${path}: no response: the checks were not loaded: Failed to fetch routes.js`,
    cause: { cause: new TypeError("Failed to fetch routes.js") },
  });
  await expect(failing.outcome()).rejects.toMatchObject({ name: "NetworkError" });
  expect(load).toHaveBeenCalledTimes(1);
  expect(arrived).toHaveLength(0);
  expect(await call(core, route, arg).outcome()).toMatchObject({ ok: true, value: result });
});

test("options that are invalid are reported before anything is loaded", async () => {
  const { core } = await client();
  const load = vi.fn<() => Promise<typeof copy>>(forever);
  const route = lazyRoute({ path, load });
  await expect(call(core, route, arg, { timeoutMs: "5s" } as never)).rejects.toThrow(
    'The option timeoutMs must be a number or an object, not "5s"',
  );
  await expect(call(core, route, arg, { singal: undefined } as never)).rejects.toThrow("singal");
  expect(load).not.toHaveBeenCalled();
});

test("PKG-5: the signal and the timeout of a call end the loading of its route", async () => {
  const { core, arrived } = await client();
  const route = lazyRoute<typeof arg, unknown, unknown>({ path, load: forever });
  const enough = new Error("enough");
  await expect(call(core, route, arg, { signal: AbortSignal.abort(enough) })).rejects.toBe(enough);
  const controller = new AbortController();
  const running = call(core, route, arg, { signal: controller.signal });
  controller.abort(enough);
  await expect(running).rejects.toBe(enough);
  for (const timeoutMs of [5, { attemptMs: 5 }, { totalMs: 5, attemptMs: 60_000 }]) {
    await expect(call(core, route, arg, { timeoutMs })).rejects.toMatchObject({
      name: "TimeoutError",
      message: `${path}: the checks were not loaded within 5 ms`,
    });
  }
  expect(arrived).toHaveLength(0);
});

/** A route that is loaded after some time of fake timers. */
function loadedAfter(milliseconds: number, route = copy): LazyRoute<typeof arg, unknown, unknown> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  onTestFinished(() => void vi.useRealTimers());
  return lazyRoute({ path, load: async () => (await pause(milliseconds, undefined), route) });
}

test("PKG-5: the timeout of a call is one for loading and for the request", async () => {
  const route = loadedAfter(60);
  const { core } = await client({ fetch: forever });
  const begin = Date.now();
  const running = call(core, route, arg, { timeoutMs: { totalMs: 100, attemptMs: 50 } }).catch(
    (thrown: unknown) => thrown,
  );
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await running).toMatchObject({ name: "TimeoutError", message: `${path}: no reply within 100 ms` });
  expect(Date.now() - begin).toBe(1_000);
});

test("PKG-5: nothing is sent if no time is left after loading", async () => {
  const { core, arrived } = await client();
  const load = (): Promise<typeof copy> => {
    const end = Date.now() + 30;
    while (Date.now() < end); // evaluating a module does not let timers run
    return Promise.resolve(copy);
  };
  await expect(call(core, lazyRoute({ path, load }), arg, { timeoutMs: 20 })).rejects.toMatchObject({
    name: "TimeoutError",
    timeoutMs: 20,
  });
  expect(arrived).toHaveLength(0);
});

test("the options of a call of a lazy route are those of its request, and a resumed download has the whole timeout", async () => {
  const received: (string | undefined)[] = [];
  const text = "0123456789";
  const { url } = await serve(({ headers }, response) => {
    received.push(headers["x-mine"] as string, headers.range);
    const start = Number(/=(\d+)/.exec(headers.range ?? "=0")?.[1]);
    response.writeHead(start === 0 ? 200 : 206, {
      ETag: '"1"',
      "Content-Length": text.length - start,
      ...(start > 0 && { "Content-Range": `bytes ${start}-9/10` }),
      "Service-API-Result": JSON.stringify(result),
    });
    if (start === 0) {
      response.write(text.slice(0, 5), () => response.destroy());
    } else {
      vi.advanceTimersByTime(60); // together with the loading, longer than the timeout
      response.end(text.slice(start));
    }
  });
  const get = withAttributes(copy, { style: "download", host: "content" });
  const route = loadedAfter(50, get);
  const core = createClientCore(binding, { hosts: url, accessToken: "t" });
  const options = { headers: { "X-Mine": "yes" }, timeoutMs: { totalMs: 100, idleMs: 100 } };
  const running = download(core, route, arg, options);
  await vi.advanceTimersByTimeAsync(50);
  expect(await (await running).text()).toBe(text);
  expect(received).toEqual(["yes", undefined, "yes", "bytes=5-"]);
});

test("several first calls load a route at the same time, and end each in its own way", async () => {
  const { core, arrived } = await client();
  const loads = [() => Promise.resolve(copy), () => Promise.reject<typeof copy>(new Error("lost")), forever, forever];
  const route = lazyRoute({ path, load: () => loads.shift()?.() ?? Promise.resolve(copy) });
  const controller = new AbortController();
  const options = [{}, {}, { timeoutMs: 5 }, { signal: controller.signal }];
  const running = options.map((each) =>
    call(core, route, arg, each).then(String, (thrown: unknown) => (thrown as Error).name),
  );
  controller.abort(Object.assign(new Error("enough"), { name: "Enough" }));
  expect(await Promise.all(running)).toEqual(["[object Object]", "NetworkError", "TimeoutError", "Enough"]);
  expect(await call(core, route, arg)).toEqual(result);
  expect(arrived).toHaveLength(2);
});

test("downloadUrl accepts a lazy route, and queries name the place of the complete one", async () => {
  const { core } = await client();
  const get = lazily(withAttributes(copy, { style: "download", host: "content" }));
  expect(await downloadUrl(core, get, arg)).toContain(`/2/${path}?`);
  expect(() => queryKey(get as never)).toThrow(
    `${path} is a lazy route. Import the complete one, from the subpath of its namespace with /codecs`,
  );
});

test("a lazy route whose checks are loaded is retried with the same idempotency key", async () => {
  const keyed = lazily({ ...copy, idempotencyHeader: "Key" });
  const { url, arrived } = await serve((_request, response, index) =>
    sendJson(response, index === 0 ? 500 : 200, result),
  );
  const core = createClientCore(binding, { hosts: url, accessToken: "t" });
  vi.spyOn(Math, "random").mockReturnValue(0); // no pauses between attempts
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await call(core, keyed, arg, { idempotencyKey: "k" })).toEqual(result);
  expect(arrived.map(({ headers }) => headers["key"])).toEqual(["k", "k"]);
});

test("PROD-32: a list that changes() does not need is not requested, although its route is loaded", async () => {
  interface Page {
    readonly entries: readonly string[];
    readonly cursor: string;
    readonly has_more: boolean;
  }
  const { core, arrived } = await client({}, { entries: ["b"], cursor: "c2", has_more: false });
  const load = vi.fn(() => Promise.resolve(plainRoute<object, Page, never>("list")));
  const more = lazily(plainRoute<{ readonly cursor: string }, Page, never>("list/continue"));
  const list = callChangingList(
    core,
    lazyRoute({ path: "list", load }),
    {},
    {},
    {
      next: (cursor, options) => call(core, more, { cursor }, options),
      items: ({ entries }: Page) => entries,
      poll: forever,
    },
  );
  for await (const item of list.changes({ cursor: "c1" }).items()) {
    expect(item).toBe("b");
    break;
  }
  await expect(list).rejects.toThrow("list: changes() begins at a cursor, so the list is not requested");
  expect(load).toHaveBeenCalledTimes(1);
  expect(arrived.map(({ url }) => url.pathname)).toEqual(["/2/list/continue"]);
});
