import { gzipSync } from "node:zlib";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { clientState, createClientCore } from "../../../templates/runtime/client/core.js";
import type { CallOptions } from "../../../templates/runtime/client/options.js";
import { download } from "../../../templates/runtime/client/download.js";
import { TimeoutError, type ApiError } from "../../../templates/runtime/client/errors.js";
import { call } from "../../../templates/runtime/client/call.js";
import { upload } from "../../../templates/runtime/client/upload.js";
import { expectClosed, expectNoLeaks } from "./leaks.js";
import { rawServer, responseText, type RawServer } from "./raw-server.js";
import { binding, copy, revoke, withAttributes } from "../rpc-samples.js";

const put = { ...withAttributes(copy, { style: "upload", host: "content" }), path: "files/upload" };
const get = { ...withAttributes(copy, { style: "download", host: "content" }), path: "files/download" };
const arg = { from_path: "/a" };
const result = { name: "a.txt", size: 5 };
const json = JSON.stringify(result);
const isJson = "Content-Type: application/json";
const once = { retry: false } as const;

expectNoLeaks();

/** A client of a server for one test. */
async function against(answer: (socket: Socket, index: number) => void, options: CallOptions = {}) {
  const server = await rawServer(answer);
  return { server, core: createClientCore(binding, { hosts: server.url, accessToken: "secret", ...options }) };
}

/** What a call fails with; when it has, no connection may be left. */
async function failureOf(running: Promise<unknown>, server: RawServer): Promise<unknown> {
  const thrown: unknown = await running.then(
    () => new Error("the call succeeded"),
    (thrown: unknown) => thrown,
  );
  await expectClosed(server);
  return thrown;
}

describe("a connection", () => {
  const faults: readonly [string, (socket: Socket) => void, number | undefined][] = [
    ["that is closed instead of an answer", (socket) => socket.destroy(), undefined],
    ["that is reset instead of an answer", (socket) => socket.resetAndDestroy(), undefined],
    ["with an answer that is not HTTP", (socket) => socket.end("220 mail.example.com ESMTP\r\n\r\n"), undefined],
    ["that ends in the middle of the headers", (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-"), undefined],
    [
      "with more headers than the platform takes",
      (socket) => socket.end(responseText("200 OK", Array<string>(5_000).fill("X-Header: xxxxxxxxxx"))),
      undefined,
    ],
    [
      "that is reset after the headers",
      (socket) => socket.write(responseText("200 OK", ["Content-Length: 25"]), () => setTimeout(reset, 10, socket)),
      200,
    ],
    [
      "that ends before Content-Length",
      (socket) => socket.end(responseText("200 OK", ["Content-Length: 99"], json)),
      200,
    ],
    [
      "with broken chunks",
      (socket) => socket.end(responseText("200 OK", ["Transfer-Encoding: chunked"], "zz\r\n{}")),
      200,
    ],
    [
      "that ends before the last chunk",
      (socket) => socket.end(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n19\r\n${json}\r\n`),
      200,
    ],
  ];

  test.each(faults)("a connection %s is a network error, with what came before it", async (_what, fault, status) => {
    const { server, core } = await against(fault);
    const thrown = await failureOf(call(core, copy, arg), server);
    expect(thrown).toMatchObject({ name: "NetworkError", route: "files/copy_v2", status });
    expect((thrown as Error).cause).toBeInstanceOf(Error);
    expect(server.heads).toHaveLength(1);
  });

  test("a connection that nobody accepts is a network error that says so", async () => {
    const core = createClientCore(binding, { hosts: "http://127.0.0.1:1", accessToken: "t" });
    const calls = [
      () => call(core, copy, arg),
      () => upload(core, put, arg, "x"),
      () => download(core, get, arg, once),
    ];
    for (const start of calls) {
      await expect(start()).rejects.toMatchObject({
        name: "NetworkError",
        message: expect.stringMatching(/: no response: ./),
      });
    }
  });

  test("a connection whose connection is lost is tried again where the call is safe", async () => {
    const { server, core } = await against((socket, index) =>
      index === 0 ? socket.resetAndDestroy() : socket.end(responseText("200 OK", [isJson], json)),
    );
    expect(await call(core, copy, arg, { idempotent: true })).toEqual(result);
    await expectClosed(server);
  });
});

describe("a body", () => {
  const bodies: readonly [string, string | Buffer, string][] = [
    ["of JSON that ends too early", '{"name":"a.txt"', "SyntaxError"],
    ["of HTML that claims to be JSON", "<html>Please log in</html>", "SyntaxError"],
    ["that is empty", "", "undefined"],
    ["with bytes that are no UTF-8", Buffer.from('{"name":"\xe9","size":5}', "latin1"), "TypeError"],
    ["with a byte order mark and nothing else", Buffer.from([0xef, 0xbb, 0xbf]), "undefined"],
  ];

  test.each(bodies)("a body %s is an error of the protocol", async (_what, body, cause) => {
    const { server, core } = await against((socket) => {
      socket.write(responseText("200 OK", [isJson]));
      socket.end(body);
    });
    const thrown = await failureOf(call(core, copy, arg), server);
    expect(thrown).toMatchObject({ name: "ProtocolError", route: "files/copy_v2", status: 200 });
    expect(String((thrown as Error).cause)).toMatch(new RegExp(`^${cause}`));
  });

  test.each(["text/html", "application/octet-stream; charset=latin1", ""])(
    "a body of JSON is read as JSON whatever its content type: %j",
    async (type) => {
      const { server, core } = await against((socket) =>
        socket.end(responseText("200 OK", [`Content-Type: ${type}`], '{"name":"é","size":5}')),
      );
      expect(await call(core, copy, arg)).toEqual({ name: "é", size: 5 });
      await expectClosed(server);
    },
  );

  test("a body may be compressed", async () => {
    const { server, core } = await against((socket) => {
      socket.write(responseText("200 OK", [isJson, "Content-Encoding: gzip"]));
      socket.end(gzipSync(json));
    });
    expect(await call(core, copy, arg)).toEqual(result);
    await expectClosed(server);
  });

  test("a body that is not compressed as it says ends, if not by itself, by the time limit", async () => {
    // Node 20 never ends here: it does not treat an error of the decompressor as an error of the body.
    const { server, core } = await against((socket) =>
      socket.end(responseText("200 OK", ["Content-Encoding: gzip"], json)),
    );
    const thrown = await failureOf(call(core, copy, arg, { timeoutMs: 200 }), server);
    expect(["NetworkError", "TimeoutError"]).toContain((thrown as ApiError).name);
  });

  test("a body is not there with 204, which is right for a route without a result only", async () => {
    const { server, core } = await against((socket) => socket.end(responseText("204 No Content")));
    expect(await call(core, revoke, undefined)).toBeNull();
    expect(await failureOf(call(core, copy, arg), server)).toMatchObject({ name: "ProtocolError", status: 204 });
  });

  test("a body of a proxy's error page may be in any encoding (B-250)", async () => {
    const page = Buffer.from("<html>Passerelle défaillante</html>", "latin1");
    const { server, core } = await against((socket) => {
      socket.write(responseText("502 Bad Gateway", ["Content-Type: text/html; charset=iso-8859-1"]));
      socket.end(page);
    });
    const thrown = await failureOf(call(core, copy, arg), server);
    expect(thrown).toMatchObject({
      name: "ServerError",
      status: 502,
      body: "<html>Passerelle d\ufffdfaillante</html>",
    });
  });
});

describe("Retry-After", () => {
  const inTenSeconds = (): string => new Date(Date.now() + 10_000).toUTCString();

  test.each([
    ["is a number of seconds", () => ["Retry-After: 7"], 7, 7],
    [
      "is a date by the clock of the service",
      () => ["Retry-After: Sun, 06 Nov 1994 08:49:37 GMT", "Date: Sun, 06 Nov 1994 08:49:07 GMT"],
      30,
      30,
    ],
    ["is a date by our clock if the service does not tell its own", () => [`Retry-After: ${inTenSeconds()}`], 5, 10],
    ["that is absurd is returned unchanged", () => [`Retry-After: ${"9".repeat(20)}`], 1e20, 1e20],
  ])("Retry-After %s", async (_what, headers, atLeast, atMost) => {
    const { server, core } = await against((socket) => socket.end(responseText("429 Slow", headers(), "{")));
    const thrown = await failureOf(call(core, copy, arg, { retry: { maxPauseMs: 1 } }), server);
    expect(thrown).toMatchObject({ name: "RateLimitError", status: 429, reason: undefined });
    const { retryAfter } = thrown as { retryAfter: number };
    expect(retryAfter).toBeGreaterThanOrEqual(atLeast);
    expect(retryAfter).toBeLessThanOrEqual(atMost);
    expect(server.heads).toHaveLength(1);
  });

  test("Retry-After of more time than any timer has is not taken for none (B-249)", async () => {
    const { server, core } = await against((socket) => socket.end(responseText("429 Slow", ["Retry-After: 9000000"])));
    const controller = new AbortController();
    const running = call(core, copy, arg, { retry: { maxPauseMs: Infinity }, signal: controller.signal });
    const failing = failureOf(running, server);
    await vi.waitFor(() => expect(server.heads).toHaveLength(1), { timeout: 500_000 });
    await delay(50); // in which it would call again
    controller.abort(new Error("enough"));
    const thrown = await failing;
    expect(thrown).toEqual(new Error("enough"));
    expect(server.heads).toHaveLength(1);
  });

  test.each([[["Retry-After: -1"]], [["Retry-After: soon"]], [[]]])(
    "Retry-After of %j leaves the pause to us",
    async (headers) => {
      const { server, core } = await against((socket, index) =>
        socket.end(index === 0 ? responseText("503 Busy", headers) : responseText("200 OK", [isJson], json)),
      );
      expect(await call(core, copy, arg, { retry: { maxPauseMs: 1 } })).toEqual(result);
      expect(server.heads).toHaveLength(2);
      await expectClosed(server);
    },
  );
});

describe("a redirect", () => {
  test.each([301, 302, 303, 307, 308])("a redirect with %d takes no token to another host", async (status) => {
    const other = await rawServer((socket) => socket.end(responseText("200 OK", [isJson], json)));
    const { server, core } = await against((socket) =>
      socket.end(responseText(`${status} Elsewhere`, [`Location: ${other.url}/`])),
    );
    const calls = [() => call(core, copy, arg), () => upload(core, put, arg, "x"), () => download(core, get, arg)];
    for (const start of calls) {
      expect(await failureOf(start(), server)).toMatchObject({ name: "ProtocolError", status });
    }
    expect(other.heads).toEqual([]);
  });
});

describe("headers of Latin-1", () => {
  test("headers of Latin-1 travel both ways", async () => {
    const { server, core } = await against((socket) => {
      socket.end(Buffer.from(responseText("200 OK", [isJson, "X-Name: é"], json), "latin1"));
    });
    const { headers } = await call(core, copy, arg, { headers: { "X-Name": "è" } }).withResponse();
    expect(headers.get("X-Name")).toBe("é");
    expect(server.heads[0]).toMatch(/^x-name: è$/im);
    await expectClosed(server);
  });
});

describe("an upload", () => {
  const piece = new Uint8Array(65_536);
  const endless = (cancelled: () => void): ReadableStream<Uint8Array> =>
    new ReadableStream({ pull: (controller) => controller.enqueue(piece), cancel: cancelled });
  const isReset = (socket: Socket): unknown => socket.once("data", () => socket.resetAndDestroy());
  const isRefused = (socket: Socket): unknown => socket.write(responseText("413 Too Large", ["Content-Length: 0"]));
  const ways = [
    ["is reset while it runs", isReset, "NetworkError", undefined],
    ["is answered while it runs", isRefused, "ProtocolError", 413],
  ] as const;

  test.each(ways)("an upload of a stream that %s lets go of it", async (_what, answer, name, status) => {
    for (const onProgress of [undefined, () => undefined]) {
      let isCancelled = false;
      const { server, core } = await against(answer);
      const content = endless(() => (isCancelled = true));
      const thrown = await failureOf(upload(core, put, arg, content, { onProgress }), server);
      expect(thrown).toMatchObject({ name, status, route: "files/upload" });
      expect(isCancelled).toBe(true);
    }
  });

  test.each(ways)("an upload of bytes that %s leaves nothing behind", async (_what, answer, name, status) => {
    for (const onProgress of [undefined, () => undefined]) {
      const { server, core } = await against(answer);
      const thrown = await failureOf(upload(core, put, arg, new Uint8Array(30_000_000), { onProgress }), server);
      expect(thrown).toMatchObject({ name, status, route: "files/upload" });
    }
  });

  test("an upload whose content fails rejects with the same error, and closes the connection", async () => {
    const { server, core } = await against(() => undefined);
    const cause = new Error("disk on fire");
    const content = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(piece),
      pull: () => Promise.reject(cause),
    });
    expect(await failureOf(upload(core, put, arg, content), server)).toBe(cause);
  });
});

describe("a download", () => {
  const isContent = `Service-API-Result: ${json}`;

  test("a download that is compressed has no size that is known, and is not taken up again", async () => {
    const content = Buffer.from("content ".repeat(10_000));
    const zipped = gzipSync(content);
    const headers = [isContent, 'ETag: "v1"', "Content-Encoding: gzip", `Content-Length: ${zipped.length}`];
    const { server, core } = await against((socket, index) => {
      socket.write(responseText("200 OK", headers));
      socket.end(index === 0 ? zipped : zipped.subarray(0, 50));
    });
    const seen: unknown[] = [];
    const whole = await download(core, get, arg, { onProgress: ({ total }) => seen.push(total) });
    expect(whole.size).toBeUndefined();
    expect(Buffer.from(await whole.bytes()).equals(content)).toBe(true);
    expect(new Set(seen)).toEqual(new Set([undefined]));
    const broken = await download(core, get, arg);
    expect(await failureOf(broken.bytes(), server)).toMatchObject({ name: "NetworkError", route: "files/download" });
    expect(server.heads).toHaveLength(2);
  });

  test("a download of 204 is one of nothing", async () => {
    const { server, core } = await against((socket) => socket.end(responseText("204 No Content", [isContent])));
    expect(await (await download(core, get, arg)).text()).toBe("");
    await expectClosed(server);
  });

  test("a download whose listener fails, fails with that and closes the connection", async () => {
    const { server, core } = await against((socket) =>
      socket.write(responseText("200 OK", [isContent, "Content-Length: 99"], "some")),
    );
    const cause = new Error("the page is gone");
    const onProgress = (): void => {
      throw cause;
    };
    const file = await download(core, get, arg, { onProgress });
    expect(await failureOf(file.bytes(), server)).toBe(cause);
  });

  test("a download whose result cannot be read closes the connection", async () => {
    const { server, core } = await against((socket) =>
      socket.write(responseText("200 OK", ["Service-API-Result: {", "Content-Length: 99"], "some")),
    );
    expect(await failureOf(download(core, get, arg), server)).toMatchObject({ name: "ProtocolError", status: 200 });
  });

  test("a download of content that has changed asks only once", async () => {
    const { server, core } = await against((socket, index) => {
      const headers = [isContent, `ETag: "v${index}"`, "Content-Length: 99"];
      socket.write(responseText("200 OK", headers, "some"), () => index === 0 && setTimeout(reset, 10, socket));
    });
    const file = await download(core, get, arg);
    const thrown = await failureOf(file.bytes(), server);
    expect(thrown).toMatchObject({ name: "NetworkError", message: expect.stringContaining("the content changed") });
    expect(server.heads).toHaveLength(2);
  });

  test("a download that falls silent is taken up again", async () => {
    const { server, core } = await against((socket, index) => {
      const headers = [isContent, 'ETag: "v1"'];
      if (index === 0) {
        socket.write(responseText("200 OK", [...headers, "Content-Length: 8"], "some"));
      } else {
        socket.end(
          responseText("206 Partial", [...headers, "Content-Range: bytes 4-7/8", "Content-Length: 4"], "more"),
        );
      }
    });
    const file = await download(core, get, arg, { timeoutMs: { idleMs: 50 } });
    expect(await file.text()).toBe("somemore");
    await expectClosed(server);
  });

  test("a download may take longer than an attempt, and all of them: those limits end where its content begins", async () => {
    const { server, core } = await against((socket) => {
      socket.write(responseText("200 OK", [isContent, "Content-Length: 8"], "some"));
      setTimeout(() => socket.end("more"), 400);
    });
    const file = await download(core, get, arg, { timeoutMs: { attemptMs: 200, totalMs: 300 } });
    expect(await file.text()).toBe("somemore");
    await expectClosed(server);
  });
});

describe("a time limit", () => {
  test.each(["attemptMs", "totalMs"] as const)("a limit of %s ends a body that drips", async (limit) => {
    const { server, core } = await against((socket) => {
      socket.write(responseText("200 OK", [isJson, "Content-Length: 99"]));
      const dripping = setInterval(() => socket.write(" "), 5);
      socket.on("close", () => clearInterval(dripping));
    });
    const thrown = await failureOf(call(core, copy, arg, { timeoutMs: { [limit]: 60 } }), server);
    expect(thrown).toBeInstanceOf(TimeoutError);
    expect(thrown).toMatchObject({ route: "files/copy_v2", timeoutMs: 60 });
  });
});

describe("a provider of tokens", () => {
  const isRefused = responseText("401 No", ["Content-Length: 0"]);

  test("a provider of tokens that fails when it is asked for another token fails the call with that", async () => {
    const { server, core } = await against((socket) => socket.end(isRefused));
    const cause = new Error("signed out");
    const accessToken = (refused?: string): Promise<string> =>
      refused === undefined ? Promise.resolve("old") : Promise.reject(cause);
    const thrown = await failureOf(
      call(createClientCore(binding, { ...core[clientState].options(), accessToken }), copy, arg),
      server,
    );
    expect(thrown).toBe(cause);
  });

  test("a provider of tokens that never gives another token is left at the time limit", async () => {
    const { server, core } = await against((socket) => socket.end(isRefused));
    const accessToken = (refused?: string): Promise<string> =>
      refused === undefined ? Promise.resolve("old") : new Promise(() => undefined);
    const signedIn = createClientCore(binding, { ...core[clientState].options(), accessToken, timeoutMs: 100 });
    expect(await failureOf(call(signedIn, copy, arg), server)).toBeInstanceOf(TimeoutError);
  });

  test("a provider of tokens is asked for another token also if a new call is just asking for one", async () => {
    let answer = (): void => undefined;
    const { server, core } = await against((socket, index) => {
      if (index === 0) {
        answer = () => socket.end(isRefused);
        return started();
      }
      const isGood = server.heads[index]?.includes("Bearer new");
      socket.end(isGood === true ? responseText("200 OK", [isJson], json) : isRefused);
    });
    let started = (): void => undefined;
    const isStarted = new Promise<void>((resolve) => (started = resolve));
    const asked: (string | undefined)[] = [];
    let release = (): void => undefined;
    const accessToken = async (refused?: string): Promise<string> => {
      asked.push(refused);
      if (asked.length === 2) {
        await new Promise<void>((resolve) => (release = resolve)); // slow storage, which still has the old one
      }
      return refused === undefined ? "old" : "new";
    };
    const signedIn = createClientCore(binding, { ...core[clientState].options(), accessToken });
    const first = call(signedIn, copy, arg);
    await isStarted;
    const second = call(signedIn, copy, arg);
    answer();
    setTimeout(() => release(), 50);
    expect(await Promise.all([first, second])).toEqual([result, result]);
    expect(asked).toEqual([undefined, undefined, "old"]);
    await expectClosed(server);
  });
});

function reset(socket: Socket): void {
  socket.resetAndDestroy();
}
