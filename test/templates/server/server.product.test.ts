import { describe, expect, test, vi } from "vitest";
import { streamSource } from "../../../templates/runtime/server/content.js";
import {
  accessDenied,
  badCall,
  badRequest,
  rateLimited,
  routeError,
  unauthorized,
} from "../../../templates/runtime/server/refusal.js";
import { EncodeError } from "../../../templates/runtime/codecs/codec-error.js";
import { toFetchHandler } from "../../../templates/runtime/server/fetch-handler.js";
import type { AuthenticationRequest } from "../../../templates/runtime/server/authentication.js";
import type { ServerOptions } from "../../../templates/runtime/server/options.js";
import { rpc } from "../../../templates/runtime/server/server-route.js";
import type { ServerRequest } from "../../../templates/runtime/server/request.js";
import { createServerCore } from "../../../templates/runtime/server/server.js";
import type { RouteInfo } from "../../../templates/runtime/routes/route.js";
import { binding, copy, list, revoke, withAttributes, type CopyArg } from "../rpc-samples.js";

type Context = string;

/** A handler of any route, for tests that do wrong on purpose. */
type Handle = (arg: never, context: Context) => Promise<unknown>;

/** The text of a failure that is hidden from the caller. */
const failed = expect.stringMatching(/^Internal server error \([\da-f-]{36}\)$/) as unknown;

interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array | ReadableStream<Uint8Array>;
}

interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** A service that copies: what it is sent, and what comes back, as a platform would see it. */
function service(
  handle: Handle = (arg: CopyArg) => Promise.resolve({ name: arg.from_path, size: 5 }),
  options: Partial<ServerOptions<Context>> = {},
  route: RouteInfo | typeof copy = copy,
): { readonly send: (sent?: Sent) => Promise<Received>; readonly errors: readonly unknown[] } {
  const errors: unknown[] = [];
  const core = createServerCore<Context>(binding, [rpc(route as typeof copy, handle as never)], {
    authenticate: ({ token }) => (token === "good" ? "somebody" : undefined),
    onError: (error) => void errors.push(error),
    ...options,
  });
  const handler = toFetchHandler(core);
  return {
    errors,
    async send({ path = `/2/${route.path}`, method = "POST", headers, body = '{"from_path":"/a"}' }: Sent = {}) {
      const init = {
        method,
        headers: headers ?? { Authorization: "Bearer good", "Content-Type": "application/json" },
        ...(["GET", "HEAD", "OPTIONS"].includes(method) ? {} : { body: body as BodyInit, duplex: "half" as const }),
      };
      const request = new Request(`http://example.com${path}`, init);
      if (headers?.["Content-Type"] === undefined && headers !== undefined) {
        request.headers.delete("Content-Type"); // the platform has guessed one
      }
      const response = await handler(request);
      return { status: response.status, headers: response.headers, body: await response.text() };
    },
  };
}

/** A request as the core of a server sees it. */
function request(parts: Partial<ServerRequest>): ServerRequest {
  return {
    method: "POST",
    url: "/",
    header: () => undefined,
    text: () => Promise.resolve(""),
    content: () => streamSource(new ReadableStream()),
    onGone: () => undefined,
    ...parts,
  };
}

const json = { Authorization: "Bearer good", "Content-Type": "application/json" };

describe("a call", () => {
  test("a call reaches its handler with the checked argument and the context (B-001)", async () => {
    const handle = vi.fn((arg: CopyArg, context: Context) =>
      Promise.resolve({ name: `${context} ${arg.from_path}`, size: 5 }),
    );
    const { status, headers, body } = await service(handle).send();
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/json");
    expect(JSON.parse(body)).toEqual({ name: "somebody /a", size: 5 });
    expect(handle).toHaveBeenCalledExactlyOnceWith(
      { from_path: "/a" },
      "somebody",
      expect.objectContaining({ route: copy, method: "POST", selectUser: undefined }),
    );
  });

  test("a call reaches the route at its full path, with any query (B-002)", async () => {
    const names: string[] = [];
    const routes = ["team/members/add/job_status/get", "team/groups/list", "team/groups/list/continue"].map((path) =>
      rpc({ ...revoke, path }, () => Promise.resolve(void names.push(path))),
    );
    const handler = toFetchHandler(createServerCore(binding, routes, { authenticate: () => "somebody" }));
    for (const { route } of routes) {
      const response = await handler(new Request(`http://example.com/2/${route.path}?x=/2/y`, { method: "POST" }));
      expect(response.status).toBe(200);
    }
    expect(names).toEqual(routes.map(({ route }) => route.path));
  });

  test.each([
    "/1/files/copy_v2",
    "/3/files/copy_v2",
    "/2/files/copy",
    "/2/files/copy_v2/",
    "/2/FILES/copy_v2",
    "/2/",
    "/",
  ])("a call of %s is answered with 404 and names the path (B-260, Q-60)", async (path) => {
    const { status, headers, body } = await service().send({ path });
    expect(status).toBe(404);
    expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(body).toContain(`"${path}"`);
  });

  test.each(["__proto__", "constructor", "2/__proto__", "2/files%2Fcopy_v2"])(
    "a call of /%s is answered with 404",
    async (path) => {
      expect((await service().send({ path: `/${path}` })).status).toBe(404);
    },
  );

  test.each(["GET", "PUT", "HEAD", "DELETE"])("a call by %s is answered with 405 (Q-60)", async (method) => {
    const { status, headers } = await service().send({ method });
    expect(status).toBe(405);
    expect(headers.get("allow")).toBe("POST");
  });

  test("a call of a route without a handler is answered with 501", async () => {
    const core = createServerCore(binding, [rpc(copy)], { authenticate: () => "somebody" });
    const request = new Request("http://example.com/2/files/copy_v2", {
      method: "POST",
      headers: json,
      body: '{"from_path":""}',
    });
    const response = await toFetchHandler(core)(request);
    expect(response.status).toBe(501);
    expect(await response.text()).toBe("This function is not implemented");
  });

  test("a call may have a whole URL as its target (RFC 9112, section 3.2.2)", async () => {
    const core = createServerCore(binding, [rpc(revoke, () => Promise.resolve(null))], {
      authenticate: () => "x",
    });
    for (const url of ["/2/auth/token/revoke", "http://a:1/2/auth/token/revoke?q#f", "HTTPS://a/2/auth/token/revoke"]) {
      const reply = await core(request({ url }));
      expect(reply).toEqual({ status: 200, headers: { "Content-Type": "application/json" }, body: "null" });
    }
  });
});

describe("authentication", () => {
  const missing = '"files/copy_v2" needs valid credentials for: user';
  test.each([
    [{}, missing],
    [
      { Authorization: "Bearer bad" },
      'The credentials are not valid, have expired or were revoked, and "files/copy_v2" needs valid ones',
    ],
    [{ Authorization: "good" }, missing],
    [{ Authorization: "Bearer" }, missing],
    [{ Authorization: "Bearer good bad" }, missing],
    [{ Authorization: "Basic good" }, missing],
    [{ Authorization: "" }, missing],
  ])("authentication fails with 401 for %j (B-091, Q-16)", async (headers, text) => {
    const { status, headers: received, body } = await service().send({ headers });
    expect(status).toBe(401);
    expect(received.get("www-authenticate")).toBe("Bearer");
    expect(body).toBe(text);
  });

  test.each(["Bearer good", "bearer good", "BEARER  good "])(
    "authentication takes the scheme in any case: %j (B-088)",
    async (Authorization) => {
      expect((await service().send({ headers: { ...json, Authorization } })).status).toBe(200);
    },
  );

  /** What `authenticate` receives for a call with that header. */
  async function told(auth: string | undefined, Authorization: string): Promise<Partial<AuthenticationRequest>> {
    const asked = vi.fn((request: AuthenticationRequest) => request.kinds.join());
    await service(undefined, { authenticate: asked }, withAttributes(copy, { auth })).send({
      headers: { ...json, Authorization },
    });
    const [[request] = []] = asked.mock.calls;
    return { kinds: request?.kinds ?? [], token: request?.token, app: request?.app };
  }

  const basic = (text: string): string => `Basic ${Buffer.from(text).toString("base64")}`;

  test("authentication is asked with what the route accepts of the caller's credentials (B-086, B-089)", async () => {
    expect(await told("user", "Bearer t")).toEqual({ kinds: ["user"], token: "t", app: undefined });
    expect(await told("app ,user", "Bearer t")).toEqual({ kinds: ["app", "user"], token: "t", app: undefined });
    expect(await told("app", "Bearer t")).toEqual({ kinds: ["app"], token: undefined, app: undefined });
    expect(await told("user", basic("k:s"))).toEqual({ kinds: ["user"], token: undefined, app: undefined });
    expect(await told("noauth", "Bearer t")).toEqual({ kinds: ["noauth"], token: undefined, app: undefined });
    expect(await told(undefined, "Bearer t")).toEqual({ kinds: [], token: "t", app: undefined });
  });

  test.each([
    ["key:secret", { key: "key", secret: "secret" }],
    ["kéy:s:e+c%r😀", { key: "kéy", secret: "s:e+c%r😀" }],
    [":", { key: "", secret: "" }],
    ["nothing", undefined],
  ])("authentication reads the app credentials %j", async (text, app) => {
    expect((await told("app", basic(text))).app).toEqual(app);
  });

  test.each(["Basic !!!!", "Basic /w==", "Basic"])(
    "authentication takes %j for no credentials of an app",
    async (Authorization) => {
      expect((await told("app", Authorization)).app).toBeUndefined();
    },
  );

  test("authentication asks apps for the credentials of apps", async () => {
    const { send } = service(undefined, {}, withAttributes(copy, { auth: "app" }));
    const { status, headers } = await send({ headers: {} });
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toBe('Basic realm="app"');
  });

  test("authentication is not required for a route without it (B-092)", async () => {
    const handle = vi.fn(() => Promise.resolve({ name: "x", size: 1 }));
    const { send } = service(handle, {}, withAttributes(copy, { auth: "noauth" }));
    expect((await send({ headers: { "Content-Type": "application/json" } })).status).toBe(200);
    expect(handle).toHaveBeenCalledWith({ from_path: "/a" }, undefined, expect.anything());
  });

  test("authentication is required for a route that says nothing of it", async () => {
    const { send } = service(undefined, {}, withAttributes(copy, { auth: undefined }));
    const { status, headers } = await send({ headers: { "Content-Type": "application/json" } });
    expect([status, headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  });

  test.each([null, false])("%j from authenticate means that there is no caller", async (nobody) => {
    const { send } = service(undefined, { authenticate: () => nobody as unknown as Context });
    expect((await send()).status).toBe(401);
  });

  test("authentication may take other headers of the request into account", async () => {
    const authenticate = ({ header }: AuthenticationRequest): string | undefined => header("X-Key");
    const handle = (_arg: CopyArg, context: Context): Promise<unknown> => Promise.resolve({ name: context, size: 1 });
    const { send } = service(handle, { authenticate });
    const { body } = await send({ headers: { "x-key": "k1", "Content-Type": "application/json" } });
    expect(JSON.parse(body)).toEqual({ name: "k1", size: 1 });
  });

  test("authentication may refuse with a reason of its own (B-242)", async () => {
    const authenticate = (): never => {
      throw unauthorized("expired_access_token");
    };
    const { status, headers, body } = await service(undefined, { authenticate }).send();
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toBe("Bearer");
    expect(JSON.parse(body)).toMatchObject({ error: { ".tag": "expired_access_token" } });
  });

  test("authentication that fails itself is a failure of the server", async () => {
    const broken = new Error("no database");
    const { send, errors } = service(undefined, { authenticate: () => Promise.reject(broken) });
    expect((await send()).status).toBe(500);
    expect(errors).toEqual([broken]);
  });
});

describe("the content type (B-020, Q-07)", () => {
  test.each([
    "application/json",
    "application/json; charset=utf-8",
    "Application/JSON;charset=UTF-8",
    "application/json ;a=b",
  ])("the content type may be %s (HTTP-2)", async (type) => {
    expect((await service().send({ headers: { ...json, "Content-Type": type } })).status).toBe(200);
  });

  test.each(["text/plain", "application/jsonx", "application/json+x", "application/octet-stream", "x"])(
    "the content type must not be %s",
    async (type) => {
      const { status, body } = await service().send({ headers: { ...json, "Content-Type": type } });
      expect(status).toBe(400);
      expect(body).toBe(
        `Error in call to API function "files/copy_v2": content type: expected application/json, found "${type}"`,
      );
    },
  );

  test("the content type must be there if there is a body", async () => {
    const { status, body } = await service().send({ headers: { Authorization: "Bearer good" } });
    expect(status).toBe(400);
    expect(body).toContain("content type: expected application/json, found nothing");
  });

  test.each(["application/json", "text/plain", undefined])(
    "the content type of a route without argument may be %s (Q-01)",
    async (type) => {
      const { send } = service(() => Promise.resolve(), {}, revoke);
      for (const body of ["", "null"]) {
        const headers = { Authorization: "Bearer good", ...(type === undefined ? {} : { "Content-Type": type }) };
        const received = await send({ headers, body });
        expect(received.status).toBe(200);
        expect(received.body).toBe("null");
        expect(received.headers.get("content-type")).toBe("application/json");
      }
    },
  );
});

describe("the body", () => {
  test("the body of a route without argument must not be there (B-003, Q-01)", async () => {
    const { send } = service(() => Promise.resolve(), {}, revoke);
    for (const body of ["{}", "0", "[]", "x"]) {
      expect((await send({ body })).status).toBe(400);
    }
  });

  test("the body may be absent where nothing is required in it, and only there (HTTP-3)", async () => {
    const { send } = service((arg: unknown) => Promise.resolve([JSON.stringify(arg)]), {}, list);
    for (const headers of [json, { Authorization: "Bearer good" }]) {
      expect(await send({ headers, body: "" })).toMatchObject({ status: 200, body: '["{}"]' });
    }
    expect((await service().send({ body: "" })).status).toBe(400);
  });

  test.each([
    ["{}", "from_path: expected a string, found undefined"],
    ['{"from_path":7}', "from_path: expected a string, found number"],
    ['{"from_path":"","new":1}', "new: there is no such field"],
    ['{"from_path":"","__proto__":{}}', "__proto__: there is no such field"],
    ['{"from_path":"","next":{"from_path":"","size":1.5}}', "next.size: expected an integer, found 1.5"],
    ["[]", "expected an object, found "],
    ["null", "expected an object, found null"],
  ])("the body %s is answered with 400 and names the place (B-050, B-051, Q-62)", async (body, reason) => {
    const received = await service().send({ body });
    expect(received.status).toBe(400);
    expect(received.headers.get("content-type")).toBe("text/plain; charset=utf-8"); // B-241
    expect(received.body).toBe(`Error in call to API function "files/copy_v2": request body: ${reason}`);
  });

  test.each([
    "{",
    '{"from_path":"/a"} x',
    '{"from_path":"/a",}',
    "{'from_path':1}",
    "undefined",
    "\0",
    '{"a":"\n"}',
    "1e",
  ])("the body %j is no JSON and is answered with 400 (Q-07)", async (body) => {
    const received = await service().send({ body });
    expect(received.status).toBe(400);
    expect(received.body).toMatch(/^Error in call to API function "files\/copy_v2": request body: not JSON: ./);
  });

  test.each([[[0x22, 0xff, 0x22]], [[0xc3]], [[0xed, 0xa0, 0x80]], [[0xc0, 0x80]]])(
    "the body of the bytes %j is no UTF-8 and is answered with 400 (Q-07)",
    async (bytes) => {
      const { status, body } = await service().send({ body: Uint8Array.from(bytes) });
      expect(status).toBe(400);
      expect(body).toContain("not UTF-8");
    },
  );

  test("the server receives a whole body that arrives in pieces of any size", async () => {
    const bytes = new TextEncoder().encode('{"from_path":"/日本😀"}');
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        bytes.forEach((_, at) => controller.enqueue(bytes.subarray(at, at + 1)));
        controller.close();
      },
    });
    expect(JSON.parse((await service().send({ body })).body)).toEqual({ name: "/日本😀", size: 5 });
  });

  test("the body whose connection is lost is answered with 400", async () => {
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error("cut")) });
    const { send, errors } = service();
    expect((await send({ body })).status).toBe(400);
    expect(errors).toEqual([]);
  });

  test("the body has integers of 64 bits exactly (B-024)", async () => {
    const { send } = service((arg: CopyArg) => Promise.resolve({ name: typeof arg.size, size: arg.size }));
    const { body } = await send({ body: '{"from_path":"/a","size":18446744073709551615}' });
    expect(body).toBe('{"name":"bigint","size":18446744073709551615}');
  });

  test.each(["[", '{"from_path":"","next":', '{"x":'])(
    "the body of 100,000 levels of %s is answered with 400",
    async (level) => {
      const close = level === "[" ? "]" : "}";
      const { send, errors } = service(undefined, { maxBodyBytes: 10_000_000 });
      const complete = level.repeat(100_000) + (level === "[" ? "" : "{}") + close.repeat(100_000);
      expect((await send({ body: complete })).status).toBe(400);
      expect((await send({ body: level.repeat(100_000) })).status).toBe(400);
      expect(errors).toEqual([]);
    },
  );

  test("the body of more than a mebibyte is answered with 413", async () => {
    const { send } = service((arg: CopyArg) => Promise.resolve({ name: String(arg.from_path.length), size: 1 }));
    const frame = '{"from_path":""}'.length;
    const body = (length: number): string => `{"from_path":"${"a".repeat(length - frame)}"}`;
    expect((await send({ body: body(1_048_576) })).status).toBe(200);
    const refused = await send({ body: body(1_048_577) });
    expect(refused).toMatchObject({ status: 413, body: "The request body is larger than 1048576 bytes" });
    expect((await send({ body: body(10_000_000) })).status).toBe(413);
  });

  test("the body may have a limit of its own, which is for bytes", async () => {
    const { send } = service(undefined, { maxBodyBytes: 20 });
    expect((await send({ body: '{"from_path":"1234"}' })).status).toBe(200);
    expect((await send({ body: '{"from_path":"12345"}' })).status).toBe(413);
    expect((await send({ body: '{"from_path":"日本"}' })).status).toBe(413);
  });

  test("the body is not read further than to the limit", async () => {
    let pulled = 0;
    const cancelled = vi.fn();
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled++;
        controller.enqueue(new Uint8Array(1000));
      },
      cancel: cancelled,
    });
    expect((await service(undefined, { maxBodyBytes: 5000 }).send({ body })).status).toBe(413);
    expect(pulled).toBeLessThan(20);
    expect(cancelled).toHaveBeenCalledOnce();
  });

  test("the body is not read at all if its declared length is too much, or if nobody is known to send it", async () => {
    const core = createServerCore(binding, [rpc(copy)], {
      authenticate: ({ token }) => (token === "good" ? "x" : undefined),
    });
    const text = vi.fn(() => Promise.resolve(""));
    const ask = async (headers: Readonly<Record<string, string>>): Promise<number> => {
      const url = "/2/files/copy_v2";
      return (await core(request({ url, header: (name) => headers[name], text }))).status;
    };
    expect(await ask({ authorization: "Bearer good", "content-length": "99999999" })).toBe(413);
    expect(await ask({ "content-length": "99999999" })).toBe(401);
    expect(await ask({ authorization: "Bearer good", "content-type": "text/plain" })).toBe(400);
    expect(text).not.toHaveBeenCalled();
  });
});

describe("what a handler throws", () => {
  const throwing = (thrown: unknown): ReturnType<typeof service> =>
    service(() => {
      throw thrown;
    });

  test("what a handler throws is answered with 409 if it is the route's error (B-243)", async () => {
    const error = { ".tag": "from_lookup", from_lookup: { ".tag": "not_found" } } as const;
    const { status, headers, body } = await throwing(routeError(copy, error)).send();
    expect(status).toBe(409);
    expect(headers.get("content-type")).toBe("application/json");
    const sent = JSON.parse(body) as Record<string, unknown>;
    expect(sent["error"]).toEqual(error);
    expect(sent["error_summary"]).toMatch(/^from_lookup\/not_found\/\.*$/); // B-244
    expect(sent).not.toHaveProperty("user_message"); // B-246
  });

  test("what a handler throws has no stack if it is the route's error or a bad call, while other errors keep theirs", () => {
    const limit = Error.stackTraceLimit;
    expect(routeError(copy, { ".tag": "other" }).stack).not.toMatch(/\n\s+at /);
    expect(badCall(copy, "no such file").stack).not.toMatch(/\n\s+at /);
    expect(Error.stackTraceLimit).toBe(limit);
    expect(unauthorized("expired_access_token").stack).toContain(import.meta.filename);
  });

  test("what a handler throws is created also where the length of stacks cannot be changed", () => {
    const { value } = Object.getOwnPropertyDescriptor(Error, "stackTraceLimit") ?? {};
    Object.defineProperty(Error, "stackTraceLimit", { writable: false });
    try {
      expect(routeError(copy, { ".tag": "other" }).message).toBe("files/copy_v2: other");
    } finally {
      Object.defineProperty(Error, "stackTraceLimit", { value, writable: true });
    }
  });

  test("what a handler throws may have a message for the end user, in a language or not (B-246, Q-57)", async () => {
    const error = { ".tag": "other" } as const;
    for (const message of ["Nothing there", { text: "Nichts da", locale: "de" }]) {
      const { body } = await throwing(routeError(copy, error, message)).send();
      expect(JSON.parse(body)).toMatchObject({ error, user_message: message });
    }
  });

  test("what a handler throws is a failure of the server if it does not fit the route's error type (B-251)", async () => {
    const { send, errors } = throwing(routeError(copy, { no: "tag" } as never));
    expect(await send()).toMatchObject({ status: 500, body: failed });
    expect(errors).toEqual([expect.any(EncodeError)]);
  });

  test.each([
    [unauthorized("expired_access_token"), 401, "expired_access_token"],
    [accessDenied("no_permission"), 403, "no_permission"],
  ])("what a handler throws is answered with a tagged reason", async (thrown, status, tag) => {
    const received = await throwing(thrown).send();
    expect(received.status).toBe(status);
    expect(JSON.parse(received.body)).toEqual({
      error: { ".tag": tag },
      error_summary: expect.stringMatching(new RegExp(`^${tag}/\\.*$`)) as unknown,
    });
  });

  test("what a handler throws is answered with 400 and the message for badRequest (B-241)", async () => {
    const { status, headers, body } = await throwing(badRequest("No é")).send();
    expect([status, headers.get("content-type"), body]).toEqual([400, "text/plain; charset=utf-8", "No é"]);
  });

  test.each([
    [rateLimited(12, "too_many_requests"), "12", '{"reason":"too_many_requests"}'],
    [rateLimited(0.2), "1", "Too many requests"],
    [rateLimited(0), "0", "Too many requests"],
    [rateLimited(-3), "1", "Too many requests"],
  ])(
    "what a handler throws is answered with 429 and Retry-After for rateLimited (B-247, N-12)",
    async (thrown, seconds, body) => {
      const received = await throwing(thrown).send();
      expect([received.status, received.headers.get("retry-after"), received.body]).toEqual([429, seconds, body]);
    },
  );

  test.each([
    new Error("secret at db.internal"),
    undefined,
    null,
    "secret",
    { status: 400 },
    new EncodeError(["x"], { code: "pattern", expected: "a", found: "secret" }),
  ])("what a handler throws is not told to the caller otherwise, but reported: %s (B-250)", async (thrown) => {
    const { send, errors } = throwing(thrown);
    const { status, headers, body } = await send();
    expect([status, headers.get("content-type"), body]).toEqual([500, "text/plain; charset=utf-8", failed]);
    expect(errors).toEqual([thrown]);
  });

  test("what a handler throws works for constructors of another copy of the package", async () => {
    vi.resetModules();
    const other = await import("../../../templates/runtime/server/refusal.js");
    expect((await throwing(other.badRequest("no")).send()).status).toBe(400);
    expect((await throwing(other.routeError(copy, { ".tag": "other" })).send()).status).toBe(409);
  });

  test("what a handler throws is a failure of the server if a codec throws it, not of the caller", async () => {
    const broken = new TypeError("x is not a function");
    const decodeArg = (): never => {
      throw broken;
    };
    const { send, errors } = service(undefined, {}, { ...copy, decodeArg });
    expect((await send()).status).toBe(500);
    expect(errors).toEqual([broken]);
  });

  test("what a handler throws is reported with the route, and a report that fails changes nothing", async () => {
    const onError = vi.fn(() => {
      throw new Error("the log is full");
    });
    const { send } = service(() => Promise.reject(new Error("x")), { onError });
    expect((await send()).status).toBe(500);
    expect(onError).toHaveBeenCalledWith(new Error("x"), { route: copy, requestId: expect.any(String) as unknown });
  });

  test("what a handler throws is reported on the console by default", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    try {
      const { send } = service(() => Promise.reject(new Error("x")), { onError: undefined });
      expect((await send()).status).toBe(500);
      expect(log).toHaveBeenCalledExactlyOnceWith(
        expect.stringMatching(/^files\/copy_v2 failed \([\da-f-]{36}\):$/),
        new Error("x"),
      );
    } finally {
      log.mockRestore();
    }
  });
});

describe("what a handler returns", () => {
  test.each([undefined, null, {}, { name: "a" }, { name: "a", size: "big" }])(
    "what a handler returns is not sent if it does not fit the result: %j (B-059)",
    async (result) => {
      const { send, errors } = service(() => Promise.resolve(result));
      expect(await send()).toMatchObject({ status: 500, body: failed });
      expect(errors).toEqual([expect.any(EncodeError)]);
    },
  );

  test("what a handler returns is encoded and decoded for the permissions of the caller", async () => {
    const encodeResult = vi.fn(copy.encodeResult);
    const decodeArg = vi.fn(copy.decodeArg);
    const permissions = (context: Context): string[] => [`as ${context}`];
    const { send } = service(undefined, { permissions }, { ...copy, encodeResult, decodeArg });
    expect((await send()).status).toBe(200);
    expect(encodeResult).toHaveBeenCalledWith(expect.anything(), { permissions: ["as somebody"] });
    expect(decodeArg).toHaveBeenCalledWith(expect.anything(), { permissions: ["as somebody"], strict: true });
  });
});

test("the checks of a call come in the same order for every call (B-265, Q-61)", async () => {
  const { send } = service();
  const wrong = { headers: { "Content-Type": "text/plain" }, body: "{".repeat(2_000_000) };
  const statuses = [
    await send({ ...wrong, path: "/nowhere", method: "PUT" }),
    await send({ ...wrong, method: "PUT" }),
    await send(wrong),
    await send({ ...wrong, headers: { ...wrong.headers, Authorization: "Bearer good" } }),
    await send({ ...wrong, headers: json }),
    await send({ ...wrong, headers: json, body: "{" }),
    await send({ ...wrong, headers: json, body: "{}" }),
    await send({ ...wrong, headers: json, body: '{"from_path":""}' }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([404, 405, 401, 400, 413, 400, 400, 200]);
});
