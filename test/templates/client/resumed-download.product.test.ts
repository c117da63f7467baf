import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createClientCore } from "../../../templates/runtime/client/core.js";
import { download } from "../../../templates/runtime/client/download.js";
import type { Route } from "../../../templates/runtime/routes/route.js";
import { binding } from "../rpc-samples.js";
import { serve, type Arrived } from "./scripted-server.js";
import { plainRoute } from "./scripted-service.js";

const get: Route<unknown, unknown, unknown> = {
  ...plainRoute<unknown, unknown, unknown>("files/download"),
  attributes: { host: "api", style: "download", auth: "user" },
};
const bytes = Uint8Array.from({ length: 20_000 }, (_, index) => index % 251);

/** What a service says about the version of the content that it sends. */
interface Version {
  readonly etag?: string;
  readonly result: unknown;
  /** The size of the whole content; that of `bytes` by default. */
  readonly size?: number;
}

/** Sends a part of the content, and of a first response only 5,000 bytes before the connection is lost. */
function send(request: Arrived, response: ServerResponse, isBroken: boolean, version: Version): void {
  const { etag, result, size = bytes.length } = version;
  const start = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? "bytes=0-")?.[1]);
  response.writeHead(start === 0 ? 200 : 206, {
    "Service-API-Result": JSON.stringify(result),
    "Content-Length": size - start,
    ...(etag !== undefined && { ETag: etag }),
    ...(start > 0 && { "Content-Range": `bytes ${start}-${size - 1}/${size}` }),
  });
  if (isBroken) {
    response.write(bytes.subarray(start, start + 5_000), () => setTimeout(() => response.destroy(), 5));
  } else {
    response.end(bytes.subarray(start, size));
  }
}

async function from(answer: (request: Arrived, response: ServerResponse, index: number) => void) {
  const { url, arrived } = await serve(answer);
  return { core: createClientCore(binding, { hosts: url, accessToken: "t" }), arrived };
}

beforeEach(() => {
  vi.spyOn(Math, "random").mockReturnValue(0); // no pauses between attempts
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a download whose connection is lost resumes", () => {
  const file = { name: "a", rev: "015f99c43b", size: 20_000 };

  test.each<[string, Version, Version]>([
    ["with a weak tag and the same size", { etag: 'W/"5f99c43b"', result: {} }, { etag: 'W/"5f99c43b"', result: {} }],
    ["with a weak tag and the same revision", { etag: 'W/"1"', result: file }, { etag: 'W/"2"', result: file }],
    ["without a tag, with the same revision", { result: file }, { result: file }],
    ["with a revision inside the result", { result: { metadata: file } }, { result: { metadata: file } }],
    ["when other fields of the result differ", { result: file }, { result: { ...file, name: "renamed" } }],
  ])("a download whose connection is lost resumes %s", async (_, before, after) => {
    const { core, arrived } = await from((request, response, index) =>
      send(request, response, index === 0, index === 0 ? before : after),
    );
    const content = await (await download(core, get, {})).bytes();
    expect(Buffer.from(content).equals(bytes)).toBe(true);
    // A weak tag must not be sent in If-Range (RFC 9110, section 13.1.5).
    expect(arrived.map(({ headers }) => [headers.range, headers["if-range"]])).toEqual([
      [undefined, undefined],
      ["bytes=5000-", undefined],
    ]);
  });

  test("a download whose connection is lost resumes after all bytes have come without asking again", async () => {
    const { core, arrived } = await from((_request, response) => {
      // Chunked with a trailer that never comes: the content is whole, the message is not.
      response.socket?.write(
        `HTTP/1.1 200 OK\r\nService-API-Result: {}\r\nContent-Length: ${bytes.length}\r\nETag: "1"\r\n\r\n`,
      );
      response.socket?.write(bytes, () => response.socket?.destroy());
    });
    const content = await (await download(core, get, {})).bytes();
    expect(content).toHaveLength(bytes.length);
    expect(arrived).toHaveLength(1);
  });

  test("a download whose connection is lost resumes at the end of content of unknown size, which the service answers with 416", async () => {
    const { core, arrived } = await from((_request, response, index) => {
      if (index > 0) {
        response.writeHead(416, { ETag: '"1"', "Content-Range": `bytes */${bytes.length}` }).end();
        return;
      }
      response.writeHead(200, { "Service-API-Result": "{}", ETag: '"1"' });
      response.write(bytes, () => setTimeout(() => response.destroy(), 20));
    });
    const content = await (await download(core, get, {})).bytes();
    expect(Buffer.from(content).equals(bytes)).toBe(true);
    expect(arrived).toHaveLength(2);
  });
});

describe("a download never joins two versions", () => {
  const file = { rev: "1" };

  test.each<[string, Version, Version]>([
    ["when the revision has changed", { result: file }, { result: { rev: "2" } }],
    [
      "when a strong tag has changed, though not the revision",
      { etag: '"1"', result: file },
      { etag: '"2"', result: file },
    ],
    ["when a weak tag has changed", { etag: 'W/"1"', result: {} }, { etag: 'W/"2"', result: {} }],
    ["when the size has changed", { etag: 'W/"1"', result: {} }, { etag: 'W/"1"', result: {}, size: 19_000 }],
    ["when the revision is no longer there", { result: file }, { result: {} }],
    ["when the revision is that of something else in the result", { result: file }, { result: { parent: file } }],
    ["when the tag is no longer there", { etag: 'W/"1"', result: {} }, { result: {} }],
  ])("a download never joins two versions %s", async (_, before, after) => {
    const { core, arrived } = await from((request, response, index) =>
      send(request, response, index === 0, index === 0 ? before : after),
    );
    const thrown = (await download(core, get, {})).bytes();
    await expect(thrown).rejects.toMatchObject({
      name: "NetworkError",
      message: "files/download: incomplete response: the content changed during the download",
    });
    expect(arrived).toHaveLength(2);
  });

  test("a download never joins two versions when nothing tells versions apart: then it does not ask again", async () => {
    const { core, arrived } = await from((request, response) => send(request, response, true, { result: {} }));
    await expect((await download(core, get, {})).bytes()).rejects.toMatchObject({ name: "NetworkError" });
    expect(arrived).toHaveLength(1);
  });

  test("a download never joins two versions when a weak tag is the same, but the size is no longer there", async () => {
    const version = { etag: 'W/"1"', result: {} };
    const { core } = await from((request, response, index) => {
      if (index === 0) {
        send(request, response, true, version);
        return;
      }
      const head = { "Service-API-Result": "{}", ETag: version.etag, "Content-Range": "bytes 5000-19999/*" };
      response.writeHead(206, head).end(bytes.subarray(5_000));
    });
    await expect((await download(core, get, {})).bytes()).rejects.toThrow("the content changed");
  });

  test.each([["bytes */30000"], [undefined]])(
    "a download is not over if a service that has the rest refuses it with the range %s",
    async (range) => {
      const { core } = await from((_request, response, index) => {
        if (index > 0) {
          response.writeHead(416, { ETag: '"1"', ...(range !== undefined && { "Content-Range": range }) }).end();
          return;
        }
        response.writeHead(200, { "Service-API-Result": "{}", ETag: '"1"' }); // of unknown size
        response.write(bytes, () => setTimeout(() => response.destroy(), 5));
      });
      await expect((await download(core, get, {})).bytes()).rejects.toMatchObject({ status: 416 });
    },
  );

  test("a download never joins two versions when the service ignores the range", async () => {
    const { core } = await from((request, response, index) =>
      send({ ...request, headers: {} }, response, index === 0, { result: file }),
    );
    await expect((await download(core, get, {})).bytes()).rejects.toThrow("the service does not support resuming");
  });

  test("a download never joins two versions when the content has shrunk to what had come", async () => {
    const { core } = await from((request, response, index) => {
      if (index > 0) {
        response.writeHead(416, { ETag: '"2"', "Content-Range": "bytes */5000" }).end();
        return;
      }
      send(request, response, true, { etag: '"1"', result: {} });
    });
    await expect((await download(core, get, {})).bytes()).rejects.toThrow("the content changed");
  });
});

test("a range after the end of the content, as of a file that is complete, has an error with the size of the content", async () => {
  const { core } = await from((_request, response) => {
    response.writeHead(416, { "Content-Range": "bytes */20000" }).end("no such range");
  });
  await expect(download(core, get, {}, { range: { start: 20_000 } })).rejects.toMatchObject({
    name: "RangeNotSatisfiableError",
    status: 416,
    size: 20_000,
    message: "files/download: the requested range begins at or after the end of the content, which has 20000 bytes",
  });
});
