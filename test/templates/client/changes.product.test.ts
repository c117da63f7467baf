import { afterEach, describe, expect, test, vi } from "vitest";
import {
  callChangingList,
  type ChangesContinuation,
  type ChangesOptions,
  type ChangingListCall,
} from "../../../templates/runtime/client/changes.js";
import { createClientCore } from "../../../templates/runtime/client/core.js";
import type { CallOptions, TokenProvider } from "../../../templates/runtime/client/options.js";
import { call } from "../../../templates/runtime/client/call.js";
import { OAuthError } from "../../../templates/runtime/oauth/error.js";
import { binding, withAttributes } from "../rpc-samples.js";
import { sendJson, serve } from "./scripted-server.js";
import { plainRoute } from "./scripted-service.js";
import { watchTimers } from "./watch-timers.js";

afterEach(() => {
  vi.restoreAllMocks();
});

interface Page {
  readonly entries: readonly string[];
  readonly cursor: string;
  readonly has_more: boolean;
}

const list = plainRoute<object, Page, never>("list");
const more = plainRoute<{ readonly cursor: string }, Page, never>("list/continue");
const poll = withAttributes(
  plainRoute<{ readonly cursor: string }, { readonly changes: boolean }, never>("list/poll"),
  {
    auth: "noauth",
  },
);
const latest = plainRoute<object, { readonly cursor: string }, never>("list/latest");

/** A log of items. A cursor is the number of items before it, `epoch:position`; a reset begins a new epoch. */
class Log {
  readonly asked: string[] = [];
  readonly headers: Record<string, unknown>[] = [];
  /** Statuses with which the next requests are refused. */
  failures: number[] = [];
  backoff: number | undefined;
  #epoch = 0;
  #items: string[];
  #waiting: (() => void)[] = [];

  constructor(...items: string[]) {
    this.#items = items;
  }

  add(...items: string[]): void {
    this.#items.push(...items);
    this.#waiting.splice(0).forEach((wake) => wake());
  }

  get items(): readonly string[] {
    return this.#items;
  }

  reset(): void {
    this.#epoch++;
    this.#waiting.splice(0).forEach((wake) => wake());
  }

  get isWaitedFor(): boolean {
    return this.#waiting.length > 0;
  }

  async answer(path: string, arg: { readonly cursor?: string }): Promise<{ status: number; json: unknown }> {
    this.asked.push(arg.cursor === undefined ? path : `${path} ${arg.cursor}`);
    const failure = this.failures.shift();
    if (failure !== undefined) {
      return { status: failure, json: {} };
    }
    const [epoch, position] = (arg.cursor ?? `${this.#epoch}:0`).split(":").map(Number);
    const resetError = { status: 409, json: { error_summary: "reset/", error: { ".tag": "reset" } } };
    if (epoch !== this.#epoch) {
      return resetError;
    }
    const from = position ?? 0;
    if (path === "list/latest") {
      return { status: 200, json: { cursor: `${this.#epoch}:${this.#items.length}` } };
    }
    if (path === "list/poll") {
      if (from === this.#items.length) {
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
      }
      return epoch === this.#epoch
        ? { status: 200, json: { changes: true, ...(this.backoff && { backoff: this.backoff }) } }
        : resetError;
    }
    const end = Math.min(from + 2, this.#items.length);
    const page = { entries: this.#items.slice(from, end), cursor: `${this.#epoch}:${end}` };
    return { status: 200, json: { ...page, has_more: end < this.#items.length } };
  }
}

async function listing(
  log: Log,
  options: CallOptions = {},
  withLatest = true,
  accessToken: TokenProvider | string = "t",
  pollSeconds = 30,
): Promise<() => ChangingListCall<Page, never, string>> {
  const { url } = await serve((request, response) => {
    log.headers.push(request.headers);
    const body = request.body.length === 0 ? {} : (JSON.parse(request.body.toString()) as object);
    void log
      .answer(request.url.pathname.replace(binding.prefix, ""), body)
      .then(({ status, json }) => sendJson(response, status, json));
  });
  const core = createClientCore(binding, { hosts: url, accessToken });
  const continuation: ChangesContinuation<Page, string> = {
    next: (cursor, options) => call(core, more, { cursor }, options),
    items: (page) => page.entries,
    poll: (cursor, options) => call(core, poll, { cursor }, options),
    pollSeconds,
    ...(withLatest && { latest: (options) => call(core, latest, {}, options) }),
  };
  return () => callChangingList(core, list, {}, options, continuation);
}

/** Until a long poll is under way, however slow the machine is. */
const isWaiting = (log: Log): Promise<boolean> => vi.waitUntil(() => log.isWaitedFor, { timeout: 500_000 });

/** The first items of changes, while `during` says what happens after each. */
async function take(
  changes: AsyncIterable<string>,
  count: number,
  during: (item: string) => void = () => undefined,
): Promise<string[]> {
  const taken: string[] = [];
  for await (const item of changes) {
    taken.push(item);
    if (taken.length === count) {
      break;
    }
    during(item);
  }
  return taken;
}

describe("PROD-31: changes", () => {
  test("PROD-31: changes are what is in the list, and then every change, each once and in order", async () => {
    const log = new Log("a", "b", "c");
    const start = await listing(log);
    const items = await take(start().changes().items(), 6, (item) => {
      if (item === "c") {
        setTimeout(() => log.add("d", "e", "f"), 20);
      }
    });
    expect(items).toEqual(["a", "b", "c", "d", "e", "f"]);
    expect(log.asked).toEqual(["list", "list/continue 0:2", "list/poll 0:3", "list/continue 0:3", "list/continue 0:5"]);
  });

  test("PROD-31: changes begin at now with initial: false, without requesting the list", async () => {
    const log = new Log("a", "b", "c");
    const start = await listing(log);
    const items = await Promise.all([
      take(start().changes({ initial: false }).items(), 1),
      isWaiting(log).then(() => log.add("d")),
    ]);
    expect(items[0]).toEqual(["d"]);
    expect(log.asked).toEqual(["list/latest", "list/poll 0:3", "list/continue 0:3"]);
  });

  test("PROD-31: changes read through the list with initial: false where no route has the cursor of now", async () => {
    const log = new Log("a", "b", "c");
    const start = await listing(log, {}, false);
    const changes = start().changes({ initial: false });
    const items = await Promise.all([take(changes.items(), 1), isWaiting(log).then(() => log.add("d"))]);
    expect(items[0]).toEqual(["d"]);
    expect(log.asked.slice(0, 3)).toEqual(["list", "list/continue 0:2", "list/poll 0:3"]);
  });

  test("PROD-31: changes wait without a token where the route needs none, and keep the pause that the service asks for", async () => {
    const pauses = vi.spyOn(globalThis, "setTimeout");
    const log = new Log("a");
    log.backoff = 1;
    const start = await listing(log);
    const reading = take(start().changes().items(), 3, () => void isWaiting(log).then(() => log.add("b")));
    expect(await reading).toEqual(["a", "b", "b"]);
    const polled = log.asked.findIndex((each) => each.startsWith("list/poll"));
    expect([log.headers[0]?.["authorization"], log.headers[polled]?.["authorization"]]).toEqual([
      "Bearer t",
      undefined,
    ]);
    const waits = pauses.mock.calls.map(([, wait]) => wait);
    expect(waits).toContain(1000);
    expect(waits).toContain(120_000); // the service's own time limit, and 90 seconds
  });

  test("PROD-31: changes survive lost connections, refusals for a while and errors of the service, in every request", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const log = new Log("a", "b", "c");
    log.failures = [500, 500, 500, 503, 502];
    const start = await listing(log);
    const items = await take(start().changes().items(), 4, (item) => {
      log.failures = [503, 500, 500, 500, 500];
      if (item === "c") {
        log.add("d");
      }
    });
    expect(items).toEqual(["a", "b", "c", "d"]);
  });

  test.each([
    ["cannot be reached for a while continue", new OAuthError("offline", { reason: "network" }), ["a", "b"]],
    ["is overloaded continue", new OAuthError("busy", { reason: "refused", status: 503, retryAfter: 0 }), ["a", "b"]],
    ["refuses the refresh token end", new OAuthError("over", { reason: "refused", status: 400 }), ["a"]],
  ])("PROD-31: changes of a client whose service for tokens %s", async (_, error, expected) => {
    vi.spyOn(Math, "random").mockReturnValue(0); // no pauses
    const log = new Log("a");
    let failures = 0;
    const accessToken = (): string => {
      if (log.items.length > 1 && failures++ < 5) {
        throw error;
      }
      return "t";
    };
    const start = await listing(log, {}, true, accessToken);
    const taken: string[] = [];
    const reading = (async () => {
      for await (const item of start().changes().items()) {
        taken.push(item);
        if (taken.length === 2) {
          return;
        }
        void isWaiting(log).then(() => log.add("b"));
      }
    })();
    await (expected.length === 1 ? expect(reading).rejects.toBe(error) : reading);
    expect(taken).toEqual(expected);
  });

  test("PROD-31: changes pause longer each time a service answers nothing but resets, but not after the first one", async () => {
    const { pauses } = watchTimers((pause) => (pause === 90_000 ? pause : 0));
    const log = new Log("a");
    const start = await listing(log, {}, true, "t", 0);
    let resets = 0;
    for await (const page of start().changes()) {
      resets += page.reset === true ? 1 : 0;
      if (resets === 4) {
        break;
      }
      log.reset(); // before it is asked for changes
    }
    expect(log.asked.filter((path) => path === "list")).toHaveLength(4);
    expect(pauses.filter((pause) => pause !== 90_000)).toEqual([2_000, 4_000]);
  });

  test("PROD-31: changes begin again after a reset, of the long poll or of the pages, which is a page of its own", async () => {
    const log = new Log("a", "b");
    const start = await listing(log);
    const seen: unknown[] = [];
    for await (const page of start().changes()) {
      seen.push(page.reset === true ? "reset" : page.entries);
      if (seen.length === 1) {
        void isWaiting(log).then(() => log.reset());
      }
      if (seen.length === 3) {
        break;
      }
    }
    expect(seen).toEqual([["a", "b"], "reset", ["a", "b"]]);
    const old = take(start().changes({ cursor: "0:1" }).items(), 2);
    expect(await old).toEqual(["a", "b"]);
  });

  test("PROD-31: changes end with the reason of a signal, and with other errors of the routes", async () => {
    const log = new Log("a");
    const start = await listing(log);
    const abort = new AbortController();
    const reading = take(start().changes({ signal: abort.signal }).items(), 2);
    await isWaiting(log);
    abort.abort(new Error("enough"));
    await expect(reading).rejects.toThrow("enough");
    log.failures = [403];
    await expect(take(start().changes().items(), 1)).rejects.toMatchObject({ status: 403 });
  });

  test("PROD-31: changes that are left cancel what they wait for, also while a step is under way", async () => {
    const log = new Log("a");
    const start = await listing(log);
    const iterator = start().changes()[Symbol.asyncIterator]();
    await iterator.next();
    const waiting = iterator.next();
    await isWaiting(log);
    await iterator.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
  });

  test.each([
    [{ cusror: "1" }, "There is no option cusror. Did you mean cursor?"],
    [{ initial: "no" }, 'The option initial must be a boolean, not "no"'],
  ])("PROD-31: changes refuse the options %j", async (options, message) => {
    const start = await listing(new Log());
    expect(() => start().changes(options as ChangesOptions)).toThrow(new TypeError(message));
  });
});

test("PROD-32: a stored cursor continues without loss or repetition, and without requesting the list", async () => {
  const log = new Log("a", "b", "c", "d", "e");
  const start = await listing(log);
  const seen: string[] = [];
  let stored: string | undefined;
  for (let restart = 0; restart < 4; restart++) {
    log.asked.length = 0;
    const changes = start().changes({ cursor: stored });
    expect(changes.cursor).toBe(stored);
    for await (const page of changes) {
      seen.push(...(page.reset === true ? [] : page.entries));
      stored = changes.cursor;
      break;
    }
    expect(log.asked.includes("list")).toBe(restart === 0);
    if (restart === 2) {
      log.add("f");
    }
  }
  expect(seen).toEqual(["a", "b", "c", "d", "e", "f"]);
});

/** Reads changes until the signal is aborted, as a program does that is started again with the cursor that it has stored. */
async function follow(
  start: () => ChangingListCall<Page, never, string>,
  seen: string[],
  stored: { cursor?: string | undefined },
  signal: AbortSignal,
): Promise<void> {
  const changes = start().changes({ cursor: stored.cursor, signal });
  try {
    for await (const page of changes) {
      seen.push(...(page.reset === true ? ["reset"] : page.entries));
      stored.cursor = changes.cursor;
    }
  } catch (thrown) {
    if (thrown !== signal.reason) {
      throw thrown;
    }
  }
}

test("PROD-31, PROD-32: through an hour with resets, refusals and restarts, each change comes once and in order until a reset, and then all", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const log = new Log("0");
  const start = await listing(log);
  const seen: string[] = [];
  const stored = {};
  let abort = new AbortController();
  let reading = follow(start, seen, stored, abort.signal);
  for (let minute = 1; minute <= 60; minute++) {
    if (minute % 4 !== 0) {
      await isWaiting(log); // otherwise several things happen at once
    }
    if (minute % 9 === 0) {
      log.failures = [429, 503, 500];
    }
    if (minute % 7 === 0) {
      log.reset();
    }
    log.add(...Array.from({ length: minute % 4 }, (_, index) => String(log.items.length + index)));
    if (minute % 11 === 0) {
      abort.abort(new Error("restarted"));
      await reading;
      abort = new AbortController();
      reading = follow(start, seen, stored, abort.signal);
    }
  }
  await vi.waitUntil(() => seen.at(-1) === log.items.at(-1), { timeout: 500_000 });
  abort.abort(new Error("done"));
  await reading;
  const parts = seen
    .join(" ")
    .split("reset")
    .map((part) => part.trim().split(" ").filter(Boolean));
  expect(parts.length).toBeGreaterThan(8);
  for (const part of parts) {
    expect(part).toEqual(log.items.slice(0, part.length));
  }
  expect(parts.at(-1)).toEqual(log.items);
});

test("a list that is only awaited is as any other", async () => {
  const start = await listing(new Log("a", "b", "c"));
  expect(await start()).toEqual({ entries: ["a", "b"], cursor: "0:2", has_more: true });
  expect(await take(start().items(), 3)).toEqual(["a", "b", "c"]);
});
