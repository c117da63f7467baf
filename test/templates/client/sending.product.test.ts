import { afterEach, describe, expect, test, vi } from "vitest";
import { changeOptions, createClientCore } from "../../../templates/runtime/client/core.js";
import type { ClientSettings, Interceptor } from "../../../templates/runtime/client/options.js";
import {
  AuthenticationError,
  NetworkError,
  ProtocolError,
  RateLimitError,
  RouteError,
  ServerError,
  TimeoutError,
} from "../../../templates/runtime/client/errors.js";
import { pauseBeforeRetry } from "../../../templates/runtime/client/retry.js";
import { call } from "../../../templates/runtime/client/call.js";
import { upload } from "../../../templates/runtime/client/upload.js";
import type { UploadContent } from "../../../templates/runtime/client/upload-content.js";
import { binding, copy, revoke, withAttributes } from "../rpc-samples.js";
import { sendJson, serve } from "./scripted-server.js";

const arg = { from_path: "/a" };
const result = { name: "a.txt", size: 5 };
const put = withAttributes(copy, { style: "upload" });

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A client of a server that answers with these statuses, one after the other, and then with success. */
async function against(statuses: readonly number[], options: Partial<ClientSettings> = {}, headers = {}) {
  const { url, arrived } = await serve((_request, response, index) => {
    const status = statuses[index] ?? 200;
    sendJson(
      response,
      status,
      status === 200 ? result : { error: { ".tag": "other" }, error_summary: "other/." },
      headers,
    );
  });
  return { core: createClientCore(binding, { hosts: url, accessToken: "t", ...options }), arrived };
}

describe("a request is repeated", () => {
  test.each([429, 503])("a request is repeated after %d, for then it has not been performed", async (status) => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const { core, arrived } = await against([status, status]);
    expect(await call(core, copy, arg)).toEqual(result);
    expect(arrived).toHaveLength(3);
  });

  test("a request is never repeated before the time that the service has asked for, in seconds (B-249)", async () => {
    vi.useFakeTimers();
    const fetch = vi
      .fn<typeof globalThis.fetch>()
      .mockResolvedValueOnce(new Response("slow down", { status: 429, headers: { "Retry-After": "7" } }))
      .mockResolvedValueOnce(Response.json(result));
    const running = call(createClientCore(binding, { hosts: "/api", accessToken: "t", fetch }), copy, arg);
    await vi.advanceTimersByTimeAsync(6_999);
    expect(fetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(await running).toEqual(result);
  });

  test("a request is repeated three times at most, or as often as the options say, and then fails as the last one did", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const { core, arrived } = await against([429, 429, 429, 429, 429]);
    await expect(call(core, copy, arg)).rejects.toBeInstanceOf(RateLimitError);
    expect(arrived).toHaveLength(3);
    await expect(call(core, copy, arg, { retry: { attempts: 2 } })).rejects.toBeInstanceOf(RateLimitError);
    expect(arrived).toHaveLength(5);
    expect(await call(core, copy, arg)).toEqual(result);
  });

  test("a request is not repeated where the caller does not want it", async () => {
    const { core, arrived } = await against([429], { retry: false });
    await expect(call(core, copy, arg)).rejects.toBeInstanceOf(RateLimitError);
    expect(arrived).toHaveLength(1);
  });

  test("a request is not repeated if the service asks for more time than the caller has", async () => {
    const { core, arrived } = await against([429], { retry: { maxPauseMs: 1_000 } }, { "Retry-After": "2" });
    await expect(call(core, copy, arg)).rejects.toMatchObject({ name: "RateLimitError", retryAfter: 2 });
    await expect(
      against([429], { timeoutMs: 1_500 }, { "Retry-After": "2" }).then(({ core }) => call(core, copy, arg)),
    ).rejects.toBeInstanceOf(RateLimitError);
    expect(arrived).toHaveLength(1);
  });

  test.each([500, 502, 504])(
    "a request is repeated after %d only if the caller says that it does no harm",
    async (status) => {
      vi.spyOn(Math, "random").mockReturnValue(0);
      const { core, arrived } = await against([status, 200, status]);
      await expect(call(core, copy, arg)).rejects.toBeInstanceOf(ServerError);
      expect(arrived).toHaveLength(1);
      expect(await call(core, copy, arg)).toEqual(result);
      expect(await call(core, copy, arg, { idempotent: true })).toEqual(result);
      expect(arrived).toHaveLength(4);
    },
  );

  test("a request is repeated after a broken connection only if the caller says that it does no harm", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const { url, arrived } = await serve((_request, response, index) =>
      index % 2 === 0 ? response.destroy() : sendJson(response, 200, result),
    );
    const core = createClientCore(binding, { hosts: url, accessToken: "t" });
    await expect(call(core, copy, arg)).rejects.toBeInstanceOf(NetworkError);
    expect(await call(core, copy, arg)).toEqual(result);
    expect(await call(core, copy, arg, { idempotent: true })).toEqual(result);
    expect(arrived).toHaveLength(4);
  });

  test.each([400, 403, 409, 418, 501])("a request is never repeated after %d", async (status) => {
    const { core, arrived } = await against([status]);
    await expect(call(core, copy, arg, { idempotent: true })).rejects.toThrow();
    expect(arrived).toHaveLength(1);
  });

  test("a request is repeated with pauses that grow, up to a limit, and differ from client to client", () => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    const failure = new NetworkError("files/copy_v2", new Error("gone"));
    const pauses = [1, 2, 3, 4, 5].map((attempt) =>
      pauseBeforeRetry(failure, attempt, true, { attempts: 5, maxPauseMs: 3_000 }),
    );
    expect(pauses).toEqual([500, 1_000, 1_500, 1_500, undefined]);
  });
});

describe("a redirect", () => {
  test("a redirect is not followed: it is no answer of this kind of service (HTTP-15)", async () => {
    const { url, arrived } = await serve((_request, response) => {
      response.writeHead(307, { Location: "/elsewhere" }).end();
    });
    const core = createClientCore(binding, { hosts: url, accessToken: "t" });
    await expect(call(core, copy, arg)).rejects.toMatchObject({ name: "ProtocolError", status: 307 });
    await expect(call(core, copy, arg)).rejects.toBeInstanceOf(ProtocolError);
    expect(arrived.map((request) => request.url.pathname)).not.toContain("/elsewhere");
  });
});

describe("a time limit", () => {
  const silent = (): Promise<{ url: string }> => serve(() => undefined);

  test("a time limit for all attempts ends the call with an error of its own", async () => {
    const { url } = await silent();
    const core = createClientCore(binding, { hosts: url, accessToken: "t", timeoutMs: 50 });
    await expect(call(core, copy, arg)).rejects.toBeInstanceOf(TimeoutError);
    await expect(call(core, copy, arg)).rejects.toMatchObject({
      name: "TimeoutError",
      route: "files/copy_v2",
      timeoutMs: 50,
      message: "files/copy_v2: no reply within 50 ms",
    });
  });

  test("a time limit for each attempt does not end the others", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const { url, arrived } = await serve((_request, response, index) =>
      index === 2 ? sendJson(response, 200, result) : undefined,
    );
    // Long enough for the third attempt, whose reply is immediate, on a busy machine.
    const core = createClientCore(binding, { hosts: url, accessToken: "t", timeoutMs: { attemptMs: 2_000 } });
    expect(await call(core, copy, arg, { idempotent: true })).toEqual(result);
    expect(arrived).toHaveLength(3);
  });

  test("a time limit counts the body too", async () => {
    const { url } = await serve((_request, response) => void response.writeHead(200).write('{"name":'));
    const core = createClientCore(binding, { hosts: url, accessToken: "t", timeoutMs: 50 });
    await expect(call(core, copy, arg)).rejects.toBeInstanceOf(TimeoutError);
  });

  test("a time limit counts the wait for a token, whether or not that heeds it", async () => {
    const core = createClientCore(binding, {
      hosts: "http://127.0.0.1:1",
      accessToken: () => new Promise<string>(() => undefined),
      timeoutMs: 20,
    });
    await expect(call(core, copy, arg)).rejects.toBeInstanceOf(TimeoutError);
  });

  test.each([Infinity, 2 ** 40])("a time limit of %d milliseconds is none", async (timeout) => {
    const { core } = await against([]);
    expect(await call(core, copy, arg, { timeoutMs: timeout })).toEqual(result);
  });

  test("a time limit leaves no timer behind", async () => {
    const { core } = await against([409], { timeoutMs: { attemptMs: 60_000, totalMs: 90_000 } });
    const cleared = vi.spyOn(globalThis, "clearTimeout");
    const set = vi.spyOn(globalThis, "setTimeout");
    await expect(call(core, copy, arg)).rejects.toBeInstanceOf(RouteError);
    const own = set.mock.results.filter((_, index) => [60_000, 90_000].includes(set.mock.calls[index]?.[1] ?? 0));
    expect(own).toHaveLength(2);
    for (const { value } of own) {
      expect(cleared).toHaveBeenCalledWith(value);
    }
  });
});

describe("an abort", () => {
  test("an abort ends the pause before another attempt", async () => {
    const { core, arrived } = await against([429], {}, { "Retry-After": "20" });
    const controller = new AbortController();
    const running = call(core, copy, arg, { signal: controller.signal });
    await vi.waitUntil(() => arrived.length === 1, { interval: 5, timeout: 500_000 });
    await new Promise((resolve) => setTimeout(resolve, 20));
    controller.abort(new Error("enough"));
    await expect(running).rejects.toThrow(new Error("enough"));
  });

  test("an abort leaves no listener behind", async () => {
    const { core } = await against([409]);
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, "addEventListener");
    const removed = vi.spyOn(signal, "removeEventListener");
    await expect(call(core, copy, arg, { signal })).rejects.toBeInstanceOf(RouteError);
    expect(removed).toHaveBeenCalledTimes(added.mock.calls.length);
  });

  test("an abort ends all of many calls, which add so few listeners to its signal that the platform warns of no leak", async () => {
    const { core } = await against([]);
    const controller = new AbortController();
    const removed = vi.spyOn(controller.signal, "removeEventListener");
    const warned = vi.fn();
    process.on("warning", warned);
    const together = () => Array.from({ length: 200 }, () => call(core, copy, arg, { signal: controller.signal }));
    expect(await Promise.all(together())).toHaveLength(200);
    expect(removed).toHaveBeenCalled();
    const running = together();
    controller.abort(new Error("enough"));
    const reasons = new Set((await Promise.allSettled(running)).map((call) => "reason" in call && call.reason));
    process.off("warning", warned);
    expect([...reasons]).toEqual([new Error("enough")]);
    expect(warned).not.toHaveBeenCalled();
  });
});

describe("a provider of tokens", () => {
  /** A server for which only the token of the moment is good. */
  async function guarded(good: () => string) {
    return serve(({ headers }, response) =>
      headers.authorization === `Bearer ${good()}`
        ? sendJson(response, 200, result)
        : sendJson(response, 401, {
            error: { ".tag": "expired_access_token" },
            error_summary: "expired_access_token/.",
          }),
    );
  }

  test("a provider of tokens is asked for another token after a 401, and the request is sent once more", async () => {
    const { url, arrived } = await guarded(() => "new");
    const accessToken = vi.fn((refused?: string) => (refused === undefined ? "old" : "new"));
    const attempts: number[] = [];
    const count: Interceptor = (request, send) => {
      attempts.push(request.attempt);
      return send(request);
    };
    const core = createClientCore(binding, { hosts: url, accessToken, interceptors: [count] });
    expect(await call(core, copy, arg)).toEqual(result);
    expect(attempts).toEqual([1, 2]);
    expect(accessToken.mock.calls).toEqual([[undefined], ["old"]]);
    expect(arrived).toHaveLength(2);
  });

  test("a provider of tokens is asked once, however many parallel calls meet the 401", async () => {
    let good = "0";
    const { url } = await guarded(() => good);
    let stored = "0";
    let refreshes = 0;
    const accessToken = async (refused?: string): Promise<string> => {
      if (refused === stored) {
        refreshes++;
        await new Promise((resolve) => setTimeout(resolve, 20));
        stored = good;
      }
      return stored;
    };
    const core = createClientCore(binding, { hosts: url, accessToken });
    const calls = Array.from({ length: 50 }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, index));
      if (index === 25) {
        good = "1";
      }
      return call(core, copy, arg);
    });
    expect(await Promise.all(calls)).toEqual(calls.map(() => result));
    expect(refreshes).toBe(1);
  });

  test("a provider of tokens that has no other token, or whose other token is refused too, leaves the 401 to the caller", async () => {
    const { url, arrived } = await guarded(() => "unknown");
    const same = createClientCore(binding, { hosts: url, accessToken: () => "old" });
    await expect(call(same, copy, arg)).rejects.toMatchObject({
      name: "AuthenticationError",
      reason: "expired_access_token",
    });
    expect(arrived).toHaveLength(1);
    let count = 0;
    const other = createClientCore(binding, { hosts: url, accessToken: () => `${count++}` });
    await expect(call(other, copy, arg)).rejects.toBeInstanceOf(AuthenticationError);
    expect(arrived).toHaveLength(3);
  });

  test("a provider of tokens is asked by all calls of the moment together, and again by the next one", async () => {
    const { url } = await guarded(() => "t");
    const accessToken = vi.fn(() => Promise.resolve("t"));
    const core = createClientCore(binding, { hosts: url, accessToken });
    await Promise.all([call(core, copy, arg), call(core, copy, arg), call(core, copy, arg)]);
    expect(accessToken).toHaveBeenCalledTimes(1);
    await call(core, copy, arg);
    expect(accessToken).toHaveBeenCalledTimes(2);
  });

  test("a provider of tokens that has failed is asked again", async () => {
    const { url } = await guarded(() => "t");
    const accessToken = vi.fn().mockRejectedValueOnce(new Error("offline")).mockResolvedValue("t");
    const core = createClientCore(binding, { hosts: url, accessToken });
    await expect(call(core, copy, arg)).rejects.toThrow("offline");
    expect(await call(core, copy, arg)).toEqual(result);
  });

  test("a provider of tokens that never answers fails the calls that wait for it after half a minute, and is called again", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { url } = await guarded(() => "t");
    const accessToken = vi
      .fn()
      .mockReturnValueOnce(new Promise(() => undefined))
      .mockReturnValue("t");
    const core = createClientCore(binding, { hosts: url, accessToken });
    const failing = Promise.allSettled([call(core, copy, arg), call(core, copy, arg)]);
    await vi.advanceTimersByTimeAsync(30_000);
    const error = expect.objectContaining({
      name: "TimeoutError",
      message: "files/copy_v2: no access token within 30000 ms",
    }) as unknown;
    expect(await failing).toEqual([1, 2].map(() => ({ status: "rejected", reason: error })));
    expect(await call(core, copy, arg)).toEqual(result);
  });

  test("a provider of tokens is asked for another token also if the rejected request cannot be sent again, for later calls", async () => {
    const { url } = await guarded(() => "new");
    let stored = "old";
    const accessToken = (rejected?: string): string => (stored = rejected === undefined ? stored : "new");
    const core = createClientCore(binding, { hosts: url, accessToken });
    const send = () => upload(core, put, arg, new Blob(["abc"]).stream());
    await expect(send()).rejects.toMatchObject({ name: "AuthenticationError" });
    expect(await send()).toEqual(result);
  });

  test("a provider of tokens is asked for another token also if the platform hides the 401 for a streamed body, as Node 24.15 does", async () => {
    const { url } = await guarded(() => "new");
    const hiding: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (response.status === 401 && init?.body instanceof ReadableStream) {
        throw new TypeError("fetch failed", { cause: new Error("expected non-null body source") });
      }
      return response;
    };
    const accessToken = (rejected?: string): string => (rejected === undefined ? "old" : "new");
    const core = createClientCore(binding, { hosts: url, accessToken, fetch: hiding });
    const send = (content: UploadContent) => upload(core, put, arg, content, { onProgress: () => undefined });
    expect(await send(new Uint8Array(3))).toEqual(result);
    await expect(send(new Blob(["abc"]).stream())).rejects.toMatchObject({ name: "AuthenticationError", status: 401 });
  });

  test("a provider of tokens is shared by clients that differ in something else", async () => {
    const { url } = await guarded(() => "t");
    const accessToken = vi.fn(() => Promise.resolve("t"));
    const core = createClientCore(binding, { hosts: url, accessToken });
    const member = changeOptions(core, { selectUser: "m1" });
    await Promise.all([call(core, copy, arg), call(member, copy, arg)]);
    expect(accessToken).toHaveBeenCalledTimes(1);
  });
});

describe("interceptors", () => {
  test("interceptors stand around each attempt, the first one outermost", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const log: string[] = [];
    const named =
      (name: string): Interceptor =>
      async (request, send) => {
        log.push(`${name} > ${request.route.path} ${request.attempt}`);
        const response = await send(request);
        log.push(`${name} < ${response.status}`);
        return response;
      };
    const { core } = await against([503], { interceptors: [named("a"), named("b")] });
    await call(core, copy, arg);
    expect(log).toEqual([
      "a > files/copy_v2 1",
      "b > files/copy_v2 1",
      "b < 503",
      "a < 503",
      "a > files/copy_v2 2",
      "b > files/copy_v2 2",
      "b < 200",
      "a < 200",
    ]);
  });

  test("interceptors may change the request and answer themselves; what they throw is theirs", async () => {
    const { core, arrived } = await against([], {
      interceptors: [
        (request, send) => {
          request.init.headers.set("X-Trace", "7");
          return send(request);
        },
      ],
    });
    await call(core, copy, arg);
    expect(arrived[0]?.headers["x-trace"]).toBe("7");
    const answering = changeOptions(core, { interceptors: [() => Promise.resolve(Response.json(result))] });
    expect(await call(answering, copy, arg)).toEqual(result);
    const failing = changeOptions(core, { interceptors: [() => Promise.reject(new RangeError("mine"))] });
    await expect(call(failing, copy, arg)).rejects.toThrow(new RangeError("mine"));
    expect(arrived).toHaveLength(1);
  });
});

describe("the headers that select somebody (B-095, B-099)", () => {
  test.each([
    [{ selectUser: "dbmid:1" }, { "service-api-select-user": "dbmid:1" }],
    [{ selectAdmin: "dbmid:2" }, { "service-api-select-admin": "dbmid:2" }],
  ])(
    "the header for %j is sent where routes are of users, and only there (B-095, B-099)",
    async (options, expected) => {
      const { core, arrived } = await against([], options);
      await call(core, copy, arg);
      await call(core, withAttributes(copy, { auth: "team" }), arg);
      expect(arrived[0]?.headers).toMatchObject(expected);
      expect(Object.keys(arrived[1]?.headers ?? {}).filter((name) => name.includes("select"))).toEqual([]);
    },
  );

  test("the headers that select somebody exclude each other and avoidPreflight", () => {
    const options = { hosts: "http://127.0.0.1:1", selectUser: "m" };
    expect(() => createClientCore(binding, { ...options, selectAdmin: "n" })).toThrow(TypeError);
    expect(() => createClientCore(binding, { ...options, avoidPreflight: true })).toThrow(TypeError);
  });
});

describe("avoidPreflight", () => {
  test("a request with avoidPreflight has everything in the URL and no header that a browser would ask about first (B-014 to B-017)", async () => {
    const { core, arrived } = await against([], { avoidPreflight: true, accessToken: "t+/= é" });
    await call(core, copy, { from_path: "/日本" });
    await call(core, revoke, undefined);
    const [first, second] = arrived;
    expect(first?.method).toBe("POST");
    expect(first?.url.search).toBe(`?authorization=${encodeURIComponent("Bearer t+/= é")}&reject_cors_preflight=true`);
    expect(first?.headers["content-type"]).toBe("text/plain; charset=service-cors-hack");
    expect(first?.body.toString()).toBe('{"from_path":"/日本"}');
    expect(second?.url.searchParams.get("reject_cors_preflight")).toBe("true");
    expect(second?.headers["content-type"]).toBeUndefined();
    expect(second?.body).toHaveLength(0);
    for (const { headers } of arrived) {
      expect(headers).not.toHaveProperty("authorization");
      expect(Object.keys(headers).filter((name) => name.startsWith("service-api"))).toEqual([]);
    }
  });
});
