import { AsyncLocalStorage } from "node:async_hooks";
import { describe, expect, test } from "vitest";
import type { AroundServedCall, ServedOutcome, ServerAround } from "../../../templates/runtime/server/around.js";
import { badCall, rateLimited, routeError } from "../../../templates/runtime/server/refusal.js";
import { toFetchHandler } from "../../../templates/runtime/server/fetch-handler.js";
import type { ServerOptions } from "../../../templates/runtime/server/options.js";
import { createServerCore } from "../../../templates/runtime/server/server.js";
import { download, rpc } from "../../../templates/runtime/server/server-route.js";
import { binding, copy } from "../rpc-samples.js";
import { closeAfterEach, load, serve, until } from "./server-samples.js";

closeAfterEach();

const result = { name: "a.txt", size: 5 };
const body = JSON.stringify({ from_path: "/a" });
const head = { Authorization: "Bearer good", "Content-Type": "application/json" };

function post(url: string, headers: Record<string, string> = head, text = body): Promise<Response> {
  return fetch(`${url}${copy.path}?secret=1`, { method: "POST", headers, body: text });
}

/** A server whose calls are recorded with what they came to. */
async function recording(handle: (arg: unknown) => unknown, options: Partial<ServerOptions<unknown>> = {}) {
  const calls: [AroundServedCall<unknown>, ServedOutcome][] = [];
  const around: ServerAround<unknown> = async (call, next) => {
    expect([call.caller, call.arg]).toEqual([undefined, undefined]);
    const outcome = await next();
    calls.push([call, outcome]);
  };
  const running = await serve([rpc(copy, (arg) => new Promise((resolve) => resolve(handle(arg) as never)))], {
    around,
    ...options,
  });
  return { ...running, calls };
}

describe("PROD-2: around", () => {
  test("PROD-2: around sees the route, the request without its query, the caller, the argument and the outcome", async () => {
    const { url, calls } = await recording(() => result);
    expect((await post(url, { ...head, Traceparent: "t" })).status).toBe(200);
    await until(() => calls.length === 1);
    const [[call, outcome] = []] = calls;
    expect(call?.route.path).toBe(copy.path);
    expect([call?.request.method, call?.request.url, call?.request.header("Traceparent")]).toEqual([
      "POST",
      `${binding.prefix}${copy.path}`,
      "t",
    ]);
    expect([call?.caller, call?.arg]).toEqual(["somebody", { from_path: "/a" }]);
    expect(outcome).toEqual({ status: 200, errorPath: undefined, kind: "json" });
  });

  test.each([
    ["a route error", head, body, { status: 409, errorPath: "other", kind: "json" }],
    ["a refusal", {}, body, { status: 401, errorPath: undefined, kind: "text" }],
    ["an argument that does not match", head, "{}", { status: 400, errorPath: undefined, kind: "text" }],
  ])("PROD-2: around is told of %s", async (_, headers, text, expected) => {
    const { url, calls } = await recording(() => {
      throw routeError(copy, { ".tag": "other" });
    });
    await post(url, headers, text);
    await until(() => calls.length === 1);
    expect(calls[0]?.[1]).toEqual(expected);
  });

  test("PROD-2: around is not asked about unknown routes and preflight requests", async () => {
    const { url, calls } = await recording(() => result, { allowedOrigins: "*" });
    await fetch(`${url}nothing`, { method: "POST" });
    const origin = { Origin: "https://a.example", "Access-Control-Request-Method": "POST" };
    await fetch(`${url}${copy.path}`, { method: "OPTIONS", headers: origin });
    expect(calls).toEqual([]);
  });

  test("PROD-2: around carries its context into the handler", async () => {
    const storage = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const around: ServerAround<unknown> = (_, next) => storage.run("trace", next);
    const { url } = await recording(() => (seen.push(storage.getStore()), result), { around });
    await post(url);
    expect(seen).toEqual(["trace"]);
  });

  test("PROD-2: around does not delay the response by what follows next, on either platform", async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const around: ServerAround<unknown> = async (_, next) => {
      await next();
      await held;
    };
    const { url } = await recording(() => result, { around });
    expect(await (await post(url)).json()).toEqual(result);
    const core = createServerCore<unknown>(binding, [rpc(copy, () => Promise.resolve(result))], {
      authenticate: () => "somebody",
      around,
    });
    const request = new Request(`http://a${binding.prefix}${copy.path}`, { method: "POST", headers: head, body });
    expect(await (await toFetchHandler(core)(request)).json()).toEqual(result);
    release();
  });

  test("PROD-2: around ends with the last byte of content, or when the caller has gone", async () => {
    const outcomes: ServedOutcome[] = [];
    const around: ServerAround<unknown> = async (_, next) => outcomes.push(await next());
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    async function* content(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(10);
      await held;
      yield new Uint8Array(10);
    }
    const route = download(load, () => Promise.resolve({ result, content: content() }));
    const { url } = await serve([route], { around });
    const arg = { "Dropbox-API-Arg": body, [binding.headers.arg]: body, Authorization: "Bearer good" };
    const whole = await fetch(`${url}${load.path}`, { method: "POST", headers: arg });
    expect(outcomes).toEqual([]);
    release();
    await whole.arrayBuffer();
    await until(() => outcomes.length === 1);
    expect(outcomes[0]).toEqual({ status: 200, errorPath: undefined, kind: "content" });

    const endless = new ReadableStream(
      { pull: (controller) => controller.enqueue(new Uint8Array(1000)) },
      { highWaterMark: 0 },
    );
    const again = await serve([download(load, () => Promise.resolve({ result, content: endless }))], { around });
    const abort = new AbortController();
    await fetch(`${again.url}${load.path}`, { method: "POST", headers: arg, signal: abort.signal });
    abort.abort();
    await until(() => outcomes.length === 2);
  });

  test("PROD-2: around rejects a call by the errors that authenticate may throw, before anything is read", async () => {
    const handled: unknown[] = [];
    const limited = await recording((arg) => handled.push(arg), {
      around: () => {
        throw rateLimited(7, "too_many_requests");
      },
    });
    const response = await post(limited.url);
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "7"]);
    const bad = await recording((arg) => handled.push(arg), {
      around: ({ route }) => {
        throw badCall(route, "no");
      },
    });
    expect((await post(bad.url)).status).toBe(400);
    expect(handled).toEqual([]);
  });

  test("PROD-2: around may be a list of functions, of which the first is the outermost", async () => {
    const order: string[] = [];
    const named =
      (name: string): ServerAround<unknown> =>
      async (_, next) => {
        order.push(name);
        await next();
        order.push(name);
      };
    const { url } = await recording(() => result, { around: [named("outer"), named("inner")] });
    await post(url);
    await until(() => order.length === 4);
    expect(order).toEqual(["outer", "inner", "inner", "outer"]);
  });
});

describe("PROD-3: a mistake around a served call", () => {
  test("PROD-3: a mistake before next is an internal error, and is reported", async () => {
    const { url, errors } = await recording(() => result, {
      around: () => {
        throw new Error("before");
      },
    });
    expect((await post(url)).status).toBe(500);
    expect(errors).toEqual([new Error("before")]);
  });

  test("PROD-3: a mistake after next is reported, and the response stands", async () => {
    const { url, errors } = await recording(() => result, {
      around: async (_, next) => {
        await next();
        throw new Error("after");
      },
    });
    expect((await post(url)).status).toBe(200);
    await until(() => errors.length === 1);
    expect(errors).toEqual([new Error("after")]);
  });

  test("PROD-3: a missing call of next is an internal error, and a second one is reported", async () => {
    const without = await recording(() => result, { around: () => undefined });
    expect((await post(without.url)).status).toBe(500);
    expect(without.errors).toEqual([new TypeError("around must call next once")]);
    const handled: unknown[] = [];
    const twice = await recording((arg) => (handled.push(arg), result), {
      around: async (_, next) => {
        await next();
        await next();
      },
    });
    expect((await post(twice.url)).status).toBe(200);
    await until(() => twice.errors.length === 1);
    expect(handled).toHaveLength(1);
  });
});
