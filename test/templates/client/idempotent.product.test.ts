import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createClientCore } from "../../../templates/runtime/client/core.js";
import { callList } from "../../../templates/runtime/client/paging.js";
import { call } from "../../../templates/runtime/client/call.js";
import type { CallOptions, ClientSettings } from "../../../templates/runtime/client/options.js";
import type { Binding } from "../../../templates/runtime/routes/binding.js";
import { binding, copy, type CopyArg, type Metadata } from "../rpc-samples.js";
import type { AnyErrorTags } from "../../../templates/runtime/routes/error-summary.js";
import { sendJson, serve } from "./scripted-server.js";
import { plainRoute } from "./scripted-service.js";

const arg = { from_path: "/a" };
const read = { ...copy, isIdempotent: true };

beforeEach(() => {
  vi.spyOn(Math, "random").mockReturnValue(0); // no pauses between attempts
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** A service that loses a connection, fails with 500, and then answers. */
async function unreliable() {
  const { url, arrived } = await serve((_request, response, index) => {
    if (index % 3 === 0) {
      response.destroy();
    } else {
      sendJson(response, index % 3 === 1 ? 500 : 200, { name: "a", size: 1 });
    }
  });
  return { core: createClientCore(binding, { hosts: url, accessToken: "t" }), arrived };
}

describe("a route that only reads", () => {
  test("a route that only reads is retried after a lost connection and after a status of 500", async () => {
    const { core, arrived } = await unreliable();
    expect(await call(core, read, arg)).toEqual({ name: "a", size: 1 });
    expect(arrived).toHaveLength(3);
  });

  test("a route that only reads is not retried if the call says that it is not idempotent, or wants no retries", async () => {
    const { core, arrived } = await unreliable();
    await expect(call(core, read, arg, { idempotent: false })).rejects.toMatchObject({ name: "NetworkError" });
    await expect(call(core, read, arg, { retry: false })).rejects.toMatchObject({ name: "ServerError" });
    expect(arrived).toHaveLength(2);
  });
});

test("a route that may write is not retried", async () => {
  const { core, arrived } = await unreliable();
  await expect(call(core, copy, arg)).rejects.toMatchObject({ name: "NetworkError" });
  expect(arrived).toHaveLength(1);
});

describe("errors of a route that ask for another attempt", () => {
  const conflict = { error: { ".tag": "to", reason: { ".tag": "conflict" }, depth: 1 } };

  /** A service that refuses the first two calls with an error of the route. */
  async function busy(retry?: Binding["retry"], settings: ClientSettings = {}) {
    const { url, arrived } = await serve((_request, response, index) => {
      sendJson(response, index < 2 ? 409 : 200, index < 2 ? conflict : { name: "a", size: 1 });
    });
    const core = createClientCore(
      { ...binding, ...(retry && { retry }) },
      { hosts: url, accessToken: "t", ...settings },
    );
    return { core, arrived };
  }

  test.each(["to/conflict", "to", "conflict"] as const)(
    "PROD-15: a call of any route is retried after an error that the call lists as %s",
    async (path) => {
      const { core, arrived } = await busy();
      const options: CallOptions<AnyErrorTags> = { retry: { errors: [path] } };
      expect(await call<CopyArg, Metadata, unknown>(core, copy, arg, options)).toEqual({ name: "a", size: 1 });
      expect(arrived).toHaveLength(3);
    },
  );

  test("PROD-15: a call is retried after an error that the client or the configuration lists", async () => {
    const listed = { errors: ["other", "to/conflict"] };
    const byClient = await busy(undefined, { retry: listed });
    const byConfiguration = await busy(listed, { retry: { attempts: 5 } });
    expect(await call(byClient.core, copy, arg)).toEqual({ name: "a", size: 1 });
    expect(await call(byConfiguration.core, copy, arg)).toEqual({ name: "a", size: 1 });
  });

  test("PROD-15: a call is not retried after an error whose chain of tags only resembles one in the list", async () => {
    const { core, arrived } = await busy({ errors: ["conflict/to", "o", "conf", "to/conflict/file"] });
    await expect(call(core, copy, arg)).rejects.toMatchObject({ summary: "to/conflict" });
    expect(arrived).toHaveLength(1);
  });

  test("PROD-15: the errors of a call replace those of the client, and these those of the configuration", async () => {
    const { core, arrived } = await busy({ errors: ["conflict"] }, { retry: { errors: ["other"] } });
    await expect(call(core, copy, arg)).rejects.toMatchObject({ name: "RouteError" });
    await expect(call(core, copy, arg, { retry: { attempts: 2, errors: ["to/conflict"] } })).resolves.toBeDefined();
    expect(arrived).toHaveLength(3);
  });

  test("PROD-20: a retry after an error of the route has a new key, because a service repeats the error for the old one", async () => {
    const { core, arrived } = await busy({ errors: ["conflict"] });
    const keyed = { ...copy, idempotencyHeader: "Idempotency-Key" };
    await call(core, keyed, arg);
    const keys = arrived.map(({ headers }) => headers["idempotency-key"]);
    expect(keys.map((key) => typeof key)).toEqual(["string", "string", "string"]);
    expect(new Set(keys)).toHaveLength(3);
    const own = await busy({ errors: ["conflict"] });
    await call(own.core, keyed, arg, { idempotencyKey: "mine" });
    expect(own.arrived.map(({ headers }) => headers["idempotency-key"])).toEqual(["mine", "mine", "mine"]);
  });

  test("PROD-15: a call gives up after the same number of attempts as other retries", async () => {
    const { core, arrived } = await busy({ errors: ["conflict"] });
    await expect(call(core, copy, arg, { retry: { attempts: 2 } })).rejects.toMatchObject({ name: "RouteError" });
    expect(arrived).toHaveLength(2);
  });
});

describe("a list", () => {
  interface Page {
    readonly entries: readonly number[];
    readonly cursor: string;
    readonly has_more: boolean;
  }
  const first = { ...plainRoute<object, Page, unknown>("list"), isIdempotent: true };
  const next = { ...plainRoute<{ readonly cursor: string }, Page, unknown>("list/continue"), isIdempotent: true };

  /** Lists the numbers below 100, ten a page, over connections every third of which is lost. */
  async function numbers() {
    const pages: unknown[] = [];
    const { url, arrived } = await serve(({ body }, response, index) => {
      if (index % 3 === 2) {
        response.destroy();
        return;
      }
      const { cursor = "0" } = JSON.parse(body.toString()) as { readonly cursor?: string };
      pages.push(cursor);
      const from = Number(cursor);
      const entries = Array.from({ length: 10 }, (_, index) => from + index);
      sendJson(response, 200, { entries, cursor: String(from + 10), has_more: from < 90 });
    });
    const core = createClientCore(binding, { hosts: url, accessToken: "t" });
    const list = callList(core, first, {}, undefined, {
      next: (cursor) => call(core, next, { cursor }),
      items: (page) => page.entries,
    });
    return { list, pages, arrived };
  }

  test("a list continues from its last page after lost connections", async () => {
    const { list, pages, arrived } = await numbers();
    const items: number[] = [];
    for await (const item of list) {
      items.push(item);
    }
    expect(items).toEqual(Array.from({ length: 100 }, (_, index) => index));
    expect(pages).toEqual(["0", "10", "20", "30", "40", "50", "60", "70", "80", "90"]);
    expect(arrived).toHaveLength(14);
  });
});
