import { gzipSync } from "node:zlib";
import type { JSHandle } from "playwright-core";
import { expect, test } from "vitest";
import type * as server from "../../generated/src/server/index.js";
import { serve } from "../templates/client/scripted-server.js";
import { describeInChromium } from "./chromium.js";
import { file, gate, path } from "./samples.js";
import type { Handlers } from "./site.js";
import { visitFromElsewhere, type Tools } from "./visit.js";

/** A picture of one pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

/** A service of which the files have this content. */
function filesWith(reply: Omit<server.DownloadReply<never>, "result">): Handlers {
  return { files: { download: ({ path }) => Promise.resolve({ result: file(path, reply.size), ...reply }) } };
}

/** A download in a page, of which the first piece has been read. */
interface Begun {
  readonly first: string;
  /** The rest as text. */
  rest(): Promise<string>;
  cancel(): Promise<void>;
  readonly told: readonly number[];
}

function begin(tools: JSHandle<Tools>): Promise<JSHandle<Begun>> {
  return tools.evaluateHandle(async ({ client }): Promise<Begun> => {
    const told: number[] = [];
    const onProgress = ({ loaded }: { readonly loaded: number }): void => void told.push(loaded);
    const { body } = await client.files.download({ path: "/a" }, { onProgress });
    const reader = body.getReader();
    const decoder = new TextDecoder();
    const { value } = await reader.read();
    const rest = async (): Promise<string> => {
      let text = "";
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        text += decoder.decode(read.value, { stream: true });
      }
      return text;
    };
    return { first: decoder.decode(value, { stream: true }), rest, cancel: () => reader.cancel(), told };
  });
}

describeInChromium("in a browser a download", (browser) => {
  test("a download in a browser gives the result and the content", async () => {
    const reply = { content: "héllo", contentType: "text/x-note", etag: "v1" };
    const { tools, requests, site } = await visitFromElsewhere(browser(), filesWith(reply));
    const found = await tools.evaluate(async ({ client }, path) => {
      const download = await client.files.download({ path });
      const blob = await download.blob();
      const { result, size, etag, contentType } = download;
      return { name: result.name, size, etag, contentType, text: await blob.text(), type: blob.type };
    }, path);
    const type = "text/x-note";
    // Pages do not see whether content of another origin was compressed, so they do not know its size.
    const size = undefined;
    expect(found).toEqual({ name: path.slice(1), size, etag: '"v1"', contentType: type, text: "héllo", type });
    expect(requests()).toEqual(["OPTIONS /2/files/download", "POST /2/files/download"]);
    expect(site.received[1]?.headers["content-type"]).toBeUndefined();
  });

  test("a download in a browser gives the first piece while the server still waits to send the second", async () => {
    const read = gate();
    async function* content(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("first ");
      await read.opened;
      yield Buffer.from("second");
    }
    const { tools } = await visitFromElsewhere(browser(), filesWith({ content: content(), size: 12 }));
    const begun = await begin(tools);
    expect(await begun.evaluate(({ first, told }) => ({ first, told }))).toEqual({ first: "first ", told: [6] });
    read.open();
    expect(await begun.evaluate((download) => download.rest())).toBe("second");
    expect(await begun.evaluate(({ told }) => told)).toEqual([6, 12]);
  });

  test("a download in a browser gives a range (B-010)", async () => {
    const { tools } = await visitFromElsewhere(browser(), filesWith({ content: "0123456789" }));
    const found = await tools.evaluate(async ({ client }) => {
      const read = async (range: { start: number; end?: number } | { last: number }): Promise<object> => {
        const download = await client.files.download({ path: "/a" }, { range });
        return { range: download.range, text: await download.text() };
      };
      return [await read({ start: 2, end: 5 }), await read({ last: 3 })];
    });
    expect(found).toEqual([
      { range: { start: 2, end: 5, size: 10 }, text: "2345" },
      { range: { start: 7, end: 9, size: 10 }, text: "789" },
    ]);
  });

  test("a download in a browser of what has not changed gives nothing", async () => {
    const { tools, site } = await visitFromElsewhere(browser(), filesWith({ content: "0123456789", etag: "v1" }));
    const found = await tools.evaluate(async ({ client }) => {
      const first = await client.files.download({ path: "/a" });
      await first.bytes();
      const again = await client.files.download({ path: "/a" }, { ifNoneMatch: first.etag ?? "" });
      const other = await client.files.download({ path: "/a" }, { ifNoneMatch: '"v0"' });
      return [again, other.isNotModified ? "" : await other.text()];
    });
    expect(found).toEqual([{ isNotModified: true, etag: '"v1"' }, "0123456789"]);
    expect(site.received.filter(({ method }) => method === "POST")).toHaveLength(3);
  });

  test("a download in a browser continues where the connection broke", async () => {
    const read = gate();
    const asked: (server.RequestedRange | undefined)[] = [];
    async function* breaking(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("01234");
      await read.opened;
      throw new Error("the connection breaks");
    }
    const content = (range: server.RequestedRange | undefined): server.Content => {
      asked.push(range);
      return range === undefined ? breaking() : "0123456789".slice(range.start, range.end + 1);
    };
    const { tools, site } = await visitFromElsewhere(browser(), filesWith({ content, size: 10, etag: "v1" }));
    const begun = await begin(tools);
    read.open();
    expect(await begun.evaluate((download) => download.rest())).toBe("56789");
    expect(asked).toEqual([undefined, { start: 5, end: 9 }]);
    expect(site.received.at(-1)?.headers).toMatchObject({ range: "bytes=5-", "if-range": '"v1"' });
  });

  test.each(["bytes", "text", "blob"] as const)(
    "a download in a browser that is read with %s() and is interrupted, aborted or idle rejects with the documented error",
    async (way) => {
      const begun = gate();
      async function* content(): AsyncGenerator<Uint8Array> {
        yield Buffer.from("01234");
        await begun.opened;
        throw new Error("the connection breaks");
      }
      const { tools } = await visitFromElsewhere(browser(), filesWith({ content, size: 10 }));
      const ended = await tools.evaluateHandle(async ({ client }, way) => {
        const begin = (options: object) => client.files.download({ path: "/a" }, { retry: false, ...options });
        const failure = (download: { readonly [Way in typeof way]: () => Promise<unknown> }): Promise<string> =>
          download[way]().then(String, (thrown: unknown) => String(thrown));
        const controller = new AbortController();
        const onProgress = (): void => controller.abort(new RangeError("enough"));
        const aborted = await failure(await begin({ signal: controller.signal, onProgress }));
        const silent = await failure(await begin({ timeoutMs: { idleMs: 20 } }));
        return { aborted, silent, broken: failure(await begin({})) };
      }, way);
      begun.open();
      expect(await ended.evaluate(async ({ broken, ...others }) => ({ ...others, broken: await broken }))).toEqual({
        aborted: "RangeError: enough",
        silent: "TimeoutError: files/download: no content within 20 ms",
        broken: "NetworkError: files/download: incomplete response: network error",
      });
    },
  );

  test("a download in a browser of another origin that is compressed gives all of its content, and no size", async () => {
    const { url, arrived } = await serve((_request, response) => {
      const body = gzipSync("abc");
      response.writeHead(200, {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Allow-Headers": "Authorization, Service-API-Arg",
        "Access-Control-Expose-Headers": "Service-API-Result, ETag",
        "Service-API-Result": JSON.stringify(file("/a", 3)),
        ETag: '"v1"',
        "Content-Encoding": "gzip",
        "Content-Length": body.length,
      });
      response.end(body);
    });
    const { tools } = await visitFromElsewhere(browser(), {}, { hosts: url });
    const found = await tools.evaluate(async ({ client }) => {
      const download = await client.files.download({ path: "/a" });
      return { size: download.size, text: await download.text() };
    });
    expect(found).toEqual({ size: undefined, text: "abc" });
    expect(arrived.map(({ method }) => method)).toEqual(["OPTIONS", "POST"]);
  });

  test("a download in a browser can be cancelled", async () => {
    const ended = gate();
    async function* content(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          yield new Uint8Array(65_536);
          await new Promise(setImmediate);
        }
      } finally {
        ended.open();
      }
    }
    const { tools } = await visitFromElsewhere(browser(), filesWith({ content: content() }));
    const begun = await begin(tools);
    await begun.evaluate((download) => download.cancel());
    await ended.opened;
  });

  test("a download in a browser can be the source of a picture", async () => {
    const picture = filesWith({ content: png, contentType: "image/png" });
    const { tools, site } = await visitFromElsewhere(browser(), picture);
    const width = await tools.evaluate(async ({ core, downloadUrl, files }, path) => {
      const image = new Image();
      image.src = await downloadUrl(core, files.download, { path });
      await image.decode();
      return image.naturalWidth;
    }, path);
    expect(width).toBe(1);
    expect(site.received).toHaveLength(1);
    expect(site.received[0]).toMatchObject({ method: "GET", path: "/2/files/download" });
    expect(Object.fromEntries(site.received[0]?.query ?? [])).toMatchObject({
      arg: JSON.stringify({ path }),
      authorization: "Bearer token",
    });
  });
});
