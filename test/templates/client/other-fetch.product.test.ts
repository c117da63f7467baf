import { Readable } from "node:stream";
import { describe, expect, test, vi } from "vitest";
import { createClientCore } from "../../../templates/runtime/client/core.js";
import { download } from "../../../templates/runtime/client/download.js";
import { upload } from "../../../templates/runtime/client/upload.js";
import { binding, copy, withAttributes } from "../rpc-samples.js";

const put = { ...withAttributes(copy, { style: "upload", host: "content" }), path: "files/upload" };
const get = { ...withAttributes(copy, { style: "download", host: "content" }), path: "files/download" };
const arg = { from_path: "/a" };
const result = { name: "a.txt", size: 5 };

function clientWith(fetch: (url: unknown, init?: RequestInit) => Promise<Response>) {
  return createClientCore(binding, { hosts: "https://api.example", accessToken: "t", fetch });
}

describe("with a fetch that converts streams to text, such as that of node-fetch,", () => {
  /** Returns a client, and the bodies that were sent. */
  function converting() {
    const bodies: string[] = [];
    const toText: (value: unknown) => string = String;
    const core = clientWith((_url, init) =>
      Promise.resolve().then(() => {
        const { body } = init ?? {};
        bodies.push(body instanceof ArrayBuffer ? Buffer.from(body).toString() : toText(body));
        return new Response(JSON.stringify(result));
      }),
    );
    return { core, bodies };
  }

  test("an upload of a stream with a fetch that converts streams to text is a TypeError, and nothing is sent", async () => {
    const { core, bodies } = converting();
    for (const onProgress of [undefined, () => undefined]) {
      await expect(upload(core, put, arg, new Blob(["content"]).stream(), { onProgress })).rejects.toThrow(
        new TypeError(
          "The fetch of this client cannot send streams: it converts them to text. Upload bytes or a Blob, or use another fetch",
        ),
      );
    }
    expect(bodies).toEqual([]);
  });

  test("a Blob is sent as bytes with a fetch that converts streams to text, which reports start and end of its upload", async () => {
    const { core, bodies } = converting();
    const onProgress = vi.fn();
    await upload(core, put, arg, new Blob(["content"]), { onProgress });
    expect(bodies).toEqual(["content"]);
    expect(onProgress.mock.calls).toEqual([[{ loaded: 0, total: 7 }], [{ loaded: 7, total: 7 }]]);
  });
});

describe("with a fetch whose responses have other bodies than the platform's, such as that of node-fetch,", () => {
  function responding(body: unknown) {
    const headers = new Headers({ "Service-API-Result": JSON.stringify(result) });
    return clientWith(() => Promise.resolve({ status: 200, ok: true, headers, body } as Response));
  }

  test("a download of a Node stream, as with node-fetch, has its content", async () => {
    const core = responding(Readable.from([Buffer.from("con"), Buffer.from("tent")]));
    expect(await (await download(core, get, arg)).text()).toBe("content");
  });

  test("a download of a Node stream, as with node-fetch, that is cancelled destroys the stream", async () => {
    const body = Readable.from([Buffer.from("content")]);
    await (await download(responding(body), get, arg)).body.cancel();
    expect(body.destroyed).toBe(true);
  });

  test("a download of a body that is neither a platform's stream nor a Node stream is a TypeError that says so", async () => {
    await expect(download(responding("content"), get, arg)).rejects.toThrow(
      "The fetch of this client returns bodies that are not streams",
    );
  });
});
