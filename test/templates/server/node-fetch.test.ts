import { createServer, request as send } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { toNodeListener } from "../../../templates/runtime/server/node.js";
import { until } from "./server-samples.js";

/** The port of a server with a function from `Request` to `Response`. */
async function serve(handle: (request: Request) => Promise<Response>): Promise<number> {
  const server = createServer(toNodeListener(handle));
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
