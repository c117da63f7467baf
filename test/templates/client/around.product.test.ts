import { describe, expect, test, vi } from "vitest";
import type { Around, AroundCall, Attempt } from "../../../templates/runtime/client/around.js";
import { createClientCore } from "../../../templates/runtime/client/core.js";
import { download } from "../../../templates/runtime/client/download.js";
import type { ClientSettings } from "../../../templates/runtime/client/options.js";
import { callList } from "../../../templates/runtime/client/paging.js";
import { call } from "../../../templates/runtime/client/call.js";
import { uploadInPieces } from "../../../templates/runtime/client/upload-session.js";
import { upload } from "../../../templates/runtime/client/upload.js";
import { callLaunch } from "../../../templates/runtime/client/waiting.js";
import { binding, copy, withAttributes } from "../rpc-samples.js";
import { sendJson, serve } from "./scripted-server.js";
import { plainRoute, unhandledRejections } from "./scripted-service.js";

const arg = { from_path: "/a" };
const result = { name: "a.txt", size: 5 };

/** A client of a server that answers with these statuses, one after the other, and then with success. */
async function against(options: Partial<ClientSettings>, ...statuses: readonly number[]) {
  const { url, arrived } = await serve((_request, response, index) => {
    const status = statuses[index] ?? 200;
    sendJson(response, status, status === 200 ? result : { error: { ".tag": "other" }, error_summary: "other/." });
  });
  return { core: createClientCore(binding, { hosts: url, accessToken: "t", ...options }), arrived };
}

describe("PROD-1: around", () => {
  test("PROD-1: around runs once for a call, however many attempts it takes, and gets what the caller gets", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const seen: [AroundCall, unknown][] = [];
    const around: Around = async (call, next) => {
      const value = await next();
      seen.push([call, value]);
      return value;
    };
    const { core, arrived } = await against({ around }, 503, 429);
    expect(await call(core, copy, arg)).toEqual(result);
    expect(arrived).toHaveLength(3);
    expect(seen).toHaveLength(1);
    const [[one, value] = [undefined, undefined]] = seen;
    expect([one?.route.path, one?.arg, one?.parent, value]).toEqual(["files/copy_v2", arg, undefined, result]);
    expect(one?.attempts.map(({ number, status }) => [number, status])).toEqual([
      [1, 503],
      [2, 429],
      [3, 200],
    ]);
    const [first, , last] = one?.attempts ?? [];
    expect(first).toMatchObject({ url: expect.stringMatching(/files\/copy_v2$/) as string, retryAfterMs: 0 });
    expect(first?.error).toMatchObject({ name: "ServerError" });
    expect(Object.keys(last ?? {}).sort()).toEqual(["endedAt", "number", "startedAt", "status", "url"]);
    expect(Number(last?.endedAt)).toBeGreaterThanOrEqual(Number(first?.startedAt));
  });

  test("PROD-1: around includes the validation of the argument, before anything is sent", async () => {
    const failures: unknown[] = [];
    const around: Around = (call, next) =>
      next().catch((thrown: unknown) => failures.push([thrown, call.attempts.length]));
    const { core, arrived } = await against({ around });
    await expect(call(core, copy, { from_path: 5 } as never)).rejects.toMatchObject({ name: "EncodeError" });
    expect(failures).toEqual([[expect.objectContaining({ name: "EncodeError" }), 0]]);
    expect(arrived).toHaveLength(0);
  });

  test("PROD-1: around may be a list of functions: the first is the outermost, and what they return changes nothing", async () => {
    const order: string[] = [];
    const named =
      (name: string): Around =>
      async (_, next) => {
        order.push(`${name} begins`);
        order.push(`${name} has ${JSON.stringify(await next())}`);
        return "something else";
      };
    const { core } = await against({ around: [named("outer"), named("inner")] });
    expect(await call(core, copy, arg)).toEqual(result);
    const text = JSON.stringify(result);
    expect(order).toEqual(["outer begins", "inner begins", `inner has ${text}`, `outer has ${text}`]);
  });

  test("PROD-1: around sets headers of one attempt alone, and learns its end", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const ended: Attempt[] = [];
    const around: Around = (call, next) => {
      call.onAttempt(({ number, url, headers }) => {
        expect(url).toContain("/files/copy");
        if (number === 1) {
          headers.set("traceparent", "one");
        }
        return (attempt) => ended.push({ ...attempt });
      });
      return next();
    };
    const { core, arrived } = await against({ around }, 503);
    await call(core, copy, arg);
    expect(arrived.map(({ headers }) => headers["traceparent"])).toEqual(["one", undefined]);
    expect(ended.map(({ status, error }) => [status, error === undefined])).toEqual([
      [503, false],
      [200, true],
    ]);
  });

  test("PROD-1: around sees attempts that time out, are refused or never arrive", async () => {
    const calls: AroundCall[] = [];
    const around: Around = (call, next) => {
      calls.push(call);
      return next();
    };
    const never = (): Promise<Response> => new Promise(() => undefined);
    const { core } = await against({ around, fetch: never, timeoutMs: { attemptMs: 1 } });
    await expect(call(core, copy, arg)).rejects.toMatchObject({ name: "TimeoutError" });
    expect(calls[0]?.attempts).toMatchObject([{ number: 1, error: { name: "TimeoutError" } }]);
    let token = 0;
    const renewing = await against({ around, accessToken: () => `t${++token}` }, 401);
    await call(renewing.core, copy, arg);
    expect(calls[1]?.attempts).toMatchObject([
      { number: 1, status: 401, error: { name: "AuthenticationError" } },
      { number: 2, status: 200 },
    ]);
  });

  test("PROD-1: around has what uploads and downloads resolve with", async () => {
    const values: unknown[] = [];
    const around: Around = async (_, next) => values.push(await next());
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { "Content-Type": "application/json", [binding.headers.result]: JSON.stringify(result) });
      response.end(JSON.stringify(result));
    });
    const core = createClientCore(binding, { hosts: url, accessToken: "t", around });
    await upload(core, withAttributes(copy, { style: "upload" }), arg, "text");
    const loaded = await download(core, withAttributes(copy, { style: "download" }), arg);
    expect(values).toEqual([result, loaded]);
    await loaded.text();
  });
});

describe("PROD-1: a call names the operation that makes it", () => {
  const parents: unknown[] = [];
  const around: Around = (call, next) => {
    parents.push([call.route.path, call.parent?.kind, call.parent?.id]);
    return next();
  };

  test("PROD-1: a call names the operation that makes it and its id: pages, waiting, or an upload session", async () => {
    const answers: Record<string, unknown> = {
      list: { cursor: "c", has_more: true },
      more: { cursor: "d", has_more: false },
      launch: { async_job_id: "j" },
      check: { ".tag": "complete" },
    };
    const { url } = await serve((request, response) => {
      sendJson(response, 200, answers[request.url.pathname.split("/").at(-1) ?? ""] ?? {});
    });
    const core = createClientCore(binding, { hosts: url, accessToken: "t", around });
    const list = plainRoute<object, { readonly cursor: string; readonly has_more: boolean }, never>("list");
    const more = plainRoute<object, { readonly cursor: string; readonly has_more: boolean }, never>("more");
    const read = async (): Promise<void> => {
      const pages = callList(core, list, {}, undefined, {
        next: (cursor, options) => call(core, more, { cursor }, options),
        items: () => [],
      }).pages();
      for await (const page of pages) {
        expect(page.cursor).toBeDefined();
      }
    };
    await read();
    await read();
    const launch = plainRoute<object, { readonly async_job_id: string }, never>("launch");
    const check = plainRoute<object, { readonly ".tag": string }, never>("check");
    await callLaunch(core, launch, {}, undefined, check).waitFor({ intervalMs: 1 });
    const piece = withAttributes(plainRoute<object, object, never>("piece"), { style: "upload" });
    await uploadInPieces(
      {
        allowsConcurrency: false,
        correctOffset: undefined,
        start: (options) => upload(core, piece, {}, "", options),
        sessionId: () => "s",
        append: (_id, _offset, content, options) => upload(core, piece, {}, content, options),
        finish: (_id, _offset, options) => call(core, plainRoute<object, object, never>("finish"), {}, options),
      },
      "content",
    );
    const ids = [...new Set(parents.flatMap((each) => (each as (string | undefined)[])[2] ?? []))];
    expect(ids).toHaveLength(4);
    const [first, second, waiting, session] = ids;
    expect(parents).toEqual([
      ["list", undefined, undefined],
      ["more", "pages", first],
      ["list", undefined, undefined],
      ["more", "pages", second],
      ["launch", undefined, undefined],
      ["check", "waitFor", waiting],
      ["piece", "uploadSession", session],
      ["piece", "uploadSession", session],
      ["finish", "uploadSession", session],
    ]);
  });
});

describe("PROD-3: a mistake around a call", () => {
  test("PROD-3: a mistake before next fails the call, and nothing is sent; after next, its error is the call's", async () => {
    const before = await against({
      around: () => {
        throw new Error("before");
      },
    });
    await expect(call(before.core, copy, arg)).rejects.toThrow("before");
    expect(before.arrived).toHaveLength(0);
    const after = await against({
      around: async (_, next) => {
        await next();
        throw new Error("after");
      },
    });
    await expect(call(after.core, copy, arg)).rejects.toThrow("after");
    expect(after.arrived).toHaveLength(1);
  });

  test("PROD-3: none or two calls of next fail the call with a TypeError", async () => {
    const without = await against({ around: () => undefined });
    await expect(call(without.core, copy, arg)).rejects.toThrow(new TypeError("around must call next once"));
    const twice = await against({
      around: async (_, next) => {
        await next();
        await next();
      },
    });
    await expect(call(twice.core, copy, arg)).rejects.toThrow(new TypeError("around must call next once"));
    expect(twice.arrived).toHaveLength(1);
  });

  test("PROD-3: not awaiting next, or swallowing its error, changes neither the result nor the error", async () => {
    const rejections = await unhandledRejections(async () => {
      const careless = await against({ around: (_, next) => void next() });
      expect(await call(careless.core, copy, arg)).toEqual(result);
      const failing = await against({ around: (_, next) => void next(), retry: false }, 500);
      await expect(call(failing.core, copy, arg)).rejects.toMatchObject({ name: "ServerError" });
      const swallowing = await against({ around: (_, next) => next().catch(() => "fine"), retry: false }, 500);
      await expect(call(swallowing.core, copy, arg)).rejects.toMatchObject({ name: "ServerError" });
    });
    expect(rejections).toEqual([]);
  });
});
