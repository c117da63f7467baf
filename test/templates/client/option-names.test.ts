import { describe, expect, test, vi } from "vitest";
import { changeOptions, createClientCore } from "../../../templates/runtime/client/core.js";
import { download, type ConditionalDownloadOptions } from "../../../templates/runtime/client/download.js";
import type { ClientSettings } from "../../../templates/runtime/client/options.js";
import { call } from "../../../templates/runtime/client/call.js";
import { uploadInPieces, type UploadSteps } from "../../../templates/runtime/client/upload-session.js";
import type { UploadOptions } from "../../../templates/runtime/client/upload.js";
import { callPoll } from "../../../templates/runtime/client/waiting.js";
import { exactJson } from "../../../templates/runtime/text/json.js";
import { binding, list, withAttributes } from "../rpc-samples.js";

/** What a caller passes whom no compiler warns. */
function misspelt(options: object): never {
  return options as never;
}

const everyClientOption: Required<ClientSettings> = {
  retry: { attempts: 1, maxPauseMs: 1, errors: [] },
  timeoutMs: { attemptMs: 1000, totalMs: 1000, idleMs: 1000 },
  validate: "throw",
  verifyContent: true,
  headers: {},
  hosts: "https://example.com",
  accessToken: "token",
  appKey: "key",
  appSecret: "secret",
  selectUser: undefined,
  selectAdmin: undefined,
  fetch: () => Promise.resolve(Response.json({ entries: [] })),
  interceptors: [],
  around: [],
  onInvalid: () => undefined,
  concurrency: 8,
  avoidPreflight: false,
  json: exactJson,
};

const everyCallOption: Required<UploadOptions & ConditionalDownloadOptions> = {
  retry: false,
  timeoutMs: 1000,
  validate: "off",
  verifyContent: false,
  headers: {},
  signal: new AbortController().signal,
  idempotent: true,
  idempotencyKey: "k",
  onProgress: () => undefined,
  size: 9,
  range: { start: 0 },
  ifNoneMatch: "tag",
};

describe("a misspelt option is a TypeError that names it", () => {
  test("a misspelt option of a client is a TypeError that names it, when the client is created or changed", () => {
    const core = createClientCore(binding, everyClientOption);
    const wrong = misspelt({ hosts: "https://example.com", timoutMs: 5 });
    expect(() => createClientCore(binding, wrong)).toThrow(
      new TypeError("There is no option timoutMs. Did you mean timeoutMs?"),
    );
    expect(() => changeOptions(core, misspelt({ acessToken: "t" }))).toThrow("Did you mean accessToken?");
  });

  test("a misspelt option of a call is a TypeError that names it, before anything is sent", async () => {
    let sent = 0;
    const core = createClientCore(binding, {
      ...everyClientOption,
      fetch: () => {
        sent++;
        return Promise.resolve(Response.json({ entries: [] }));
      },
    });
    await expect(call(core, list, {}, misspelt({ singal: undefined }))).rejects.toThrow(
      new TypeError("There is no option singal. Did you mean signal?"),
    );
    expect(sent).toBe(0);
  });

  test("a misspelt option inside of retry and timeoutMs is a TypeError that names it", async () => {
    const core = createClientCore(binding, everyClientOption);
    await expect(call(core, list, {}, misspelt({ retry: { atempts: 2 } }))).rejects.toThrow(
      "There is no option retry.atempts. Did you mean retry.attempts?",
    );
    expect(() => createClientCore(binding, misspelt({ timeoutMs: { per_call: 2 } }))).toThrow(
      new TypeError(
        "There is no option timeoutMs.per_call. The options are timeoutMs.attemptMs, timeoutMs.totalMs, timeoutMs.idleMs.",
      ),
    );
  });

  test("a misspelt option of an upload in pieces, and of waiting, is a TypeError that names it", async () => {
    const steps = {} as UploadSteps<unknown, unknown>;
    await expect(uploadInPieces(steps, "x", misspelt({ peiceSize: 2 }))).rejects.toThrow("Did you mean pieceSize?");
    const job = callPoll(createClientCore(binding, everyClientOption), list as never, {} as never, undefined);
    await expect(job.waitFor(misspelt({ timoutMs: 2 }))).rejects.toThrow("Did you mean timeoutMs?");
  });
});

describe("an option with a wrong value is a TypeError that says what is expected", () => {
  const shared: [object, string][] = [
    [{ timeoutMs: "5s" }, 'The option timeoutMs must be a number or an object, not "5s"'],
    [{ timeoutMs: -1 }, "The option timeoutMs must be a number or an object, not -1"],
    [{ timeoutMs: Number.NaN }, "The option timeoutMs must be a number or an object, not NaN"],
    [{ timeoutMs: { totalMs: "5s" } }, 'The option timeoutMs.totalMs must be a number, not "5s"'],
    [{ retry: 5 }, "The option retry must be false or an object, not 5"],
    [{ retry: { attempts: 0 } }, "The option retry.attempts must be a positive number, not 0"],
    [{ validate: "trow" }, 'The option validate must be "throw", "warn" or "off", not "trow"'],
    [{ headers: "x" }, 'The option headers must be an object, not "x"'],
    [{ headers: new Headers() }, "The option headers must be an object, not a Headers object"],
  ];
  const ofClient: [object, string][] = [
    [{ hosts: 5 }, "The option hosts must be a string or an object, not 5"],
    [{ hosts: undefined }, "The option hosts must be a string or an object, not undefined"],
    [{ accessToken: 5 }, "The option accessToken must be a string or a function, not 5"],
    [{ fetch: "https" }, 'The option fetch must be a function, not "https"'],
    [{ interceptors: {} }, "The option interceptors must be a list, not an object"],
    [{ json: "exact" }, 'The option json must be an object, a JSON object or a Module object, not "exact"'],
  ];
  const ofCall: [object, string][] = [
    [{ signal: 5 }, "The option signal must be an AbortSignal object, not 5"],
    [
      { signal: new AbortController() },
      "The option signal must be an AbortSignal object, not an AbortController object",
    ],
    [{ range: "bytes=1-2" }, 'The option range must be an object, not "byt…1-2"'],
    [{ idempotent: "yes" }, 'The option idempotent must be a boolean, not "yes"'],
    [{ onProgress: true }, "The option onProgress must be a function, not true"],
  ];

  test.each([...shared, ...ofClient])(
    "an option of a client with a wrong value is a TypeError that says what is expected: %o",
    (options, message) => {
      const wrong = misspelt({ ...everyClientOption, ...options });
      expect(() => createClientCore({ ...binding, hosts: {} }, wrong)).toThrow(new TypeError(message));
    },
  );

  test.each([...shared, ...ofCall])(
    "an option of a call with a wrong value is a TypeError that says what is expected, before anything is sent: %o",
    async (options, message) => {
      const fetch = vi.fn();
      const core = createClientCore(binding, { ...everyClientOption, fetch });
      await expect(call(core, list, {}, misspelt(options))).rejects.toThrow(new TypeError(message));
      const content = withAttributes(list, { style: "download", host: "api" });
      await expect(download(core, content, {}, misspelt(options))).rejects.toThrow(new TypeError(message));
      expect(fetch).not.toHaveBeenCalled();
    },
  );

  test.each([
    [{ parallel: 0 }, "The option parallel must be a positive number, not 0"],
    [{ pieceSize: 1.5 }, "pieceSize must be an integer, not 1.5"],
    [{ retry: true }, "The option retry must be false or an object, not true"],
  ])(
    "an option of an upload in pieces with a wrong value is a TypeError that says what is expected: %o",
    async (options, message) => {
      const steps = {} as UploadSteps<unknown, unknown>;
      await expect(uploadInPieces(steps, "x", misspelt(options))).rejects.toThrow(new TypeError(message));
    },
  );

  test("an option of waiting with a wrong value is a TypeError that says what is expected", async () => {
    const job = callPoll(createClientCore(binding, everyClientOption), list as never, {} as never, undefined);
    await expect(job.waitFor(misspelt({ intervalMs: "1s" }))).rejects.toThrow(
      new TypeError('The option intervalMs must be a number, not "1s"'),
    );
  });
});

test("every option of a client and of any kind of call is accepted", async () => {
  const core = createClientCore(binding, everyClientOption);
  await expect(call(core, { ...list, idempotencyHeader: "Key" }, {}, everyCallOption)).resolves.toEqual({
    entries: [],
  });
});
