import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stone } from "../support/stone-text.js";
import { loadPackage } from "./load-package.js";

/** The API of a service, of which `more` is what its newer specification adds. */
function specification(more: { readonly field: string; readonly tag: string }): string {
  return stone`
    struct Item
        name String
        ${more.field}

    union Problem
        full
        ${more.tag}

    route add(Item, Item, Problem)

    route save(Item, Item, Problem)
        attrs
            style = "upload"

    route load(Item, Item, Problem)
        attrs
            style = "download"

    namespace stone_cfg

    struct Route
        style String = "rpc"
        auth String = "noauth"
  `;
}

interface Item {
  readonly name: string;
  readonly size?: number;
}

const older = await loadPackage(specification({ field: "", tag: "" }));
const newer = await loadPackage(specification({ field: "size UInt32?", tag: "too_large" }));
const { createClient } = await newer();
const { createClient: createOlderClient } = await older();
const { createHandler } = await newer("server");
const { createHandler: createOlderHandler } = await older("server");
const { routeError } = await newer("server");
const { add } = await newer("t");

const content = "content";
const handlers = {
  add: (arg: Item): Promise<Item> =>
    arg.name === "elephant"
      ? Promise.reject(routeError(add, { ".tag": "too_large" }) as Error)
      : Promise.resolve({ size: 5, ...arg }),
  save: (arg: Item): Promise<Item> => Promise.resolve({ size: 5, ...arg }),
  load: (arg: Item): Promise<unknown> => Promise.resolve({ result: { size: 5, ...arg }, content: new Blob([content]) }),
};

const authenticate = (): object => ({});
const server = createHandler({ authenticate, t: handlers });
const olderServer = createOlderHandler({ authenticate, t: handlers });

/** A client whose requests a handler answers in this process. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the type of a client depends on its specification
function connect(create: (options: object) => unknown, handler: (request: Request) => Promise<Response>): any {
  const answer = (url: string, init: RequestInit): Promise<Response> => handler(new Request(url, init));
  return create({ hosts: "http://localhost", fetch: answer });
}

describe("client and server", () => {
  test("HTTP-16, EVO-30: an older client reads what a newer server adds to results and errors", async () => {
    const { t } = connect(createOlderClient, server);
    expect(await t.add({ name: "a" })).toEqual({ name: "a" });
    expect(await t.save({ name: "a" }, content)).toEqual({ name: "a" });
    expect((await t.load({ name: "a" })).result).toEqual({ name: "a" });
    expect(await t.add({ name: "elephant" }).outcome()).toMatchObject({ ok: false, error: { ".tag": "too_large" } });
  });

  test("HTTP-16: an older server refuses what a newer client adds to arguments, with status 400", async () => {
    const { t } = connect(createClient, olderServer);
    const item = { name: "a", size: 5 };
    const refused = { name: "BadRequestError", status: 400, message: expect.stringContaining("size") as string };
    await expect(t.add(item)).rejects.toMatchObject(refused);
    await expect(t.save(item, content)).rejects.toMatchObject(refused);
    await expect(t.load(item)).rejects.toMatchObject(refused);
    expect(await t.add({ name: "a" })).toEqual({ name: "a" });
  });

  describe("over HTTP", () => {
    let http: Server;
    beforeAll(async () => {
      const { toNodeListener } = await newer("server/node");
      http = createServer(toNodeListener(server));
      await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    });
    afterAll(() => {
      http.closeAllConnections();
      http.close();
    });

    test.each(["Content-Type", "content-type", "CONTENT-TYPE"])("HTTP-17: the server reads the content type from the header %s", async (contentType) => {
      const { port } = http.address() as AddressInfo;
      // Unlike fetch, this keeps the case of names.
      const sent = request({ port, path: "/2/t/add", method: "POST", headers: { [contentType]: "application/json" } });
      const status = new Promise((resolve) => sent.on("response", (response) => resolve(response.resume().statusCode)));
      sent.end('{"name": "a"}');
      expect(await status).toBe(200);
    });

    test.each(["service-api-arg", "SERVICE-API-ARG"])("HTTP-17: the server reads the argument from the header %s", async (arg) => {
      const { port } = http.address() as AddressInfo;
      const headers = { [arg]: '{"name": "a"}', "content-TYPE": "application/octet-stream" };
      const sent = request({ port, path: "/2/t/save", method: "POST", headers });
      const status = new Promise((resolve) => sent.on("response", (response) => resolve(response.resume().statusCode)));
      sent.end(content);
      expect(await status).toBe(200);
    });
  });

  test("HTTP-17: the client compares its additional headers without regard to case", async () => {
    const requests: Headers[] = [];
    const { t } = connect(createClient, (sent) => {
      requests.push(sent.headers);
      return server(sent);
    });
    await t.load({ name: "a" }, { headers: { "SERVICE-API-ARG": '{"name": "b"}', "CONTENT-type": "text/plain", "X-own": "x" } });
    expect(requests.map((headers) => [headers.get("service-api-arg"), headers.get("x-own")])).toEqual([
      ['{"name":"a"}', "x"],
    ]);
    expect(requests[0]?.has("content-type")).toBe(false);
  });
});
