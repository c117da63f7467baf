import { afterEach, describe, expect, test, vi } from "vitest";
import { createClientCore } from "../../../templates/runtime/client/core.js";
import { download } from "../../../templates/runtime/client/download.js";
import type { ClientSettings, InvalidValue } from "../../../templates/runtime/client/options.js";
import { call, isRouteError } from "../../../templates/runtime/client/call.js";
import { EncodeError } from "../../../templates/runtime/codecs/codec-error.js";
import { binding, copy, list, revoke, withAttributes } from "../rpc-samples.js";
import { sendJson, serve } from "./scripted-server.js";

const arg = { from_path: "/a" };
const invalid = { name: 1, size: 5, newer: true };

afterEach(() => {
  vi.restoreAllMocks();
});

async function answering(status: number, json: unknown, options: Partial<ClientSettings> = {}) {
  const { url } = await serve((_request, response) => sendJson(response, status, json));
  return createClientCore(binding, { hosts: url, accessToken: "t", ...options });
}

describe("a result that does not match its type", () => {
  test("a result that does not match its type rejects by default", async () => {
    const core = await answering(200, invalid);
    await expect(call(core, copy, arg)).rejects.toMatchObject({
      name: "ProtocolError",
      message: "files/copy_v2: the result cannot be read: name: expected a string, found number",
    });
  });

  test("a result that does not match its type is reported and returned as it came with validate: warn", async () => {
    const reports: InvalidValue[] = [];
    const core = await answering(200, invalid, { validate: "warn", onInvalid: (report) => reports.push(report) });
    expect(await call(core, copy, arg)).toEqual(invalid);
    expect(reports).toMatchObject([
      {
        route: "files/copy_v2",
        part: "result",
        path: "name",
        reason: "name: expected a string, found number",
        cause: { name: "DecodeError", code: "wrong-type" },
      },
    ]);
  });

  test("a result that does not match its type is reported to the console if there is no hook", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    await call(await answering(200, invalid, { validate: "warn" }), copy, arg);
    expect(warn).toHaveBeenCalledWith(
      "files/copy_v2: the result does not match its type: name: expected a string, found number",
    );
  });

  test("a result that does not match its type is returned without a report with validate: off, for one call or all", async () => {
    const onInvalid = vi.fn();
    const core = await answering(200, invalid, { onInvalid });
    expect(await call(core, copy, arg, { validate: "off" })).toEqual(invalid);
    expect(await call(await answering(200, invalid, { onInvalid, validate: "off" }), copy, arg)).toEqual(invalid);
    expect(onInvalid).not.toHaveBeenCalled();
  });

  test("a result that does not match its type rejects again where a call asks for that", async () => {
    const core = await answering(200, invalid, { validate: "off" });
    await expect(call(core, copy, arg, { validate: "throw" })).rejects.toMatchObject({ name: "ProtocolError" });
  });

  test("a result that does not match its type in the header of a download is treated alike", async () => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { "Service-API-Result": JSON.stringify(invalid) }).end("content");
    });
    const onInvalid = vi.fn();
    const core = createClientCore(binding, { hosts: url, accessToken: "t", validate: "warn", onInvalid });
    const get = withAttributes(copy, { style: "download", host: "content" });
    const file = await download(core, get, arg);
    expect([file.result, await file.text()]).toEqual([invalid, "content"]);
    expect(onInvalid).toHaveBeenCalledOnce();
  });
});

test("a result that matches its type is decoded with validate: warn", async () => {
  const onInvalid = vi.fn();
  const core = await answering(200, { name: "a", size: 5, newer: true }, { validate: "warn", onInvalid });
  expect(await call(core, copy, arg)).toEqual({ name: "a", size: 5 });
  expect(onInvalid).not.toHaveBeenCalled();
});

test("an error that does not match its type is a route error with the value as it came", async () => {
  const error = { ".tag": 1, why: "newer" };
  for (const validate of ["warn", "off"] as const) {
    const onInvalid = vi.fn();
    const core = await answering(409, { error, error_summary: "newer/.." }, { validate, onInvalid });
    const thrown: unknown = await call(core, copy, arg).catch((thrown: unknown) => thrown);
    expect(isRouteError(thrown, copy) && [thrown.error, thrown.summary, thrown.is("to")]).toEqual([
      error,
      "newer/..",
      false,
    ]);
    expect(onInvalid.mock.calls).toMatchObject(validate === "warn" ? [[{ part: "error", path: '[".tag"]' }]] : []);
  }
});

test("a reply that is not JSON rejects, also in a lenient client", async () => {
  const { url } = await serve((_request, response) => response.writeHead(200).end("<html>"));
  const core = createClientCore(binding, { hosts: url, accessToken: "t", validate: "off" });
  await expect(call(core, list, {})).rejects.toMatchObject({ name: "ProtocolError" });
});

test("a Void result is what it always is", async () => {
  const core = await answering(200, { newer: true }, { validate: "off" });
  expect(await call(core, revoke, undefined)).toBeNull();
});

describe("a field that an argument does not have", () => {
  const misspelled = { from_path: "/a", sise: 5 };

  /** A route whose encoder refuses unknown fields if configured. */
  const strict: typeof copy = {
    ...copy,
    encodeArg(value, options) {
      if (options?.refuseUnknownFields === true && "sise" in value) {
        throw new EncodeError(["sise"], { code: "unknown-field", expected: "no such field", found: "one" });
      }
      return { from_path: value.from_path };
    },
  };

  test("a field that an argument does not have rejects by default", async () => {
    const core = await answering(200, { name: "a", size: 1 });
    await expect(call(core, strict, misspelled)).rejects.toMatchObject({ name: "EncodeError", code: "unknown-field" });
  });

  test.each([
    ["warn", 1],
    ["off", 0],
  ] as const)(
    "a field that an argument does not have is left out with validate: %s, with %d reports",
    async (validate, reports) => {
      const onInvalid = vi.fn();
      const core = await answering(200, { name: "a", size: 1 }, { validate, onInvalid });
      expect(await call(core, strict, misspelled)).toEqual({ name: "a", size: 1 });
      expect(onInvalid).toHaveBeenCalledTimes(reports);
      if (validate === "warn") {
        expect(onInvalid).toHaveBeenCalledWith(expect.objectContaining({ part: "argument", path: "sise" }));
      }
    },
  );
});
