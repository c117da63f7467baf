import { expect, test } from "vitest";
import type { Around } from "../../../templates/runtime/client/around.js";
import { createClientCore } from "../../../templates/runtime/client/core.js";
import { download } from "../../../templates/runtime/client/download.js";
import { lazyRoute } from "../../../templates/runtime/client/lazy-route.js";
import { call } from "../../../templates/runtime/client/rpc.js";
import { upload } from "../../../templates/runtime/client/upload.js";
import { binding, copy, withAttributes } from "../rpc-samples.js";
import { expectNoLeaks } from "./leaks.js";
import { sendJson, serve } from "./scripted-server.js";

const { path } = copy;
const arg = { from_path: "/a" };
const result = { name: "a.txt", size: 5 };

expectNoLeaks();

/** A client of a server that answers each call, and what has arrived there. */
async function client(around: Around[] = []) {
  const { url, arrived } = await serve((_request, response) => {
    response.setHeader("Service-API-Result", JSON.stringify(result));
    sendJson(response, 200, result);
  });
  return { core: createClientCore(binding, { hosts: url, accessToken: "t", around }), arrived };
}

/** What never settles, like the request of a module that is not answered. */
const forever = (): Promise<never> => new Promise(() => undefined);

test("a call, an upload and a download of a lazy route load it first, and are checked as usual", async () => {
  const { core } = await client();
  const put = withAttributes(copy, { style: "upload", host: "content" });
  const get = withAttributes(copy, { style: "download", host: "content" });
  expect(await call(core, lazyRoute({ path, load: () => Promise.resolve(copy) }), arg)).toEqual(result);
  expect(await upload(core, lazyRoute({ path, load: () => Promise.resolve(put) }), arg, "content")).toEqual(result);
  const content = await download(core, lazyRoute({ path, load: () => Promise.resolve(get) }), arg);
  expect([content.result, JSON.parse(await content.text())]).toEqual([result, result]);
  const wrong = call(core, lazyRoute({ path, load: () => Promise.resolve(copy) }), { from_path: 5 } as never);
  await expect(wrong).rejects.toMatchObject({ name: "EncodeError", route: path });
});

test("PROD-1: the functions around the call of a lazy route get the route as others do", async () => {
  const seen: unknown[] = [];
  const around: Around = (call, next) => {
    seen.push(call.route.path, call.route.attributes, call.redactedArg());
    return next();
  };
  const { core } = await client([around]);
  await call(core, lazyRoute({ path, load: () => Promise.resolve(copy) }), arg);
  expect(seen).toEqual([path, copy.attributes, arg]);
});

test("a route that cannot be loaded makes its call fail like a lost connection, and the next call tries again", async () => {
  const { core, arrived } = await client();
  let attempts = 0;
  const load = (): Promise<typeof copy> =>
    attempts++ === 0 ? Promise.reject(new TypeError("Failed to fetch routes.js")) : Promise.resolve(copy);
  const route = lazyRoute({ path, load });
  const failing = call(core, route, arg);
  await expect(failing).rejects.toMatchObject({
    name: "NetworkError",
    message: `${path}: no response: Failed to fetch routes.js`,
  });
  await expect(failing.outcome()).rejects.toMatchObject({ name: "NetworkError" });
  expect(arrived).toHaveLength(0);
  expect(await call(core, route, arg).outcome()).toMatchObject({ ok: true, value: result });
});

test("options that are invalid are reported before anything is loaded", async () => {
  const { core } = await client();
  let loads = 0;
  const route = lazyRoute({ path, load: () => (loads++, Promise.resolve(copy)) });
  await expect(call(core, route, arg, { timeout: "5s" } as never)).rejects.toThrow(
    'The option timeout must be a number or an object, not "5s"',
  );
  await expect(call(core, route, arg, { singal: undefined } as never)).rejects.toThrow("singal");
  expect(loads).toBe(0);
});

test("PKG-5: the signal and the timeout of a call end the loading of its route", async () => {
  const { core, arrived } = await client();
  const route = lazyRoute({ path, load: forever });
  const enough = new Error("enough");
  await expect(call(core, route, arg, { signal: AbortSignal.abort(enough) })).rejects.toBe(enough);
  const controller = new AbortController();
  const running = call(core, route, arg, { signal: controller.signal });
  controller.abort(enough);
  await expect(running).rejects.toBe(enough);
  for (const timeout of [5, { attempt: 5 }]) {
    await expect(call(core, route, arg, { timeout })).rejects.toMatchObject({
      name: "TimeoutError",
      message: `${path}: the checks were not loaded within 5 ms`,
    });
  }
  expect(arrived).toHaveLength(0);
});
