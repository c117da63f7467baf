import type { EventEmitter } from "node:events";
import { createServer, request as httpRequest, type RequestListener, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createClientCore } from "../../../templates/runtime/client/core.js";
import { call, isRouteError } from "../../../templates/runtime/client/call.js";
import { exactJson } from "../../../templates/runtime/text/json.js";
import { BadRequestError, ProtocolError } from "../../../templates/runtime/client/errors.js";
import { toNodeListener } from "../../../templates/runtime/server/node.js";
import { rateLimited, routeError } from "../../../templates/runtime/server/refusal.js";
import { rpc } from "../../../templates/runtime/server/server-route.js";
import { createServerCore } from "../../../templates/runtime/server/server.js";
import { binding, copy, revoke, type CopyArg, type Metadata } from "../rpc-samples.js";

/** Waits for what will come, however slow the machine is. */
const until = (condition: () => boolean): Promise<boolean> => vi.waitUntil(condition, { timeout: 500_000 });

type Handle = (arg: CopyArg) => Promise<Metadata>;

const opened: (Server | Socket)[] = [];

afterEach(() => {
  for (const each of opened.splice(0)) {
    if ("closeAllConnections" in each) {
      each.closeAllConnections();
      each.close();
    } else {
      each.destroy();
    }
  }
});

const echo = (arg: CopyArg): Promise<Metadata> => Promise.resolve({ name: arg.from_path, size: arg.size ?? 0 });

/** Gives the port on which the listener serves until the test ends. */
async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** A service on a port of this machine, and the errors that it reports. */
async function serve(handle: Handle = echo, before?: RequestListener): Promise<{ port: number; errors: unknown[] }> {
  const errors: unknown[] = [];
  const routes = [rpc(copy, handle), rpc(revoke, () => Promise.resolve(null))];
  const core = createServerCore(binding, routes, {
    authenticate: ({ token }) => (token === "good" ? "somebody" : undefined),
    onError: (error) => errors.push(error),
  });
  const listener = toNodeListener({ core });
  const port = await listen((request, response) => {
    before?.(request, response);
    listener(request, response);
  });
  return { port, errors };
}

/** A connection to write bytes to, and what has come back on it so far. */
function rawConnection(port: number): { socket: Socket; received: () => string; closed: Promise<void> } {
  let text = "";
  const socket = connect(port, "127.0.0.1");
  opened.push(socket);
  socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
  socket.on("error", () => undefined);
  return { socket, received: () => text, closed: new Promise((resolve) => socket.on("close", () => resolve())) };
}

function head(headers: string, path = "/2/files/copy_v2", method = "POST"): string {
  const common = "Host: a\r\nAuthorization: Bearer good\r\nContent-Type: application/json\r\n";
  return `${method} ${path} HTTP/1.1\r\n${common}${headers}\r\n`;
}

function message(body: string): string {
  return head(`Content-Length: ${Buffer.byteLength(body)}\r\n`) + body;
}

/** Whether a call on a connection of its own goes well. */
async function stillServes(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: "Bearer good", "Content-Type": "application/json" };
    const options = { port, host: "127.0.0.1", path: "/2/files/copy_v2", method: "POST", headers, agent: false };
    const request = httpRequest(options, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on("error", reject);
    request.end('{"from_path":"/a"}');
  });
}

const answers = (text: string): string[] => text.match(/HTTP\/1\.1 \d{3}/g)?.map((line) => line.slice(-3)) ?? [];

describe("our client and our server understand each other", () => {
  test("our client and our server understand each other about arguments and results", async () => {
    const { port } = await serve();
    const core = createClientCore(binding, {
      hosts: `http://127.0.0.1:${port}`,
      accessToken: "good",
      json: exactJson,
    });
    const from_path = '/日本 é "x"\n😀\ud800.txt';
    expect(await call(core, copy, { from_path, size: 2n ** 64n - 1n })).toEqual({
      name: from_path,
      size: 2n ** 64n - 1n,
    });
    expect(await call(core, copy, { from_path: "x".repeat(900_000) })).toMatchObject({ size: 0 });
    expect(await call(core, revoke, undefined)).toBeNull();
  });

  test("our client and our server understand each other about the length of texts, in bytes, and the headers of other code", async () => {
    const name = "日本 é 😀";
    const { port } = await serve(
      () => Promise.resolve({ name, size: 0 }),
      (_request, response) => response.setHeader("X-Other", "kept"),
    );
    const { socket, received } = rawConnection(port);
    socket.write(message('{"from_path":"/a"}'));
    await until(() => received().includes("\r\n\r\n{") && received().endsWith("}"));
    const [sentHead = "", body = ""] = received().split("\r\n\r\n");
    expect(sentHead.split("\r\n")).toEqual(
      expect.arrayContaining([
        "Content-Type: application/json",
        `Content-Length: ${Buffer.from(body, "latin1").byteLength}`,
        "X-Other: kept",
      ]),
    );
    expect(JSON.parse(Buffer.from(body, "latin1").toString())).toMatchObject({ name });
    expect(sentHead).not.toContain("Transfer-Encoding");
  });

  test("our client and our server understand each other about errors", async () => {
    const error = { ".tag": "from_lookup", from_lookup: { ".tag": "not_found" } } as const;
    const { port } = await serve((arg: CopyArg) => {
      throw arg.from_path === "" ? rateLimited(7, "too_many_requests") : routeError(copy, error, "Nothing there");
    });
    const core = createClientCore(binding, { hosts: `http://127.0.0.1:${port}`, accessToken: "good" });
    const thrown = await call(core, copy, { from_path: "/a" }).catch((thrown: unknown) => thrown);
    expect(isRouteError(thrown, copy) && thrown.is("from_lookup/not_found")).toBe(true);
    expect(thrown).toMatchObject({ userMessage: "Nothing there", error });
    await expect(call(core, copy, { from_path: "" })).rejects.toMatchObject({
      retryAfter: 7,
      reason: "too_many_requests",
    });
    const stranger = createClientCore(binding, { hosts: `http://127.0.0.1:${port}`, accessToken: "bad" });
    await expect(call(stranger, revoke, undefined)).rejects.toMatchObject({ name: "AuthenticationError", status: 401 });
  });

  test("our client and our server understand each other about what the server does not accept", async () => {
    const { port } = await serve();
    const core = createClientCore(binding, { hosts: `http://127.0.0.1:${port}`, accessToken: "good" });
    const newer = { ...copy, encodeArg: () => ({ from_path: "/a", new_field: 1 }) };
    const refused = call(core, newer, { from_path: "/a" });
    await expect(refused).rejects.toBeInstanceOf(BadRequestError);
    await expect(refused).rejects.toThrow(
      'Error in call to API function "files/copy_v2": request body: new_field: there is no such field',
    );
    const large = call(core, copy, { from_path: "x".repeat(10_000_000) });
    await expect(large).rejects.toBeInstanceOf(ProtocolError);
    await expect(large).rejects.toMatchObject({ status: 413 });
  });
});

describe("a connection", () => {
  test("a connection carries one call after another, also if they are sent at once", async () => {
    const { port } = await serve();
    const { socket, received } = rawConnection(port);
    socket.write(message('{"from_path":"1"}') + message("{") + message('{"from_path":"3"}'));
    await until(() => answers(received()).length === 3);
    expect(answers(received())).toEqual(["200", "400", "200"]);
    expect(received()).toContain('{"name":"3","size":0}');
  });

  describe.each([
    ["at once", 0],
    ["when all has arrived", 30],
  ])("of a caller who is authenticated %s", (_when, pause) => {
    const known = "Content-Length: 18\r\n";
    const unknown = "Transfer-Encoding: chunked\r\n";
    test.each([
      ["with its head", [head(known) + '{"from_path":"/a"}']],
      ["after its head", [head(known), '{"from_path":"/a"}']],
      ["in two pieces", [`${head(known)}{"from_pa`, 'th":"/a"}']],
      ["when it is wanted", [head(`${known}Expect: 100-continue\r\n`), '{"from_path":"/a"}']],
      ["in one chunk", [`${head(unknown)}12\r\n{"from_path":"/a"}\r\n0\r\n\r\n`]],
      ["in two chunks", [`${head(unknown)}9\r\n{"from_pa\r\n9\r\nth":"/a"}\r\n0\r\n\r\n`]],
      ["in two chunks and pieces", [`${head(unknown)}9\r\n{"from_pa\r\n`, '9\r\nth":"/a"}\r\n', "0\r\n\r\n"]],
    ])("a connection carries a body that comes %s, and then the next", async (_how, pieces) => {
      let closed = 0;
      const authenticate = (): unknown =>
        pause === 0 ? "x" : new Promise((resolve) => setTimeout(resolve, pause, "x"));
      const slowly = async (arg: CopyArg): Promise<Metadata> => {
        await new Promise((resolve) => setTimeout(resolve, 1));
        return echo(arg);
      };
      const listener = toNodeListener({ core: createServerCore(binding, [rpc(copy, slowly)], { authenticate }) });
      const port = await listen((request, response) => {
        request.on("close", () => closed++);
        listener(request, response);
      });
      const { socket, received } = rawConnection(port);
      for (const piece of [...pieces, message('{"from_path":"next"}')]) {
        socket.write(piece);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      await until(() => received().includes("next"));
      expect(received()).toContain('{"name":"/a","size":0}');
      expect(await until(() => closed === 2)).toBe(true);
    });
  });

  test("a connection that breaks when the body has been read aborts the signal of the handler", async () => {
    let reason: unknown;
    let started = false;
    const core = createServerCore(
      binding,
      [
        rpc(copy, (_arg, _context, { signal }) => {
          started = true;
          return new Promise((_, reject) =>
            signal.addEventListener("abort", () => {
              reason = signal.reason;
              reject(new Error("aborted"));
            }),
          );
        }),
      ],
      { authenticate: () => "x", onError: () => undefined },
    );
    const port = await listen(toNodeListener({ core }));
    const { socket } = rawConnection(port);
    socket.write(message('{"from_path":"/a"}'));
    await until(() => started);
    socket.resetAndDestroy();
    await until(() => reason !== undefined);
    expect(String(reason)).toContain("disconnected");
  });

  test("a connection gives the length of each reply in bytes", async () => {
    const { port } = await serve();
    const { socket, received } = rawConnection(port);
    socket.write(message('{"from_path":"日本"}'));
    await until(() => received().includes("size"));
    expect(received()).toMatch(/^content-length: 26\r$/im);
    expect(received()).not.toMatch(/transfer-encoding/i);
  });

  test.each([
    ["413", "/2/files/copy_v2"],
    ["404", "/2/nowhere"],
  ])("a connection can be used again after a body that was refused with %s", async (status, path) => {
    const { port } = await serve();
    const { socket, received } = rawConnection(port);
    const body = "x".repeat(3_000_000);
    socket.write(head(`Content-Length: ${body.length}\r\n`, path) + body + message('{"from_path":"again"}'));
    await until(() => answers(received()).length === 2);
    expect(answers(received())).toEqual([status, "200"]);
    expect(received()).toContain('{"name":"again","size":0}');
  });

  test("a connection can be used again after a body of unknown length that was refused", async () => {
    const { port } = await serve();
    const { socket, received } = rawConnection(port);
    const chunk = `80000\r\n${"x".repeat(0x80000)}\r\n`;
    socket.write(
      `${head("Transfer-Encoding: chunked\r\n")}${chunk.repeat(6)}0\r\n\r\n${message('{"from_path":"again"}')}`,
    );
    await until(() => answers(received()).length === 2);
    expect(answers(received())).toEqual(["413", "200"]);
  });

  test("a connection is cut off if a refused body has no end", async () => {
    const { port, errors } = await serve();
    const { socket, received, closed } = rawConnection(port);
    const chunk = `100000\r\n${"x".repeat(0x100000)}\r\n`;
    socket.write(head("Transfer-Encoding: chunked\r\n"));
    const flood = (): void => {
      while (!socket.destroyed && socket.write(chunk)) {
        // until the other side falls behind
      }
    };
    socket.on("drain", flood);
    flood();
    await closed;
    expect(answers(received())).toEqual(["413"]);
    expect(errors).toEqual([]);
  });

  test("a connection is answered before the refused body is sent if its length says enough", async () => {
    const { port } = await serve();
    const { socket, received } = rawConnection(port);
    socket.write(head("Content-Length: 99999999\r\n"));
    await until(() => answers(received()).length === 1);
    expect(answers(received())).toEqual(["413"]);
  });

  test.each(["while", "before"])(
    "a connection that breaks %s the body is read calls no handler and is no error",
    async (when) => {
      let arrived = false;
      let closed = false;
      let finished = false;
      let release: () => void = () => undefined;
      const waiting = new Promise<void>((resolve) => (release = resolve));
      const handle = vi.fn(echo);
      const onError = vi.fn();
      const core = createServerCore(binding, [rpc(copy, handle)], {
        authenticate: () => (when === "before" ? waiting : Promise.resolve()).then(() => "somebody"),
        onError,
      });
      const listener = toNodeListener({ core: (request) => core(request).finally(() => (finished = true)) });
      const port = await listen((request, response) => {
        arrived = true;
        request.on("close", () => (closed = true));
        listener(request, response);
      });
      const { socket } = rawConnection(port);
      socket.write(head("Content-Length: 100\r\n") + '{"from');
      await until(() => arrived);
      socket.resetAndDestroy();
      await until(() => closed);
      release();
      await until(() => finished);
      expect(handle).not.toHaveBeenCalled();
      expect(onError).not.toHaveBeenCalled();
    },
  );

  test("a connection that breaks while the handler works is no error", async () => {
    let release: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (release = resolve));
    let working = false;
    let closed = false;
    const { port, errors } = await serve(
      async (arg: CopyArg) => {
        if (arg.from_path === "slow") {
          working = true;
          await waiting;
        }
        return { name: arg.from_path, size: 1 };
      },
      (_request, response) => (response as unknown as Socket).on("close", () => (closed = true)),
    );
    const { socket } = rawConnection(port);
    socket.write(message('{"from_path":"slow"}'));
    await until(() => working);
    socket.resetAndDestroy();
    await until(() => closed);
    release();
    expect(await stillServes(port)).toBe(true);
    expect(errors).toEqual([]);
  });

  test.each([
    ["no UTF-8", Buffer.from([0x22, 0xff, 0x22])],
    ["100,000 levels of lists", Buffer.from("[".repeat(100_000) + "]".repeat(100_000))],
    ["a prototype", Buffer.from('{"from_path":"/a","__proto__":{"size":1}}')],
  ])("a connection with %s is answered with 400", async (_what, body) => {
    const { port, errors } = await serve();
    const { socket, received } = rawConnection(port);
    socket.write(Buffer.concat([Buffer.from(head(`Content-Length: ${body.length}\r\n`)), body]));
    await until(() => answers(received()).length === 1);
    expect(answers(received())).toEqual(["400"]);
    expect(errors).toEqual([]);
  });

  test("a connection may have been answered or closed by something else", async () => {
    const { port } = await serve(echo, (request, response) => {
      if (request.url?.endsWith("?answered") === true) {
        response.end("first");
      } else if (request.url?.endsWith("?closed") === true) {
        request.destroy();
      }
    });
    const answered = rawConnection(port);
    answered.socket.write(head("Content-Length: 4\r\n", "/2/nowhere?answered") + "12");
    await until(() => answered.received().includes("first"));
    answered.socket.write("34" + message('{"from_path":"second"}'));
    await until(() => answered.received().includes("second"));
    const closed = rawConnection(port);
    closed.socket.write(head("Content-Length: 2\r\n", "/2/files/copy_v2?closed") + "{}");
    await closed.closed;
    expect(await stillServes(port)).toBe(true);
  });

  test("a connection may report errors on both of its sides", async () => {
    const { port } = await serve(echo, (request, response) => {
      for (const side of [request, response] as unknown as EventEmitter[]) {
        setImmediate(() => side.emit("error", new Error("the platform says so")));
      }
    });
    expect(await stillServes(port)).toBe(true);
    expect(await stillServes(port)).toBe(true);
  });
});

describe("a listener", () => {
  test("a listener says so if something else has read the body", async () => {
    const errors: unknown[] = [];
    const core = createServerCore(binding, [rpc(copy, echo)], {
      authenticate: () => "somebody",
      onError: (error) => errors.push(error),
    });
    const port = await listen((request, response) => {
      request.resume();
      request.on("end", () => setImmediate(() => toNodeListener({ core })(request, response)));
    });
    const { socket, received } = rawConnection(port);
    socket.write(message('{"from_path":"/a"}'));
    await until(() => answers(received()).length === 1);
    expect(answers(received())).toEqual(["500"]);
    expect(String(errors[0])).toContain("has already been read");
  });

  test("a listener cuts the connection if the core that it is given fails", async () => {
    const port = await listen(toNodeListener({ core: () => Promise.reject(new Error("not one of ours")) }));
    const { socket, received, closed } = rawConnection(port);
    socket.write(message("{}"));
    await closed;
    expect(received()).toBe("");
  });

  test("a listener may be made of what carries a core", async () => {
    const core = createServerCore(binding, [rpc(revoke, () => Promise.resolve(null))], {
      authenticate: () => "x",
    });
    const port = await listen(toNodeListener(Object.assign(() => Promise.reject(new Error("not called")), { core })));
    const client = createClientCore(binding, {
      hosts: `http://127.0.0.1:${port}`,
      accessToken: "t",
    });
    expect(await call(client, revoke, undefined)).toBeNull();
  });

  test("a listener answers HEAD without a body", async () => {
    const { port } = await serve();
    const { socket, received } = rawConnection(port);
    socket.write(head("", "/2/files/copy_v2", "HEAD") + message('{"from_path":"next"}'));
    await until(() => answers(received()).length === 2);
    expect(answers(received())).toEqual(["405", "200"]);
    expect(received()).not.toContain("must be called");
  });
});
