import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { afterEach, describe, expect, expectTypeOf, test, vi } from "vitest";
import { createClientCore } from "../../../templates/runtime/client/core.js";
import type { CallOptions, ClientSettings } from "../../../templates/runtime/client/options.js";
import { call } from "../../../templates/runtime/client/call.js";
import { exactJson } from "../../../templates/runtime/text/json.js";
import { EncodeError } from "../../../templates/runtime/codecs/codec-error.js";
import {
  AuthenticationError,
  BadRequestError,
  NetworkError,
  ProtocolError,
  RouteError,
  ServerError,
} from "../../../templates/runtime/client/errors.js";
import { binding, copy, list, revoke, withAttributes, type CopyError, type Metadata } from "../rpc-samples.js";

interface Recorded {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

const open: Server[] = [];

afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server that notes what comes and answers it; without an answer it never does. */
async function record(answer: Answer | undefined): Promise<{ url: string; requests: Recorded[] }> {
  const requests: Recorded[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method, url, headers } = request;
      requests.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      if (answer !== undefined) {
        response.writeHead(answer.status ?? 200, { "Content-Type": "application/json", ...answer.headers });
        response.end(answer.body);
      }
    });
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

const noMessage = { userMessage: undefined, userMessageLocale: undefined };

const copied = { body: '{"name":"a.txt","size":5}' };

/** The one request that a call of `copy` makes. */
async function requestOf(options: Partial<ClientSettings>, callOptions?: CallOptions, route = copy): Promise<Recorded> {
  const { url, requests } = await record(copied);
  const core = createClientCore(binding, { hosts: url, accessToken: "secret", ...options });
  await call(core, route, { from_path: "/a" }, callOptions);
  const [request, ...others] = requests;
  if (request === undefined || others.length > 0) {
    throw new Error(`there were ${requests.length} requests`);
  }
  return request;
}

describe("a request (HTTP-1 to HTTP-8)", () => {
  test("a request is a POST of the JSON of the argument to the versioned path (B-001, HTTP-1, HTTP-2)", async () => {
    const { url, requests } = await record(copied);
    const core = createClientCore(binding, { hosts: url, accessToken: "secret" });
    const result = await call(core, copy, { from_path: '/日本 é "x"😀.txt' });
    expect(result).toEqual({ name: "a.txt", size: 5 });
    expectTypeOf(result).toEqualTypeOf<Metadata>();
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      method: "POST",
      url: "/2/files/copy_v2",
      headers: { "content-type": "application/json", authorization: "Bearer secret" },
      body: '{"from_path":"/日本 é \\"x\\"😀.txt"}',
    });
  });

  test("a request without an argument has no body and no content type (B-003, HTTP-3)", async () => {
    const { url, requests } = await record({ body: "null" });
    const core = createClientCore(binding, { hosts: url, accessToken: "secret" });
    expect(await call(core, revoke, undefined)).toBeNull();
    expect(requests[0]?.url).toBe("/2/auth/token/revoke");
    expect(requests[0]?.headers["content-length"]).toBe("0");
    expect(requests[0]?.headers["content-type"]).toBeUndefined();
    expect(requests[0]?.body).toBe("");
  });

  test("a request with an argument in which nothing is set has the body {} (HTTP-4)", async () => {
    const { url, requests } = await record({ body: "[]" });
    await call(createClientCore(binding, { hosts: url, accessToken: "secret" }), list, {});
    expect(requests[0]).toMatchObject({ body: "{}", headers: { "content-type": "application/json" } });
  });

  test("a request writes integers of 64 bits exactly", async () => {
    const { url, requests } = await record(copied);
    const core = createClientCore(binding, { hosts: url, accessToken: "secret", json: exactJson });
    await call(core, copy, { from_path: "/a", size: 18446744073709551615n });
    expect(requests[0]?.body).toBe('{"from_path":"/a","size":18446744073709551615}');
    const plain = createClientCore(binding, { hosts: url, accessToken: "secret" });
    await expect(call(plain, copy, { from_path: "/a", size: 18446744073709551615n })).rejects.toThrow(/BigInt/);
    expect(requests).toHaveLength(1);
  });

  test("a request is not sent for an argument that does not fit its type", async () => {
    const { url, requests } = await record(copied);
    const core = createClientCore(binding, { hosts: url, accessToken: "secret" });
    const wrong = { from_path: 7 } as unknown as { from_path: string };
    await expect(call(core, copy, wrong)).rejects.toThrow(EncodeError);
    expect(requests).toHaveLength(0);
  });

  test("a request goes to the host that the route names (B-012)", async () => {
    const api = await record(copied);
    const notify = await record(copied);
    const core = createClientCore(binding, {
      hosts: { api: api.url, notify: `${notify.url}/proxy/` },
      accessToken: "t",
    });
    await call(core, copy, { from_path: "/a" });
    await call(core, withAttributes(copy, { host: { ".tag": "notify" } }), { from_path: "/a" });
    expect(api.requests.map(({ url }) => url)).toEqual(["/2/files/copy_v2"]);
    expect(notify.requests.map(({ url }) => url)).toEqual(["/proxy/2/files/copy_v2"]);
  });

  test("a request needs a host that is known", async () => {
    const core = createClientCore(binding, { hosts: { content: "https://example.com" }, accessToken: "t" });
    await expect(call(core, copy, { from_path: "/a" })).rejects.toThrow(
      new TypeError('files/copy_v2 needs the client option hosts to have a URL for "api"'),
    );
    const inherited = withAttributes(copy, { host: "constructor" });
    await expect(call(core, inherited, { from_path: "/a" })).rejects.toThrow('a URL for "constructor"');
  });

  test("a request needs a host with a scheme", () => {
    for (const hosts of ["localhost:8080", "", { api: "https://example.com", content: "example.com" }]) {
      expect(() => createClientCore(binding, { hosts })).toThrow(TypeError);
    }
  });

  test.each([
    "https://a.example?x=1",
    "https://a.example#x",
    "https://u:secret@a.example",
    "https://a.example ",
    "/a?x",
  ])("a request needs a host that a path can follow: not %s", (hosts) => {
    const create = (): unknown => createClientCore(binding, { hosts });
    expect(create).toThrow(TypeError);
    expect(create).not.toThrow("secret");
  });

  test.each(["http://[::1]:8080", "https://a.example/b@c/", "HTTPS://a.example", "/"])(
    "a request may go to %s",
    (hosts) => {
      expect(() => createClientCore(binding, { hosts })).not.toThrow();
    },
  );

  test("a request is not changed by what becomes of the options later", async () => {
    const { url, requests } = await record(copied);
    const options = { hosts: url, accessToken: "secret" };
    const core = createClientCore(binding, options);
    options.hosts = "nowhere";
    options.accessToken = "other";
    await call(core, copy, { from_path: "/a" });
    expect(requests[0]?.headers.authorization).toBe("Bearer secret");
  });

  test("a request is made for rpc routes only", async () => {
    const core = createClientCore(binding, { hosts: "http://127.0.0.1:1", accessToken: "t" });
    const upload = withAttributes(copy, { style: "upload" });
    await expect(call(core, upload, { from_path: "/a" })).rejects.toThrow(TypeError);
  });

  test("a request goes through the fetch that is given, or else through the one there is at the time of the call", async () => {
    const answer = (): Promise<Response> => Promise.resolve(new Response(copied.body));
    const given = vi.fn(answer);
    await call(createClientCore(binding, { hosts: "/api", accessToken: "t", fetch: given }), copy, { from_path: "/a" });
    expect(given).toHaveBeenCalledExactlyOnceWith("/api/2/files/copy_v2", expect.anything());
    const core = createClientCore(binding, { hosts: "/api", accessToken: "t" });
    const replaced = vi.spyOn(globalThis, "fetch").mockImplementation(answer);
    try {
      await call(core, copy, { from_path: "/a" });
      expect(replaced).toHaveBeenCalledOnce();
    } finally {
      replaced.mockRestore();
    }
  });
});

describe("headers (HTTP-10)", () => {
  test("headers of a call are added, but replace none of the client's own", async () => {
    const headers = {
      "X-Trace": "1",
      AUTHORIZATION: "Bearer other",
      "content-Type": "text/plain",
      "service-api-ARG": "{}",
      unset: undefined,
    };
    const request = await requestOf({}, { headers });
    expect(request.headers).toMatchObject({
      "x-trace": "1",
      authorization: "Bearer secret",
      "content-type": "application/json",
    });
    expect(request.headers).not.toHaveProperty("service-api-arg");
    expect(request.headers).not.toHaveProperty("unset");
  });

  test("headers of the client that are undefined replace nothing", async () => {
    const { headers } = await requestOf({ headers: { Authorization: undefined } });
    expect(headers.authorization).toBe("Bearer secret");
  });

  test("headers of the client come with every call and may replace its own", async () => {
    const headers = { Authorization: "Custom x", "X-App": "app", "X-Trace": "client" };
    const request = await requestOf({ headers }, { headers: { "x-trace": "call" } });
    expect(request.headers).toMatchObject({ authorization: "Custom x", "x-app": "app", "x-trace": "call" });
  });

  test("headers of a call that are undefined take away those of the client, but not its own", async () => {
    const headers = { Authorization: "Custom x", "X-App": "app" };
    const call = { "x-app": undefined, authorization: undefined, "content-type": undefined };
    const request = await requestOf({ headers }, { headers: call });
    expect(request.headers).not.toHaveProperty("x-app");
    expect(request.headers).toMatchObject({ authorization: "Custom x", "content-type": "application/json" });
  });

  test.each(["a\r\nX-Evil: 1", "a\nb", "line\n", "\0", "a\x7f", "日本"])(
    "headers with the value %j are refused before anything is sent",
    async (value) => {
      const { url, requests } = await record(copied);
      for (const options of [{ accessToken: value }, { accessToken: () => value }, { headers: { "X-A": value } }]) {
        const core = createClientCore(binding, { hosts: url, accessToken: "t", ...options });
        await expect(call(core, copy, { from_path: "/a" })).rejects.toThrow(TypeError);
      }
      const core = createClientCore(binding, { hosts: url, accessToken: "t" });
      const extra = call(core, copy, { from_path: "/a" }, { headers: { "X-A": value } });
      await expect(extra).rejects.toThrow(/^The value of the header X-A contains U\+[0-9A-F]{4}, /);
      expect(requests).toHaveLength(0);
    },
  );

  test.each(["", "X A", "X:A", "X\r\nEvil"])("headers with the name %j are refused", async (name) => {
    const core = createClientCore(binding, { hosts: "http://127.0.0.1:1", accessToken: "t" });
    await expect(call(core, copy, { from_path: "/a" }, { headers: { [name]: "1" } })).rejects.toThrow(TypeError);
  });
});

test("a client that is logged shows no secrets", () => {
  const secrets = { accessToken: "s3cret-token", appKey: "key", appSecret: "s3cret", headers: { "X-Key": "s3cret" } };
  const core = createClientCore(binding, { hosts: "http://127.0.0.1:1", ...secrets });
  expect(inspect(core, { depth: 9, showHidden: true })).not.toContain("s3cret");
  expect(JSON.stringify(core)).not.toContain("s3cret");
});

describe("authorization (HTTP-9)", () => {
  test("authorization takes the token from a function for every call", async () => {
    let count = 0;
    const accessToken = (): Promise<string> => Promise.resolve(`token-${++count}`);
    const { url, requests } = await record(copied);
    const core = createClientCore(binding, { hosts: url, accessToken });
    await call(core, copy, { from_path: "/a" });
    await call(core, copy, { from_path: "/a" });
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer token-1", "Bearer token-2"]);
  });

  const app = { appKey: "kéy", appSecret: "s:e+c%r😀" };
  const basic = `Basic ${Buffer.from("kéy:s:e+c%r😀").toString("base64")}`;

  test.each([
    ["user", { accessToken: "t" }, "Bearer t"],
    ["team", { accessToken: "t", ...app }, "Bearer t"],
    ["app", { accessToken: "t", ...app }, basic],
    ["app, user", { accessToken: "t", ...app }, "Bearer t"],
    ["app,user", { accessToken: undefined, ...app }, basic],
    ["app ,  team,user", { accessToken: "t" }, "Bearer t"],
    ["app, team", { accessToken: "", ...app }, basic],
    ["noauth", { accessToken: "t", ...app }, undefined],
    ["noauth, user", { accessToken: "t" }, "Bearer t"],
    ["noauth, user", { accessToken: undefined }, undefined],
    [undefined, { accessToken: "t" }, "Bearer t"],
    [undefined, { accessToken: undefined }, undefined],
  ])("authorization for %j with %j is %s (B-086, B-088, B-092)", async (auth, options, expected) => {
    const request = await requestOf(options, {}, withAttributes(copy, { auth }));
    expect(request.headers.authorization).toBe(expected);
  });

  test.each<[string | undefined, Partial<ClientSettings>, string]>([
    ["user", {}, "a non-empty accessToken"],
    ["user", app, "a non-empty accessToken"],
    ["app", { accessToken: "t" }, "appKey and appSecret"],
    ["app, user", {}, "appKey and appSecret, or a non-empty accessToken"],
    ["team", { accessToken: () => "" }, "a non-empty accessToken"],
    ["user", { accessToken: () => null as unknown as string }, "a non-empty accessToken"],
    ["user", { accessToken: () => Promise.resolve(undefined as unknown as string) }, "a non-empty accessToken"],
    ["user", { accessToken: () => ({ access_token: "t" }) as unknown as string }, "a non-empty accessToken"],
    [undefined, { accessToken: () => "" }, "a non-empty accessToken"],
  ])("authorization for %j with %j fails before anything is sent (B-089)", async (auth, options, needed) => {
    const { url, requests } = await record(copied);
    const running = call(createClientCore(binding, { hosts: url, ...options }), withAttributes(copy, { auth }), {
      from_path: "/a",
    });
    await expect(running).rejects.toBeInstanceOf(AuthenticationError);
    await expect(running).rejects.toThrow(`files/copy_v2 needs ${needed} in the client options`);
    expect(requests).toHaveLength(0);
  });

  test("authorization fails as its function does", async () => {
    const core = createClientCore(binding, {
      hosts: "http://127.0.0.1:1",
      accessToken: () => Promise.reject(new RangeError("no token today")),
    });
    await expect(call(core, copy, { from_path: "/a" })).rejects.toThrow(new RangeError("no token today"));
  });
});

describe("the views of a call", () => {
  const conflict = {
    status: 409,
    headers: { "X-Request-Id": "r1" },
    body: '{"error_summary":"other/.","error":{".tag":"other"},"user_message":"Sorry"}',
  };

  test("the views of a call share one request, which is sent at once", async () => {
    const { url, requests } = await record({ ...copied, status: 201, headers: { "X-Request-Id": "r7" } });
    const running = call(createClientCore(binding, { hosts: url, accessToken: "t" }), copy, { from_path: "/a" });
    await vi.waitUntil(() => requests.length === 1, { timeout: 500_000 }); // nobody has looked at it yet
    expect(running).toBeInstanceOf(Promise);
    const response = await running.withResponse();
    expect(response.result).toEqual({ name: "a.txt", size: 5 });
    expect(response.status).toBe(201);
    expect(response.headers.get("x-request-id")).toBe("r7");
    expect(await running.outcome()).toEqual({ ok: true, value: { name: "a.txt", size: 5 } });
    expect(await running).toEqual({ name: "a.txt", size: 5 });
    expect(await running.then(({ size }) => size)).toBe(5);
    expect(requests).toHaveLength(1);
  });

  test("the views of a call give a route error as an error and as a value (B-243)", async () => {
    const { url } = await record(conflict);
    const running = call(createClientCore(binding, { hosts: url, accessToken: "t" }), copy, { from_path: "/a" });
    const outcome = await running.outcome();
    expect(outcome).toMatchObject({ ok: false, error: { ".tag": "other" }, summary: "other/.", userMessage: "Sorry" });
    if (!outcome.ok) {
      expectTypeOf(outcome.error).toEqualTypeOf<CopyError>();
      expect(outcome.thrown.requestId).toBe("r1");
      expect(outcome.thrown.is("other")).toBe(true);
    }
    await expect(running).rejects.toBeInstanceOf(RouteError);
    await expect(running.withResponse()).rejects.toBeInstanceOf(RouteError);
  });

  test("the views of a call reject with the error of another route, which a function for tokens may have called", async () => {
    const response = { status: 409, headers: new Headers(), body: "" };
    const other = new RouteError("token", response, { error: "no", summary: "no/", ...noMessage });
    const accessToken = (): Promise<never> => Promise.reject(other);
    const core = createClientCore(binding, { hosts: "http://127.0.0.1:1", accessToken });
    await expect(call(core, copy, { from_path: "/a" }).outcome()).rejects.toBe(other);
  });

  test("the views of a call reject with all other errors", async () => {
    const { url } = await record({ status: 500 });
    const running = call(createClientCore(binding, { hosts: url, accessToken: "t" }), copy, { from_path: "/a" });
    await expect(running.outcome()).rejects.toBeInstanceOf(ServerError);
    await expect(running.withResponse()).rejects.toBeInstanceOf(ServerError);
    await expect(running).rejects.toBeInstanceOf(ServerError);
  });

  test("the views of a call leave no unhandled rejection behind if one of them is used", async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): number => unhandled.push(reason);
    process.on("unhandledRejection", note);
    try {
      const { url } = await record(conflict);
      const core = createClientCore(binding, { hosts: url, accessToken: "t" });
      const start = (): ReturnType<typeof call<{ from_path: string }, Metadata, CopyError>> =>
        call(core, copy, { from_path: "/a" });
      await start().outcome();
      await start()
        .withResponse()
        .catch(() => undefined);
      await start().catch(() => undefined);
      await start().then(
        () => undefined,
        () => undefined,
      );
      await new Promise((resolve) => setImmediate(resolve)); // Node reports at the end of a turn of its loop
      expect(unhandled).toEqual([]);
    } finally {
      process.off("unhandledRejection", note);
    }
  });
});

describe("a reply", () => {
  test.each(["null", ""])("a reply to a route without a result may have the body %j (B-004)", async (body) => {
    const { url } = await record({ body });
    expect(await call(createClientCore(binding, { hosts: url, accessToken: "t" }), revoke, undefined)).toBeNull();
  });

  test("a reply may have fields that are not known (B-253)", async () => {
    const { url } = await record({ body: '{"name":"a","size":1,"new":{"__proto__":{"x":1}}}' });
    const core = createClientCore(binding, { hosts: url, accessToken: "t" });
    expect(await call(core, copy, { from_path: "/a" })).toEqual({ name: "a", size: 1 });
  });

  test("a reply is never rounded: a large integer is refused, or exact on request (B-024)", async () => {
    const { url } = await record({ body: '{"name":"a","size":18446744073709551615}' });
    const rounding = createClientCore(binding, { hosts: url, accessToken: "t" });
    await expect(call(rounding, copy, { from_path: "/a" })).rejects.toBeInstanceOf(ProtocolError);
    const exact = createClientCore(binding, { hosts: url, accessToken: "t", json: exactJson });
    expect((await call(exact, copy, { from_path: "/a" })).size).toBe(18446744073709551615n);
  });

  test("a reply that says no is an error with what the service said (B-241)", async () => {
    const { url } = await record({ status: 400, headers: { "Content-Type": "text/plain" }, body: "No é" });
    const core = createClientCore(binding, { hosts: url, accessToken: "t" });
    const running = call(core, copy, { from_path: "/a" });
    await expect(running).rejects.toBeInstanceOf(BadRequestError);
    await expect(running).rejects.toThrow("No é");
  });

  test("a reply that never comes is a network error with its cause", async () => {
    const { url } = await record(copied);
    open.pop()?.close();
    const running = call(createClientCore(binding, { hosts: url, accessToken: "t" }), copy, { from_path: "/a" });
    await expect(running).rejects.toBeInstanceOf(NetworkError);
    await expect(running).rejects.toMatchObject({ cause: expect.any(TypeError) as unknown, status: undefined });
  });

  test("a reply whose connection is lost is a network error too", async () => {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(200, { "Content-Length": "1000" });
      response.write('{"name":', () => response.destroy());
    });
    open.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const hosts = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const running = call(createClientCore(binding, { hosts, accessToken: "t" }), copy, { from_path: "/a" });
    await expect(running).rejects.toBeInstanceOf(NetworkError);
  });
});

describe("an abort signal", () => {
  test("an abort signal ends a call that waits for its reply, which rejects with the signal's reason", async () => {
    const { url, requests } = await record(undefined);
    const controller = new AbortController();
    const core = createClientCore(binding, { hosts: url, accessToken: "t" });
    const running = call(core, copy, { from_path: "/a" }, { signal: controller.signal });
    await vi.waitUntil(() => requests.length === 1, { timeout: 500_000 });
    const reason = new Error("changed my mind");
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
  });

  test("an abort signal that is aborted already lets nothing be sent, nor a token be asked for", async () => {
    const { url, requests } = await record(copied);
    const accessToken = vi.fn(() => "t");
    const core = createClientCore(binding, { hosts: url, accessToken });
    const running = call(core, copy, { from_path: "/a" }, { signal: AbortSignal.abort() });
    await expect(running).rejects.toMatchObject({ name: "AbortError" });
    expect(accessToken).not.toHaveBeenCalled();
    expect(requests).toHaveLength(0);
  });

  test("an abort signal ends a call that waits for its token, even if that fails later", async () => {
    const controller = new AbortController();
    let failLate: (reason: Error) => void = () => undefined;
    const late = new Promise<string>((_resolve, reject) => (failLate = reject));
    const core = createClientCore(binding, { hosts: "http://127.0.0.1:1", accessToken: () => late });
    const running = call(core, copy, { from_path: "/a" }, { signal: controller.signal });
    controller.abort();
    await expect(running).rejects.toMatchObject({ name: "AbortError" });
    failLate(new Error("too late to matter"));
  });

  test("an abort signal that is never aborted changes nothing", async () => {
    expect((await requestOf({}, { signal: new AbortController().signal })).method).toBe("POST");
  });
});
