import { createServer, request as send, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { toNodeListener } from "../../../templates/runtime/server/node.js";
import { until } from "./server-samples.js";

/** The port of a server with a function from `Request` to `Response`. */
function serve(handle: (request: Request) => Promise<Response>): Promise<number> {
  return listen(createServer(toNodeListener(handle)));
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test("PROD-41: a listener passes a request on, and the response back", async () => {
  const port = await serve(async (request) => {
    const { pathname, search } = new URL(request.url);
    const text = `${request.method} ${pathname}${search} ${request.headers.get("x-test")} ${await request.text()}`;
    const headers = new Headers([
      ["set-cookie", "a=1"],
      ["set-cookie", "b=2"],
      ["x-answer", "42"],
    ]);
    return new Response(text, { status: 201, headers });
  });
  const response = await fetch(`http://127.0.0.1:${port}//x?y=1`, {
    method: "PUT",
    headers: { "x-test": "t" },
    body: "é".repeat(100_000),
  });
  expect(response.status).toBe(201);
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(response.headers.get("x-answer")).toBe("42");
  expect(await response.text()).toBe(`PUT //x?y=1 t ${"é".repeat(100_000)}`);
});

test("PROD-41: a listener answers 500 if the function rejects, and 400 to what cannot be a Request", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  onTestFinished(() => logged.mockRestore());
  const port = await serve(() => Promise.reject(new Error("no")));
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(500);
  expect(String(logged.mock.calls[0]?.[0])).toBe("Error: no");
  const status = await new Promise((resolve) => {
    send({ port, host: "127.0.0.1", headers: { host: "a b" } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).end();
  });
  expect(status).toBe(400);
});

test("PROD-41: a listener aborts the signal of a request whose sender has gone", async () => {
  let signal: AbortSignal | undefined;
  const port = await serve((request) => {
    ({ signal } = request);
    return new Promise(() => undefined);
  });
  const socket = connect(port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await until(() => signal !== undefined);
  socket.destroy();
  expect(await until(() => signal?.aborted === true)).toBe(true);
});

/** Sends a request whose body has `size` bytes, which are all sent before anything is read. Resolves to all that comes back. */
function sendBeforeReading(port: number, head: string, size: number): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  return new Promise((resolve, reject) => {
    let received = "";
    socket.on("data", (piece: Buffer) => (received += piece.toString("latin1")));
    socket.on("error", reject).on("end", () => resolve(received));
    socket.pause();
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${head}\r\n`);
    socket.write(Buffer.alloc(size, 32), () => socket.resume());
  });
}

test("PROD-71: after a response that does not need a large body, a listener answers the next request of the connection", async () => {
  const port = await serve(() => Promise.resolve(new Response("no", { status: 404 })));
  const next = "GET /next HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
  for (const head of ["Content-Length: 3000000\r\n", "Transfer-Encoding: chunked\r\n"]) {
    const socket = connect({ port, host: "127.0.0.1" });
    const body = head.startsWith("C") ? "x".repeat(3_000_000) : `2dc6c0\r\n${"x".repeat(3_000_000)}\r\n0\r\n\r\n`;
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${head}\r\n${body}${next}`);
    expect((await text(socket)).match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 404", "HTTP/1.1 404"]);
  }
});

test("PROD-71: a caller who sends a large body before reading gets the response that does not need it, and the connection ends in order", async () => {
  const port = await serve(() => Promise.resolve(new Response("no", { status: 401 })));
  for (const size of [3_000_000, 40_000_000]) {
    const received = await sendBeforeReading(port, `Content-Length: ${size}\r\nConnection: close\r\n`, size);
    expect(received).toMatch(/^HTTP\/1\.1 401 [^]*connection: close\r\n/i);
  }
  expect(await sendBeforeReading(port, "Content-Length: 40000000\r\n", 40_000_000)).toMatch(/connection: close\r\n/i);
});

test("a function may read the request while its response is sent, whatever the size", async () => {
  const port = await serve((request) => Promise.resolve(new Response(request.body)));
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: new Uint8Array(20_000_000) });
  expect((await response.arrayBuffer()).byteLength).toBe(20_000_000);
});

test("PROD-72: a listener of checkContinue sends status 100 when the body is read, and not before", async () => {
  const listener = toNodeListener(async (request) => {
    const isAllowed = request.headers.get("authorization") !== null;
    return new Response(isAllowed ? await request.text() : "who?", { status: isAllowed ? 200 : 401 });
  });
  const port = await listen(createServer(listener).on("checkContinue", listener));
  const ask = (headers: string): Promise<string> => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.write(
      `POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n${headers}\r\n`,
    );
    socket.once("data", (first: Buffer) => first.includes(" 100 ") && socket.write("hi"));
    return text(socket);
  };
  expect((await ask("")).match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 401"]);
  expect((await ask("Authorization: me\r\n")).match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 100", "HTTP/1.1 200"]);
});

test.each([
  ["reads it", 300_000, (request: Request) => request.text().then((body) => new Response(body)), ["408"]],
  ["does not need it", 60_000, () => Promise.resolve(new Response("no", { status: 404 })), ["404"]],
])("PROD-70: a body that stops ends the connection, if the function %s", async (_what, timeout, handle, statuses) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  let isCalled = false;
  const port = await serve((request) => {
    isCalled = true;
    return handle(request);
  });
  const socket = connect({ port, host: "127.0.0.1" });
  socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nsome");
  const received = text(socket);
  await until(() => isCalled && vi.getTimerCount() > 0);
  await vi.advanceTimersByTimeAsync(timeout);
  expect([...(await received).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(statuses);
});
