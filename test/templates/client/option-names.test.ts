import { describe, expect, test } from "vitest";
import { changeOptions, createClientCore } from "../../../templates/runtime/client/core.js";
import type { ConditionalDownloadOptions } from "../../../templates/runtime/client/download.js";
import type { ClientSettings } from "../../../templates/runtime/client/options.js";
import { call } from "../../../templates/runtime/client/rpc.js";
import { uploadInPieces, type UploadSteps } from "../../../templates/runtime/client/upload-session.js";
import type { UploadOptions } from "../../../templates/runtime/client/upload.js";
import { callPoll } from "../../../templates/runtime/client/waiting.js";
import { exactJson } from "../../../templates/runtime/text/json.js";
import { binding, list } from "../rpc-samples.js";

/** What a caller passes whom no compiler warns. */
function misspelt(options: object): never {
  return options as never;
}

const everyClientOption: Required<ClientSettings> = {
  retry: { attempts: 1, maxPause: 1 },
  timeout: { attempt: 1000, total: 1000, idle: 1000 },
  validate: "throw",
  headers: {},
  hosts: "https://example.com",
  accessToken: "token",
  appKey: "key",
  appSecret: "secret",
  selectUser: undefined,
  selectAdmin: undefined,
  fetch: () => Promise.resolve(Response.json({ entries: [] })),
  interceptors: [],
  onInvalid: () => undefined,
  avoidPreflight: false,
  json: exactJson,
};

const everyCallOption: Required<UploadOptions & ConditionalDownloadOptions> = {
  retry: false,
  timeout: 1000,
  validate: "off",
  headers: {},
  signal: new AbortController().signal,
  idempotent: true,
  onProgress: () => undefined,
  range: { start: 0 },
  ifNoneMatch: "tag",
};

describe("a misspelt option is a TypeError that names it", () => {
  test("of a client, when it is created or changed", () => {
    const core = createClientCore(binding, everyClientOption);
    const wrong = misspelt({ hosts: "https://example.com", timout: 5 });
    expect(() => createClientCore(binding, wrong)).toThrow(
      new TypeError("There is no option timout. Did you mean timeout?"),
    );
    expect(() => changeOptions(core, misspelt({ acessToken: "t" }))).toThrow("Did you mean accessToken?");
  });

  test("of a call, before anything is sent", async () => {
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

  test("inside of retry and timeout", async () => {
    const core = createClientCore(binding, everyClientOption);
    await expect(call(core, list, {}, misspelt({ retry: { atempts: 2 } }))).rejects.toThrow(
      "There is no option retry.atempts. Did you mean retry.attempts?",
    );
    expect(() => createClientCore(binding, misspelt({ timeout: { per_call: 2 } }))).toThrow(
      new TypeError("There is no option timeout.per_call. There are attempt, total, idle"),
    );
  });

  test("of an upload in pieces, and of waiting", async () => {
    const steps = {} as UploadSteps<unknown, unknown>;
    await expect(uploadInPieces(steps, "x", misspelt({ peiceSize: 2 }))).rejects.toThrow("Did you mean pieceSize?");
    const job = callPoll(createClientCore(binding, everyClientOption), list as never, {} as never, undefined);
    await expect(job.waitFor(misspelt({ timout: 2 }))).rejects.toThrow("Did you mean timeout?");
  });
});

test("every option of a client and of any kind of call is accepted", async () => {
  const core = createClientCore(binding, everyClientOption);
  await expect(call(core, list, {}, everyCallOption)).resolves.toEqual({ entries: [] });
});
