import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createClientCore } from "../../../templates/runtime/client/core.js";
import { download, type Download } from "../../../templates/runtime/client/download.js";
import { upload, type UploadOptions } from "../../../templates/runtime/client/upload.js";
import type { UploadContent } from "../../../templates/runtime/client/upload-content.js";
import { fail } from "../../../templates/runtime/codecs/check.js";
import { contentHasher, type HashAlgorithm } from "../../../templates/runtime/codecs/content-hasher.js";
import { binding, withAttributes } from "../rpc-samples.js";
import { sendJson, serve } from "./scripted-server.js";
import { plainRoute } from "./scripted-service.js";

const put = withAttributes(plainRoute<object, object, unknown>("files/upload"), { style: "upload" });
const get = withAttributes(plainRoute<object, object, unknown>("files/download"), { style: "download" });
const content = new Uint8Array(
  Buffer.alloc(
    9_000_000,
    Uint8Array.from({ length: 251 }, (_, index) => index),
  ),
);
const blockSize = 4_194_304;

const sha256 = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();

/** The hash as Dropbox documents it. */
function dropboxHash(bytes: Uint8Array): string {
  const hashes: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += blockSize) {
    hashes.push(sha256(bytes.subarray(at, at + blockSize)));
  }
  return sha256(Buffer.concat(hashes)).toString("hex");
}

function clientOf(url: string, algorithm: HashAlgorithm = "dropbox", downloads = ["files/download"]) {
  const contentHash = { algorithm, field: "content_hash", downloads };
  return createClientCore({ ...binding, contentHash }, { hosts: url, accessToken: "t" });
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("the hash of content", () => {
  /** What a platform has to hash with. */
  const platforms: Readonly<Record<string, () => void>> = {
    "Node's module": () => undefined,
    "Web Crypto": () => vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined),
  };

  test.each(Object.keys(platforms))(
    "the hash of content is the one that Dropbox documents, and SHA-256, with %s",
    async (name) => {
      platforms[name]?.();
      for (const size of [0, 5, blockSize, blockSize + 1, content.length]) {
        const bytes = content.subarray(0, size);
        for (const algorithm of ["dropbox", "sha256"] as const) {
          const hasher = contentHasher(algorithm, size);
          for (let at = 0; at < size; at += 1_000_003) {
            await hasher?.add(bytes.subarray(at, at + 1_000_003));
          }
          const expected = algorithm === "dropbox" ? dropboxHash(bytes) : sha256(bytes).toString("hex");
          expect(await hasher?.end(), `${algorithm} of ${size} bytes`).toBe(expected);
        }
      }
    },
  );
});

describe("an upload", () => {
  async function sentArg(
    content: UploadContent,
    options?: UploadOptions,
    arg: object = {},
    route = put,
  ): Promise<object> {
    const { url, arrived } = await serve((_request, response) => sendJson(response, 200, { name: "a", size: 1 }));
    await upload(clientOf(url), route, arg, content, options);
    return JSON.parse(String(arrived[0]?.headers["service-api-arg"])) as object;
  }

  test("an upload of bytes, a string or a Blob sends the hash of its content, unless the caller gives one", async () => {
    const hash = dropboxHash(content);
    expect(await sentArg(content)).toEqual({ content_hash: hash });
    expect(await sentArg(new Blob([content]))).toEqual({ content_hash: hash });
    expect(await sentArg("é")).toEqual({ content_hash: dropboxHash(Buffer.from("é")) });
    expect(await sentArg("é", {}, { content_hash: "own" })).toEqual({ content_hash: "own" });
  });

  test("an upload sends no hash of a stream, to a route without the field, with verifyContent: false, and where nothing can compute it", async () => {
    expect(await sentArg(new Blob(["a"]).stream())).toEqual({});
    const other = {
      ...put,
      encodeArg: (value: object) => ("content_hash" in value ? fail("unknown-field", "none", "one") : value),
    };
    expect(await sentArg("a", {}, { from_path: "/a" }, other)).toEqual({ from_path: "/a" });
    expect(await sentArg("a", { verifyContent: false })).toEqual({});
    vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined);
    vi.stubGlobal("crypto", {});
    expect(await sentArg("a")).toEqual({});
  });
});

describe("a download", () => {
  const hash = dropboxHash(content);

  /** Returns a download of a service whose result has the hash of `content`, and whose body `send` sends. */
  async function downloadOf(send: (response: ServerResponse, range: string | undefined) => void, options = {}) {
    const { url } = await serve((request, response) => {
      response.setHeader("Service-API-Result", JSON.stringify({ rev: "1", content_hash: hash }));
      send(response, request.headers.range);
    });
    return download(clientOf(url), get, {}, { retry: { maxPauseMs: 0 }, ...options });
  }

  const damaged = content.slice();
  damaged[8_000_000] = 0;
  const actual = dropboxHash(damaged);
  const error = { name: "ContentError", expectedHash: hash, actualHash: actual, status: 200, route: "files/download" };
  const sendDamaged = (response: ServerResponse): unknown => response.end(damaged);

  async function folder(): Promise<string> {
    const path = await mkdtemp(join(tmpdir(), "ashlar-"));
    onTestFinished(() => rm(path, { recursive: true }));
    return path;
  }

  test.each<[string, (file: Download<object>) => Promise<unknown>]>([
    ["bytes()", (file) => file.bytes()],
    ["text()", (file) => file.text()],
    ["blob()", (file) => file.blob()],
    ["body", (file) => new Response(file.body).arrayBuffer()],
  ])(
    "a download of other content than its result describes rejects with both hashes in %s; right content does not",
    async (_, read) => {
      await expect(read(await downloadOf(sendDamaged))).rejects.toMatchObject(error);
      await read(await downloadOf((response) => response.end(content)));
      await read(await downloadOf(sendDamaged, { verifyContent: false }));
    },
  );

  test("a download of other content is not saved: neither the file nor a part is left", async () => {
    const path = await folder();
    await expect((await downloadOf(sendDamaged)).saveTo(join(path, "a"))).rejects.toMatchObject(error);
    expect(await readdir(path)).toEqual([]);
  });

  test("a download that resumed is compared as a whole, in memory and in a file that another process began", async () => {
    const path = await folder();
    const at = 5_000_000;
    const inTwoParts = (bytes: Uint8Array) => (response: ServerResponse, range: string | undefined) => {
      response.setHeader("ETag", '"1"');
      if (range === undefined) {
        response.setHeader("Content-Length", bytes.length);
        response.write(bytes.subarray(0, at), () => response.destroy());
        return;
      }
      const start = Number(/\d+/.exec(range)?.[0]);
      const end = bytes.length - 1;
      response.writeHead(206, { "Content-Range": `bytes ${start}-${end}/${bytes.length}` }).end(bytes.subarray(start));
    };
    expect((await (await downloadOf(inTwoParts(content))).bytes()).byteLength).toBe(content.length);
    await expect((await downloadOf(inTwoParts(damaged))).bytes()).rejects.toMatchObject(error);
    for (const [bytes, isRight] of [
      [content, true],
      [damaged, false],
    ] as const) {
      const interrupted = await downloadOf(inTwoParts(bytes), { retry: false });
      await expect(interrupted.saveTo(join(path, "a"))).rejects.toThrow();
      const [partial] = await readdir(path);
      expect(partial).toMatch(/\.partial$/);
      const saving = (await downloadOf(inTwoParts(bytes))).saveTo(join(path, "a"));
      if (isRight) {
        expect((await saving).resumedFrom).toBeGreaterThan(0);
        expect(dropboxHash(await readFile(join(path, "a")))).toBe(hash);
        await rm(join(path, "a"));
      } else {
        await expect(saving).rejects.toMatchObject({ name: "ContentError" });
        expect(await readdir(path)).toEqual([]);
      }
    }
  });

  test("a download of a range, and of a route that is not listed, is not compared", async () => {
    const part = (response: ServerResponse): unknown =>
      response.writeHead(206, { "Content-Range": "bytes 0-1/9000000" }).end("ab");
    expect(await (await downloadOf(part, { range: { start: 0, end: 1 } })).text()).toBe("ab");
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { "Service-API-Result": JSON.stringify({ content_hash: hash }) }).end("thumbnail");
    });
    expect(await (await download(clientOf(url, "dropbox", ["files/other"]), get, {})).text()).toBe("thumbnail");
  });

  test("a download is compared where the platform has no streams, if it has Web Crypto", async () => {
    vi.stubGlobal("ReadableStream", undefined);
    const headers = new Headers({
      "Service-API-Result": JSON.stringify({ content_hash: dropboxHash(Buffer.from("abc")) }),
    });
    const fetchOf = (text: string) => (): Promise<Response> =>
      Promise.resolve({
        status: 200,
        ok: true,
        headers,
        arrayBuffer: () => Promise.resolve(new TextEncoder().encode(text).buffer),
        text: () => Promise.resolve(text),
      } as Response);
    const read = async (text: string): Promise<string> => {
      const core = createClientCore(
        { ...binding, contentHash: { algorithm: "dropbox", field: "content_hash", downloads: ["files/download"] } },
        { hosts: "http://api", accessToken: "t", fetch: fetchOf(text) },
      );
      return (await download(core, get, {})).text();
    };
    expect(await read("abc")).toBe("abc");
    await expect(read("abd")).rejects.toMatchObject({ name: "ContentError" });
    vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined);
    vi.stubGlobal("crypto", {});
    expect(await read("abd")).toBe("abd");
  });
});
