import { beforeAll, describe, expect, test } from "vitest";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { streamSource } from "../../../templates/runtime/server/content.js";
import { toNodeListener } from "../../../templates/runtime/server/node.js";
import { download, rpc, upload } from "../../../templates/runtime/server/server-route.js";
import { createServerCore } from "../../../templates/runtime/server/server.js";
import { compileFiles, examplesOf } from "../../support/examples.js";
import { generatedPackage } from "../../support/packages.js";
import { binding, copy } from "../rpc-samples.js";
import { closeAfterEach, load, rawConnection, save, serve, statuses, until, type Running } from "./server-samples.js";

closeAfterEach();

const running = (): Promise<Running> =>
  serve([
    rpc(copy, (arg) => Promise.resolve({ name: arg.from_path, size: 1 })),
    upload(save, (arg) => Promise.resolve({ name: arg.from_path, size: 1 })),
    download(load, (arg) => Promise.resolve({ result: { name: arg.from_path, size: 1 }, content: "x" })),
  ]);

const auth = "Authorization: Bearer good\r\n";
const json = "Content-Type: application/json\r\n";

/** A request, a character for each byte. */
function message(line: string, headers: string, body = ""): string {
  return `${line} HTTP/1.1\r\nHost: a\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;
}

const latin1 = (text: string): string => Buffer.from(text).toString("latin1");
const call = (body: string): string => message("POST /2/files/copy_v2", auth + json, latin1(body));
const withArg = (arg: string): string => message("GET /2/files/load", `${auth}Service-API-Arg: ${arg}\r\n`);

const deep = 500_000;

describe("a hostile request is answered with a 4xx that names the reason, and the server continues", () => {
  const hostile: [string, string, RegExp, RegExp][] = [
    ["lists in lists", call("[".repeat(deep) + "]".repeat(deep)), /^400$/, /request body: /],
    ["lists without end", call("[".repeat(deep)), /^400$/, /request body: not JSON/],
    [
      "structs in structs",
      call('{"from_path":"","next":'.repeat(40_000) + "1" + "}".repeat(40_000)),
      /^400$/,
      /request body: /,
    ],
    ["a prototype", call('{"from_path":"","__proto__":{"x":1}}'), /^400$/, /__proto__: there is no such field/],
    [
      "a constructor",
      call('{"from_path":"","constructor":{"prototype":{}}}'),
      /^400$/,
      /constructor: there is no such field/,
    ],
    ["a field twice", call('{"from_path":"/a","from_path":"/b"}'), /^400$/, /has the key "from_path" twice/],
    ["a field twice, once escaped", call('{"from_path":"/a","from\\u005fpath":"/b"}'), /^400$/, /"from_path" twice/],
    ["a field twice within", call('{"from_path":"","next":{"from_path":"a","from_path" : "b"}}'), /^400$/, /twice/],
    ["a number of many digits", call(`{"from_path":"","size":${"9".repeat(100_000)}}`), /^(200|400)$/, /./],
    ["a number out of range", call('{"from_path":"","size":1e999999999}'), /^400$/, /size: /],
    [
      "bytes that are no UTF-8",
      message("POST /2/files/copy_v2", auth + json, '{"from_path":"\xff\xfe"}'),
      /^400$/,
      /not UTF-8/,
    ],
    ["a surrogate in UTF-8", message("POST /2/files/copy_v2", auth + json, '"\xed\xa0\x80"'), /^400$/, /not UTF-8/],
    ["a byte order mark", message("POST /2/files/copy_v2", auth + json, "\xff\xfe{\0}\0"), /^400$/, /not UTF-8/],
    ["no JSON in the header", withArg("\xff\xfe"), /^400$/, /header Service-API-Arg: not JSON/],
    ["two arguments in headers", withArg('{"from_path":""}\r\nService-API-Arg: {"from_path":""}'), /^400$/, /not JSON/],
    [
      "an argument in both places",
      message('GET /2/files/load?arg={"from_path":""}', `${auth}Service-API-Arg: {}\r\n`),
      /^400$/,
      /both in the header/,
    ],
    ["no UTF-8 in the URL", message("GET /2/files/load?arg=%ff", auth), /^400$/, /not UTF-8/],
    ["a broken escape in the URL", message("GET /2/files/load?arg=%zz", auth), /^400$/, /not UTF-8/],
    ["an argument twice in the URL", message("GET /2/files/load?arg=1&arg=2", auth), /^400$/, /more than once/],
    ["no argument at all", message("GET /2/files/load", auth), /^400$/, /header Service-API-Arg: expected/],
    ["an encoded path", message("POST /2/files%2Fcopy_v2", auth + json, "{}"), /^404$/, /Unknown API function/],
    ["a path with dots", message("POST /2/../2/files/copy_v2", auth + json, "{}"), /^404$/, /Unknown API function/],
    ["a path of slashes", message(`POST ${"/".repeat(8_000)}`, auth + json, "{}"), /^404$/, /Unknown API function/],
    ["a path of percents", message(`POST /2/${"%".repeat(1_000)}`, auth + json, "{}"), /^404$/, /Unknown API function/],
    ["a path like a property", message("POST /2/__proto__", auth + json, "{}"), /^404$/, /Unknown API function/],
    ["another version", message("POST /1/files/copy_v2", auth + json, "{}"), /^404$/, /Unknown API function/],
    ["a whole URL of somebody else", message("POST http://x:1/y", auth + json, "{}"), /^404$/, /Unknown API function/],
    ["no path", message("OPTIONS *", auth), /^404$/, /Unknown API function/],
    ["TRACE", message("TRACE /2/files/copy_v2", auth), /^405$/, /must be called with POST/],
    [
      "a method that nobody knows",
      message("PROPFIND /2/files/load", auth),
      /^405$/,
      /must be called with GET or HEAD or POST/,
    ],
    ["no credentials", message("POST /2/files/copy_v2", json, "{}"), /^401$/, /needs valid credentials/],
    ["credentials twice", message("POST /2/files/copy_v2", auth + auth + json, "{}"), /^400$/, /two Authorization/],
    [
      "credentials twice, in capitals once (HTTP-17)",
      message("POST /2/files/copy_v2", auth + auth.replace("Authorization", "AUTHORIZATION") + json, "{}"),
      /^400$/,
      /two Authorization/,
    ],
    [
      "credentials with bytes",
      message("POST /2/files/copy_v2", "Authorization: Bearer \xff\r\n", ""),
      /^401$/,
      /needs/,
    ],
    [
      "a type twice",
      message("POST /2/files/copy_v2", `${auth}Content-Type: text/plain\r\n${json}`, "{}"),
      /^400$/,
      /content type/,
    ],
    [
      "10 MB in a body",
      message("POST /2/files/copy_v2", auth + json, "x".repeat(10_000_000)),
      /^413$/,
      /larger than 1048576 bytes/,
    ],
    [
      "a range of many ranges",
      message("GET /2/files/load", `${auth}Service-API-Arg: {}\r\nRange: bytes=${"0-,".repeat(2_000)}\r\n`),
      /^400$/,
      /from_path/,
    ],
  ];

  test.each(hostile)(
    "a hostile request is answered with a 4xx that names the reason: %s",
    async (_what, bytes, status, reason) => {
      const { port, errors } = await running();
      const { socket, received } = rawConnection(port);
      socket.write(Buffer.from(bytes, "latin1"));
      await until(() => /\r\n\r\n[^]/.test(received()) || /^HTTP[^]*TRACE/.test(received()));
      expect(statuses(received())[0]).toMatch(status);
      expect(received()).toMatch(reason);
      expect(errors).toEqual([]);
      const next = rawConnection(port);
      next.socket.write(call('{"from_path":"/still here"}'));
      await until(() => next.received().includes("/still here"));
    },
  );

  test("all hostile requests at once, over many connections, are answered with a 4xx", async () => {
    const { port, errors } = await running();
    const small = hostile.filter(([, bytes]) => bytes.length < 100_000);
    const connections = Array.from({ length: 10 }, () => small)
      .flat()
      .map(([, bytes, status]) => {
        const connection = rawConnection(port);
        connection.socket.write(Buffer.from(bytes, "latin1"));
        return { ...connection, status };
      });
    await until(() => connections.every(({ received }) => statuses(received()).length > 0));
    for (const { received, status } of connections) {
      expect(statuses(received())[0]).toMatch(status);
    }
    expect(errors).toEqual([]);
  });

  test("hostile requests one after another on one connection, sent at once, are answered with a 4xx", async () => {
    const { port, errors } = await running();
    const small = hostile.filter(([what, bytes]) => bytes.length < 5_000 && what !== "TRACE");
    const { socket, received } = rawConnection(port);
    socket.write(Buffer.from(small.map(([, bytes]) => bytes).join("") + call('{"from_path":"/the end"}'), "latin1"));
    await until(() => received().includes("/the end"));
    expect(statuses(received())).toHaveLength(small.length + 1);
    expect(errors).toEqual([]);
  });
});

test.each([
  [
    "10 MB in a header",
    `GET /2/files/load HTTP/1.1\r\nHost: a\r\nService-API-Arg: ${"x".repeat(10_000_000)}\r\n\r\n`,
    "431",
  ],
  ["a header without a name", "GET /2/files/load HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n", "400"],
  [
    "two lengths",
    "POST /2/files/copy_v2 HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
    "400",
  ],
  [
    "length and chunks",
    "POST /2/files/copy_v2 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "400",
  ],
])("%s is refused by the platform, and the server continues", async (_what, bytes, status) => {
  const { port, errors } = await running();
  const { socket, received, closed } = rawConnection(port);
  socket.write(bytes);
  await closed;
  // A connection that is cut while the caller still writes may lose the answer.
  expect([status, undefined]).toContain(statuses(received())[0]);
  expect(errors).toEqual([]);
  const next = rawConnection(port);
  next.socket.write(call('{"from_path":"/still here"}'));
  await until(() => next.received().includes("/still here"));
});

test.each([
  ["the header", 431, { "service-api-arg": "x".repeat(2_000_000) }, ""],
  ["the URL", 414, {}, `?arg=${"x".repeat(2_000_000)}`],
])(
  "an argument that is too long in %s, where the platform lets it through, is answered with %i",
  async (_what, status, more, query) => {
    const handle = download(load, () => Promise.reject(new Error("never")));
    const core = createServerCore(binding, [handle], { authenticate: () => "x" });
    const headers: Record<string, string> = more;
    const reply = await core({
      method: "GET",
      url: `/2/files/load${query}`,
      header: (name) => headers[name],
      text: () => Promise.resolve(""),
      content: () => streamSource(new ReadableStream()),
      onGone: () => undefined,
    });
    expect(reply.status).toBe(status);
  },
);

test.each([
  ["is cut off in the head", "POST /2/files/copy_v2 HTTP/1.1\r\nHos"],
  [
    "is cut off in the body",
    `POST /2/files/copy_v2 HTTP/1.1\r\nHost: a\r\n${auth}${json}Content-Length: 50\r\n\r\n{"from`,
  ],
  [
    "is cut off in a chunk",
    `POST /2/files/save HTTP/1.1\r\nHost: a\r\n${auth}Service-API-Arg: {"from_path":""}\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nab`,
  ],
])("a caller who %s harms nobody", async (_what, bytes) => {
  const { port, errors } = await running();
  for (let count = 0; count < 20; count++) {
    const { socket } = rawConnection(port);
    socket.write(bytes, () => socket.resetAndDestroy());
  }
  const next = rawConnection(port);
  next.socket.write(call('{"from_path":"/still here"}'));
  await until(() => next.received().includes("/still here"));
  expect(errors).toEqual([]);
});

describe("each route of the specification", async () => {
  const { createHandler, unimplemented } = await generatedPackage("spec", "server");
  const api = compileFiles("spec");
  const routes = api.namespaces.flatMap((namespace) =>
    namespace.routes.map((route) => ({ namespace: namespace.name, route, id: `${namespace.name}/${route.name}` })),
  );
  const errors: unknown[] = [];
  const kinds = ["user", "team", "app"];
  const authenticate = ({ token, app }: { token?: string; app?: object }): unknown =>
    kinds.includes(token ?? "") ? { kind: token } : app && { kind: "app" };
  const handler = createHandler({ authenticate, ...unimplemented, onError: (error: unknown) => errors.push(error) });
  let url = "";

  beforeAll(async () => {
    const server = createServer(toNodeListener(handler));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/2/`;
    return () => void server.close();
  });

  /** Calls the route as it wants to be called, with other headers. */
  async function send({ id, route }: (typeof routes)[number], authorization: string | undefined): Promise<Response> {
    const [arg] = examplesOf(api, route.arg);
    const text = JSON.stringify(arg ?? null);
    const isRpc = route.attributes["style"] === "rpc";
    const headers = {
      ...(authorization !== undefined && { Authorization: authorization }),
      ...(isRpc ? { "Content-Type": "application/json" } : { "Service-API-Arg": text.replace(/[^ -~]/g, "?") }),
    };
    return fetch(url + id, { method: "POST", headers, body: isRpc ? text : null });
  }

  test.each(routes)(
    "the route $id lets in the kinds of callers that it is for, and nobody else (N-08, B-086, B-090)",
    async (each) => {
      const { auth } = each.route.attributes;
      const accepted = typeof auth === "string" ? auth.split(/,\s*/) : [];
      const isOpen = accepted.includes("noauth");
      for (const kind of kinds) {
        const credentials = kind === "app" ? `Basic ${btoa("key:secret")}` : `Bearer ${kind}`;
        const { status } = await send(each, credentials);
        expect([kind, status]).toEqual([
          kind,
          isOpen || accepted.includes(kind)
            ? 501
            : kind === "app" || accepted.every((one) => one === "app")
              ? 401
              : 400,
        ]);
      }
      expect((await send(each, undefined)).status).toBe(isOpen ? 501 : 401);
      expect((await send(each, "Bearer bad")).status).toBe(isOpen ? 501 : 401);
      expect(errors).toEqual([]);
    },
  );
});
