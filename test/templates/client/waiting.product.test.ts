import { getEventListeners } from "node:events";
import { afterEach, describe, expect, expectTypeOf, test, vi } from "vitest";
import { changeOptions, createClientCore, type ClientCore } from "../../../templates/runtime/client/core.js";
import type { AroundCall } from "../../../templates/runtime/client/around.js";
import type { CallOptions } from "../../../templates/runtime/client/options.js";
import { isApiError, TimeoutError } from "../../../templates/runtime/client/errors.js";
import { isRouteError } from "../../../templates/runtime/client/call.js";
import type { UnknownVariant } from "../../../templates/runtime/codecs/variant.js";
import {
  callLaunch,
  callPoll,
  JobTimeoutError,
  type LaunchCall,
  type PollCall,
} from "../../../templates/runtime/client/waiting.js";
import { binding } from "../rpc-samples.js";
import { sendJson, serve } from "./scripted-server.js";
import { watchTimers } from "./watch-timers.js";
import { plainRoute, service, unhandledRejections, type Answer, type Received } from "./scripted-service.js";

interface Complete {
  readonly ".tag": "complete";
  readonly names: string[];
}
interface Failed {
  readonly ".tag": "failed";
  readonly failed: string;
}
type Status = { readonly ".tag": "in_progress" } | Complete | Failed | UnknownVariant;
type Launch = { readonly ".tag": "async_job_id"; readonly async_job_id: string } | Complete | UnknownVariant;
interface PollError {
  readonly ".tag": "invalid_async_job_id";
}

const copy = plainRoute<{ readonly names: string[] }, Launch, undefined>("files/copy");
const add = plainRoute<{ readonly name: string }, { readonly async_job_id: string; readonly size: number }, undefined>(
  "groups/add",
);
const check = plainRoute<{ readonly async_job_id: string }, Status, PollError>("files/copy/check");

const complete: Complete = { ".tag": "complete", names: ["a"] };
const launched = { ".tag": "async_job_id", async_job_id: "j-1" };
const soon = { intervalMs: 1 };
const never = new AbortController().signal;

function copying(core: ClientCore, options?: CallOptions): LaunchCall<Launch, undefined, Status> {
  return callLaunch(core, copy, { names: ["a"] }, options, check);
}

function checking(core: ClientCore, options?: CallOptions): PollCall<Status, PollError> {
  return callPoll(core, check, { async_job_id: "j-1" }, options);
}

/** A job that is launched, polled so many times while it is in progress, and then has this status. */
function job(inVain: number, status: Answer): (received: Received) => Answer {
  let polls = 0;
  return ({ path }) => {
    if (path !== check.path) {
      return { result: launched };
    }
    return polls++ < inVain ? { result: { ".tag": "in_progress" } } : status;
  };
}

const forever = job(Infinity, undefined);

afterEach(() => {
  vi.restoreAllMocks();
});

describe("to wait for a job that a call launched", () => {
  test("waiting for a job that a call launched polls until it is done, and gives its status", async () => {
    const { core, received } = await service(job(2, { result: complete }));
    const running = copying(core);
    const result = await running.waitFor(soon);
    expect(result).toEqual(complete);
    expectTypeOf(result).toEqualTypeOf<Complete | Failed | UnknownVariant>();
    expect(received.map(({ path, arg }) => [path, arg])).toEqual([
      ["files/copy", { names: ["a"] }],
      ...[1, 2, 3].map(() => ["files/copy/check", { async_job_id: "j-1" }]),
    ]);
    expect(await running).toEqual(launched);
  });

  test("waiting for a job that a call launched polls nothing if the call has its result at once", async () => {
    const { core, received } = await service(() => ({ result: complete }));
    expect(await copying(core).waitFor(soon)).toEqual(complete);
    expect(received).toHaveLength(1);
  });

  test("waiting for a job that a call launched takes a variant that is newer than the package for a result, even with the id of a job", async () => {
    const newer = { ".tag": "queued", async_job_id: "j-1" };
    const { core, received } = await service(() => ({ result: newer }));
    expect(await copying(core).waitFor(soon)).toEqual(newer);
    expect(received).toHaveLength(1);
  });

  test("waiting for a job that a call launched is the same where the id is a field of a struct (B-155)", async () => {
    const { core } = await service(({ path }) => ({
      result: path === add.path ? { async_job_id: "j-2", size: 1 } : complete,
    }));
    const running = callLaunch(core, add, { name: "n" }, undefined, check);
    const result = await running.waitFor(soon);
    expect(result).toEqual(complete);
    expectTypeOf(result).toEqualTypeOf<Complete | Failed | UnknownVariant>();
    expect((await running).size).toBe(1);
  });
});

describe("to wait for a job by its id", () => {
  test("waiting for a job by its id needs one request if it is done", async () => {
    const { core, received } = await service(() => ({ result: complete }));
    const result = await checking(core).waitFor();
    expect(result).toEqual(complete);
    expectTypeOf(result).toEqualTypeOf<Complete | Failed | UnknownVariant>();
    expect(received).toHaveLength(1);
  });

  test("waiting for a job by its id polls again while it is in progress", async () => {
    const { core, received } = await service(job(3, { result: complete }));
    expect(await checking(core).waitFor(soon)).toEqual(complete);
    expect(received).toHaveLength(4);
  });

  test.each([
    ["failed", { ".tag": "failed", failed: "why" }],
    ["newer than the package", { ".tag": "cancelled" }],
  ])("waiting for a job by its id gives a status that is %s like any other", async (_, status) => {
    const { core } = await service(job(1, { result: status }));
    expect(await checking(core).waitFor(soon)).toEqual(status);
  });
});

test("pauses between polls begin at a quarter of a second and grow up to ten, a little different each time", async () => {
  const { pauses } = watchTimers(() => 0);
  const { core } = await service(job(15, { result: complete }));
  await copying(core).waitFor();
  expect(pauses).toHaveLength(16);
  pauses.forEach((pause, index) => {
    const middle = Math.min(250 * 1.5 ** index, 10_000);
    expect(pause).toBeGreaterThanOrEqual(middle * 0.9);
    expect(pause).toBeLessThanOrEqual(middle * 1.1);
  });
  expect(new Set(pauses).size).toBeGreaterThan(12);
});

describe("a poll", () => {
  test("a poll that fails ends the waiting at once with its own route error (B-239)", async () => {
    const { core, received } = await service(job(1, { error: { ".tag": "invalid_async_job_id" } }));
    const thrown = await copying(core)
      .waitFor(soon)
      .catch((reason: unknown) => reason);
    expect(isRouteError(thrown, check) && thrown.is("invalid_async_job_id")).toBe(true);
    expect(received).toHaveLength(3);
  });

  test("a poll whose connection is lost is repeated: it only reads", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0); // no pause between attempts
    const { url, arrived } = await serve((_request, response, index) => {
      if (index === 1) {
        response.destroy();
      } else {
        sendJson(response, 200, index === 0 ? launched : complete);
      }
    });
    const core = createClientCore(binding, { hosts: url, accessToken: "t" });
    expect(await copying(core).waitFor(soon)).toEqual(complete);
    expect(arrived).toHaveLength(3);
  });

  test.each([
    ["of a launched job", (core: ClientCore) => copying(core)],
    ["of a job with a known id", (core: ClientCore) => checking(core)],
  ])(
    "a poll %s is repeated for as long as there is an outage, and a failure for good has the id of the job",
    async (_, start) => {
      vi.spyOn(Math, "random").mockReturnValue(0); // no pauses between attempts
      const statuses = [0, 503, 429, 500, 0, 0, 0];
      let last = 200;
      const { url } = await serve(({ url: { pathname } }, response) => {
        if (!pathname.endsWith("check")) {
          return sendJson(response, 200, launched);
        }
        const status = statuses.shift() ?? last;
        return status === 0 ? response.destroy() : sendJson(response, status, status === 200 ? complete : {});
      });
      const core = createClientCore(binding, { hosts: url, accessToken: "t" });
      expect(await start(core).waitFor(soon)).toEqual(complete);
      expect(statuses).toEqual([]);
      last = 403;
      await expect(start(core).waitFor(soon)).rejects.toMatchObject({ name: "AccessError", jobId: "j-1" });
    },
  );

  test("a poll has the options of the call", async () => {
    const { core, received } = await service(job(1, { result: complete }));
    await copying(core, { headers: { "X-Trace": "t" } }).waitFor(soon);
    expect(received.map(({ headers }) => headers["x-trace"])).toEqual(["t", "t", "t"]);
  });
});

describe("a time limit", () => {
  test("a time limit ends the waiting with an error that has the id, to wait again", async () => {
    const { core } = await service(forever);
    const thrown = await copying(core)
      .waitFor({ intervalMs: 1, timeoutMs: 1_000 })
      .catch((reason: unknown) => reason);
    expect(thrown).toBeInstanceOf(JobTimeoutError);
    expect(thrown).toMatchObject({ name: "TimeoutError", jobId: "j-1", timeoutMs: 1_000, route: "files/copy" });
    expect((thrown as Error).message).toBe("files/copy: the job j-1 was not done within 1000 ms");
    expect(isApiError(thrown)).toBe(true);
  });

  test("a time limit ends a poll that gets no reply too", async () => {
    const { core } = await service(job(0, undefined));
    await expect(copying(core).waitFor({ intervalMs: 1, timeoutMs: 2_000 })).rejects.toMatchObject({ jobId: "j-1" });
    await expect(checking(core).waitFor({ timeoutMs: 30 })).rejects.toMatchObject({ jobId: "j-1" });
  });

  test("a time limit that is over before there is a job is an error without an id", async () => {
    const { core } = await service(() => undefined);
    const thrown = await copying(core)
      .waitFor({ timeoutMs: 10 })
      .catch((reason: unknown) => reason);
    expect(thrown).toBeInstanceOf(TimeoutError);
    expect(thrown).not.toBeInstanceOf(JobTimeoutError);
  });
});

describe("an abort signal", () => {
  test.each([
    ["of the waiting", (signal: AbortSignal) => [undefined, { signal }] as const],
    ["of the call", (signal: AbortSignal) => [{ signal }, {}] as const],
    ["of the waiting, beside one of the call,", (signal: AbortSignal) => [{ signal: never }, { signal }] as const],
    ["of the call, beside one of the waiting,", (signal: AbortSignal) => [{ signal }, { signal: never }] as const],
  ])("an abort signal %s ends the waiting with its reason, and leaves no timer", async (_, optionsOf) => {
    const { pending } = watchTimers((milliseconds) => milliseconds);
    const { core, received } = await service(forever);
    const controller = new AbortController();
    const reason = new Error("enough");
    const [callOptions, waitOptions] = optionsOf(controller.signal);
    const waiting = copying(core, callOptions).waitFor({ timeoutMs: 60_000, intervalMs: 60_000, ...waitOptions });
    await vi.waitFor(() => expect(pending.size).toBe(2), { interval: 1, timeout: 500_000 }); // the limit and the first pause
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    expect(pending.size).toBe(0);
    expect(received).toHaveLength(1);
  });

  test("an abort signal has no listeners left when the waiting is over", async () => {
    const { core } = await service(job(1, { result: complete }));
    const [ofCall, ofWaiting] = [new AbortController().signal, new AbortController().signal];
    await copying(core, { signal: ofCall }).waitFor({ ...soon, signal: ofWaiting });
    expect([ofCall, ofWaiting].flatMap((signal) => getEventListeners(signal, "abort"))).toEqual([]);
  });

  test("an abort signal ends a wait for a launch that gets no reply", async () => {
    const { core } = await service(() => undefined);
    const controller = new AbortController();
    const waiting = copying(core).waitFor({ signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
  });

  test("an abort signal that is aborted already lets nothing be polled, and nothing be unhandled", async () => {
    const { core, received } = await service(() => ({ error: { ".tag": "not_found" } }));
    const unhandled = await unhandledRejections(async () => {
      const running = copying(core);
      await expect(running.waitFor({ signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
      await running.outcome();
    });
    expect(unhandled).toEqual([]);
    expect(received).toHaveLength(1);
  });
});

test.each([
  ["is over", job(1, { result: complete }), 60_000],
  ["was too long", forever, 1_000],
])("when the waiting %s, no timer is left", async (_, answer, timeout) => {
  const { pauses, pending } = watchTimers((milliseconds) => milliseconds);
  const { core } = await service(answer);
  await copying(core)
    .waitFor({ intervalMs: 1, timeoutMs: timeout })
    .catch(() => undefined);
  expect(pauses.length).toBeGreaterThan(2);
  expect(pending.size).toBe(0);
});

test("a poll that the end of the waiting interrupts is not to be retried", async () => {
  const { core } = await service(job(1, undefined)); // the second poll gets no reply
  const calls: AroundCall[] = [];
  const watched = changeOptions(core, {
    around: (call, next) => {
      calls.push(call);
      return next();
    },
  });
  await expect(copying(watched).waitFor({ intervalMs: 1, timeoutMs: 1_000 })).rejects.toThrow(JobTimeoutError);
  await vi.waitFor(
    () => expect(calls.at(-1)?.attempts).toMatchObject([{ error: expect.any(JobTimeoutError) as Error }]),
    500_000,
  );
  expect(calls).toHaveLength(3);
  expect(calls.at(-1)?.attempts).not.toMatchObject([{ retryAfterMs: expect.any(Number) as number }]);
});
