import { createHash } from "node:crypto";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { toFetchHandler } from "../../../templates/runtime/server/fetch-handler.js";
import type { UploadedContent } from "../../../templates/runtime/server/received-content.js";
import { routeError } from "../../../templates/runtime/server/refusal.js";
import { upload } from "../../../templates/runtime/server/server-route.js";
import { createServerCore } from "../../../templates/runtime/server/server.js";
import { binding, revoke, withAttributes, type CopyArg, type Metadata } from "../rpc-samples.js";
import { closeAfterEach, rawConnection, save, serve, statuses, until } from "./server-samples.js";

closeAfterEach();

async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function streamedBytesOf(content: ReadableStream<Uint8Array>): Promise<Buffer> {
  return Buffer.from(await new Response(content).arrayBuffer());
}

const hash = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Answers with the hash and size of the content. */
async function hashed(_arg: CopyArg, content: UploadedContent): Promise<Metadata> {
  const bytes = await bytesOf(content);
  return { name: hash(bytes), size: bytes.length };
}

const headers = { Authorization: "Bearer good", "Service-API-Arg": '{"from_path":"/a"}' };

const post = (url: string, body: BodyInit, more: Record<string, string> = {}): Promise<Response> =>
  fetch(`${url}files/save`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/octet-stream", ...more },
    body,
    ...(body instanceof ReadableStream && { duplex: "half" }),
  });

const head = (more: string): string =>
  `POST /2/files/save HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\nService-API-Arg: {"from_path":""}\r\n${more}\r\n`;

test.each([0, 1, 65_536, 3_000_000])("%i bytes of an upload arrive as they were sent (B-005)", async (size) => {
  const { url } = await serve([upload(save, hashed)]);
  const bytes = Uint8Array.from({ length: size }, (_, at) => (at * 7919) % 256);
  const response = await post(url, bytes);
  expect([response.status, await response.json()]).toEqual([200, { name: hash(bytes), size }]);
});

test("the argument of an upload may be in the URL, but not in both places (B-007, Q-03)", async () => {
  const { url } = await serve([upload(save, (arg) => Promise.resolve({ name: arg.from_path, size: 1 }))]);
  const inUrl = `${url}files/save?arg=${encodeURIComponent('{"from_path":"/é"}')}`;
  const { "Service-API-Arg": _, ...without } = headers;
  const response = await fetch(inUrl, { method: "POST", headers: without, body: new Uint8Array(3) });
  expect([response.status, await response.json()]).toEqual([200, { name: "/é", size: 1 }]);
  const both = await fetch(inUrl, { method: "POST", headers, body: new Uint8Array(3) });
  expect([both.status, await both.text()]).toMatchObject([400, expect.stringContaining("both in the header")]);
});

test.each([
  ["/日本 é", '{"from_path":"/\\u65e5\\u672c \\u00e9"}'],
  ["/日本 é", Buffer.from('{"from_path":"/日本 é"}').toString("latin1")],
  ["/é", '{"from_path":"/é"}'],
])("the path %s may be in the header escaped, as UTF-8 and as Latin-1: %j (B-011, Q-05)", async (path, header) => {
  const { port } = await serve([upload(save, (arg) => Promise.resolve({ name: arg.from_path, size: 1 }))]);
  const { socket, received } = rawConnection(port);
  const text = `POST /2/files/save HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\nService-API-Arg: ${header}\r\nContent-Length: 0\r\n\r\n`;
  socket.write(Buffer.from(text, "latin1"));
  await until(() => received().endsWith("}"));
  expect(Buffer.from(received(), "latin1").toString()).toContain(JSON.stringify({ name: path, size: 1 }));
});

test.each([
  ["application/octet-stream", 200],
  ["text/plain; charset=service-cors-hack", 200],
  ["Text/Plain;charset=SERVICE-cors-hack", 200],
  ["text/plain", 400],
  ["application/json", 400],
  ["multipart/form-data; boundary=x", 400],
])("the content type %s of an upload is answered with %i (B-015)", async (type, status) => {
  const { url } = await serve([upload(save, hashed)]);
  expect((await post(url, "x", { "Content-Type": type })).status).toBe(status);
});

test.each(["null", "{}", ""])("an upload without argument takes %j for none (HTTP-7)", async (text) => {
  const route = withAttributes(revoke, { style: "upload" });
  const { url } = await serve([upload(route, () => Promise.resolve(null))]);
  const response = await fetch(`${url}auth/token/revoke`, {
    method: "POST",
    headers: { Authorization: "Bearer good", ...(text !== "" && { "Service-API-Arg": text }) },
  });
  expect([response.status, await response.text()]).toEqual([200, "null"]);
});

test.each([
  ["{", "not JSON"],
  ['{"from_path":1}', "from_path"],
  ['{"from_path":"","__proto__":{}}', "__proto__"],
  ["", "expected an object"],
])("the argument %j of an upload is answered with 400 and the place", async (text, reason) => {
  const { url } = await serve([upload(save, hashed)]);
  const response = await post(url, "x", { "Service-API-Arg": text });
  expect(response.status).toBe(400);
  const body = await response.text();
  expect(body).toContain("header Service-API-Arg: ");
  expect(body).toContain(reason);
});

test("the argument of an upload may be as long as the limit: longer ones are refused with 431 in the header, 414 in the URL", async () => {
  const json = headers["Service-API-Arg"];
  const inUrl = { Authorization: headers.Authorization };
  const query = new URLSearchParams({ arg: json }).toString();
  const ask = async (maxBodyBytes: number): Promise<number[]> => {
    const { url } = await serve([upload(save, hashed)], { maxBodyBytes });
    const replies = [post(url, "abc"), fetch(`${url}files/save?${query}`, { method: "POST", headers: inUrl })];
    return (await Promise.all(replies)).map(({ status }) => status);
  };
  expect(await ask(json.length)).toEqual([200, 200]);
  expect(await ask(json.length - 1)).toEqual([431, 414]);
});

describe("the size of the content", () => {
  test("the size of the content may be limited, and is seen from its length", async () => {
    const handle = vi.fn(hashed);
    const { url } = await serve([upload(save, handle)], { maxUploadBytes: 1000 });
    expect((await post(url, new Uint8Array(1000))).status).toBe(200);
    expect((await post(url, new Uint8Array(1001))).status).toBe(413);
    expect(handle).toHaveBeenCalledOnce();
  });

  test.each([
    ["passes on", hashed],
    ["hides", (arg: CopyArg, content: UploadedContent) => hashed(arg, content).catch(() => ({ name: "", size: 0 }))],
    [
      "turns into a route error",
      (arg: CopyArg, content: UploadedContent) =>
        hashed(arg, content).catch(() => Promise.reject(routeError(save, { ".tag": "other" }))),
    ],
  ])(
    "the size of the content is answered with 413 while it comes in, also if the handler %s the failure",
    async (_what, handle) => {
      const { url, errors } = await serve([upload(save, handle)], { maxUploadBytes: 1000 });
      let left = 5;
      const body = new ReadableStream({
        pull: (controller) => (left-- > 0 ? controller.enqueue(new Uint8Array(500)) : controller.close()),
      });
      const response = await post(url, body);
      expect([response.status, await response.text()]).toEqual([413, "The request body is larger than 1000 bytes"]);
      expect(errors).toEqual([]);
    },
  );
});

describe("content", () => {
  test("content that the handler does not read does not spoil the connection", async () => {
    const { port, errors } = await serve([upload(save, () => Promise.resolve({ name: "x", size: 1 }))]);
    const { socket, received } = rawConnection(port);
    const one = head("Content-Length: 3000000\r\n") + "x".repeat(3_000_000);
    socket.write(one + one);
    await until(() => statuses(received()).length === 2);
    expect(statuses(received())).toEqual(["200", "200"]);
    expect(errors).toEqual([]);
  });

  test("content that has no end and is not read is cut off", async () => {
    const { port } = await serve([upload(save, () => Promise.resolve({ name: "x", size: 1 }))]);
    const { socket, received, closed } = rawConnection(port);
    socket.write(head("Transfer-Encoding: chunked\r\n"));
    const chunk = `100000\r\n${"x".repeat(0x100000)}\r\n`;
    const flood = (): void => {
      while (!socket.destroyed && socket.write(chunk)) {
        // until the other side falls behind
      }
    };
    socket.on("drain", flood);
    flood();
    await closed;
    expect(statuses(received())).toEqual(["200"]);
  });

  test("content is not read faster than the handler reads", async () => {
    let finish: () => void = () => undefined;
    const { port } = await serve([
      upload(save, async (_arg, content) => {
        await content.getReader().read();
        await new Promise<void>((resolve) => (finish = resolve));
        return { name: "x", size: 1 };
      }),
    ]);
    const { socket } = rawConnection(port);
    socket.write(head("Transfer-Encoding: chunked\r\n"));
    const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;
    for (let sent = 0; sent < 1_000; sent++) {
      socket.write(chunk);
    }
    let before = -1;
    await vi.waitUntil(
      () => {
        const isStill = socket.bytesWritten > 0 && socket.writableLength === before; // nobody takes any more
        before = socket.writableLength;
        return isStill;
      },
      { interval: 200, timeout: 500_000 },
    );
    expect(socket.writableLength).toBeGreaterThan(10_000_000);
    finish();
  });

  test("content that is broken off fails the stream, aborts the signal and is no error", async () => {
    const failure = vi.fn();
    let signal: AbortSignal | undefined;
    const { port, errors } = await serve([
      upload(save, async (_arg, content, _context, request) => {
        signal = request.signal;
        await bytesOf(content).catch(failure);
        return { name: "x", size: 1 };
      }),
    ]);
    const { socket } = rawConnection(port);
    socket.write(head("Content-Length: 100\r\n") + "abc");
    await until(() => signal !== undefined);
    socket.resetAndDestroy();
    await until(() => failure.mock.calls.length === 1 && signal?.aborted === true);
    expect(String(failure.mock.calls)).toContain("is incomplete");
    expect(errors).toEqual([]);
  });

  test("content may take longer than the timeout, which only limits its pauses: then the status is 408 (PROD-70)", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    let pieces = 0;
    const { port, errors } = await serve([
      upload(save, async (_arg, content) => {
        for await (const piece of content) {
          pieces += piece.byteLength / 3;
        }
        return { name: "x", size: 1 };
      }),
    ]);
    const { socket, received, closed } = rawConnection(port);
    socket.write(head("Content-Length: 100\r\n"));
    for (const number of [1, 2, 3]) {
      socket.write("abc");
      await until(() => pieces === number && vi.getTimerCount() === 1);
      await vi.advanceTimersByTimeAsync(20_000);
    }
    expect(statuses(received())).toEqual([]);
    await vi.advanceTimersByTimeAsync(10_000);
    await closed;
    expect(statuses(received())).toEqual(["408"]);
    expect(errors).toEqual([]);
  });

  test("content that was broken off before the handler was called fails the stream too", async () => {
    const failure = vi.fn();
    let isAsked = false;
    const read = async (_arg: CopyArg, content: UploadedContent): Promise<Metadata> => {
      await bytesOf(content).catch(failure);
      return { name: "x", size: 1 };
    };
    const { port } = await serve([upload(save, read)], {
      authenticate: async () => {
        isAsked = true;
        await new Promise((resolve) => socket.on("close", resolve));
        await new Promise((resolve) => setTimeout(resolve, 20)); // until the server has noticed
        return "somebody";
      },
    });
    const { socket } = rawConnection(port);
    socket.write(head("Content-Length: 100\r\n") + "abc");
    await until(() => isAsked);
    socket.resetAndDestroy();
    await until(() => failure.mock.calls.length === 1);
    expect(String(failure.mock.calls)).toContain("is incomplete");
  });

  test("content ends for the handler when the time is over (503)", async () => {
    const failure = vi.fn();
    let signal: AbortSignal | undefined;
    const { port } = await serve(
      [
        upload(save, async (_arg, content, _context, request) => {
          signal = request.signal;
          await bytesOf(content).catch(failure);
          return { name: "x", size: 1 };
        }),
      ],
      { handlerTimeoutMs: 20 },
    );
    const { socket, received } = rawConnection(port);
    socket.write(head("Content-Length: 100\r\n") + "abc");
    await until(() => statuses(received()).length === 1);
    expect(statuses(received())).toEqual(["503"]);
    await until(() => failure.mock.calls.length === 1);
    expect(signal?.aborted).toBe(true);
  });
});

test.each(["GET", "HEAD", "PUT", "TRACE"])("an upload by %s is answered with 405", async (method) => {
  const { port } = await serve([upload(save, hashed)]);
  const { socket, received } = rawConnection(port);
  socket.write(head("").replace("POST", method));
  await until(() => statuses(received()).length === 1);
  expect(statuses(received())).toEqual(["405"]);
  expect(received()).toMatch(/^allow: POST\r$/im);
});

describe("content that is read", () => {
  const bytes = Uint8Array.from({ length: 300_000 }, (_, at) => (at * 7919) % 256);

  test("content that is read as a stream has the same bytes as piece by piece", async () => {
    const { url } = await serve([
      upload(save, async (_arg, content) => {
        const read = await streamedBytesOf(content);
        return { name: hash(read), size: read.length };
      }),
    ]);
    expect(await (await post(url, bytes)).json()).toEqual({ name: hash(bytes), size: 300_000 });
  });

  test.each([
    ["as a stream", (content: UploadedContent) => content.cancel()],
    [
      "piece by piece",
      async (content: UploadedContent) => {
        for await (const piece of content) {
          expect(piece.byteLength).toBeGreaterThan(0);
          break;
        }
      },
    ],
  ])(
    "content that is read in part, %s, has nothing more to give, and the next call is answered",
    async (_how, readPart) => {
      let rest: unknown;
      const { port, errors } = await serve([
        upload(save, async (_arg, content) => {
          await readPart(content);
          rest = await content.getReader().read();
          return { name: "x", size: 1 };
        }),
      ]);
      const { socket, received } = rawConnection(port);
      const one = head("Content-Length: 3000000\r\n") + "x".repeat(3_000_000);
      socket.write(one + one);
      await until(() => statuses(received()).length === 2);
      expect(statuses(received())).toEqual(["200", "200"]);
      expect(rest).toEqual({ done: true, value: undefined });
      expect(errors).toEqual([]);
    },
  );

  test("content that is read two pieces at once, and the rest with the same iterator, is whole", async () => {
    const { url } = await serve([
      upload(save, async (_arg, content) => {
        const iterator = content[Symbol.asyncIterator]() as AsyncIterableIterator<Uint8Array>;
        const read: Uint8Array[] = [];
        for (const { value } of await Promise.all([iterator.next(), iterator.next()])) {
          read.push(value as Uint8Array);
        }
        for await (const piece of iterator) {
          read.push(piece);
        }
        return { name: hash(Buffer.concat(read)), size: Buffer.concat(read).length };
      }),
    ]);
    expect(await (await post(url, bytes)).json()).toEqual({ name: hash(bytes), size: 300_000 });
  });

  test.each([
    ["as a stream", (content: UploadedContent) => streamedBytesOf(content)],
    ["piece by piece", (content: UploadedContent) => bytesOf(content)],
  ])("content that is read after the call has been answered, %s, fails", async (_how, read) => {
    let later: Promise<unknown> = Promise.resolve();
    let answered: () => void = () => undefined;
    const { url } = await serve([
      upload(save, (_arg, content) => {
        later = new Promise<void>((resolve) => (answered = resolve)).then(() => read(content));
        return Promise.resolve({ name: "x", size: 1 });
      }),
    ]);
    expect((await post(url, bytes)).status).toBe(200);
    answered();
    await expect(later).rejects.toThrow("The call has already been answered");
  });
});

test("content of an upload streams in on platforms with Request and Response too", async () => {
  const handler = toFetchHandler(
    createServerCore(binding, [upload(save, hashed)], { authenticate: () => "x", maxUploadBytes: 100 }),
  );
  const send = (body: BodyInit | null): Promise<Response> => {
    const init = { method: "POST", headers: { "Service-API-Arg": '{"from_path":""}' }, body, duplex: "half" };
    const request = new Request("http://a/2/files/save", init);
    request.headers.delete("Content-Type");
    return handler(request);
  };
  expect(await (await send(new Uint8Array(100))).json()).toMatchObject({ size: 100 });
  expect(await (await send(null)).json()).toMatchObject({ size: 0 });
  expect((await send(new Uint8Array(101))).status).toBe(413);
});
