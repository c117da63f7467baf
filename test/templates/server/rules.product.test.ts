import { describe, expect, test, vi } from "vitest";
import {
  accessDenied,
  badRequest,
  rateLimited,
  Refusal,
  routeError,
  unauthorized,
} from "../../../templates/runtime/server/refusal.js";
import type { ReplyEntry } from "../../../templates/runtime/server/options.js";
import { download, rpc, upload, type ServerRoute } from "../../../templates/runtime/server/server-route.js";
import { copy, withAttributes, type CopyArg, type Metadata } from "../rpc-samples.js";
import { unhandledRejections } from "../client/scripted-service.js";
import { closeAfterEach, load, rawConnection, save, serve, statuses, until, type Running } from "./server-samples.js";

closeAfterEach();

const echo = (arg: CopyArg): Promise<Metadata> => Promise.resolve({ name: arg.from_path, size: 1 });

const forKind = (auth: string | undefined, more: Record<string, string | boolean> = {}): ServerRoute =>
  rpc(withAttributes(copy, { auth, ...more }), echo);

const call = (
  { url }: Running,
  headers: Record<string, string> = {},
  init: RequestInit & { readonly query?: string } = {},
): Promise<Response> =>
  fetch(`${url}files/copy_v2${init.query ?? ""}`, {
    method: "POST",
    body: init.method === "OPTIONS" ? null : '{"from_path":"/a"}',
    ...init,
    headers: { Authorization: "Bearer good", "Content-Type": "application/json", ...headers },
  });

const answer = async (response: Response): Promise<[number, string]> => [response.status, await response.text()];

const prefix = 'Error in call to API function "files/copy_v2": ';

describe("the kind of the caller (N-08, B-090)", () => {
  test.each([
    ["user", "user", 200],
    ["user", "team", 400],
    ["team", "user", 400],
    ["app, user", "app", 200],
    ["app, user", "team", 400],
    ["noauth", "team", 200],
    [undefined, "team", 200],
  ])("a route for %s answers the caller %s with %i (N-08, B-090)", async (auth, kind, status) => {
    const running = await serve([forKind(auth)], { authenticate: () => ({ kind }) });
    const [found, text] = await answer(await call(running));
    expect(found).toBe(status);
    expect(text).toContain(
      status === 400 ? `${prefix}the credentials are for "${kind}", the function is for ${String(auth)}` : "{",
    );
  });

  test.each(["somebody", { kind: 7 }, { name: "x" }])(
    "the kind of the caller is not looked at where there is none: %j",
    async (context) => {
      const running = await serve([forKind("user")], { authenticate: () => context });
      expect((await call(running)).status).toBe(200);
    },
  );
});

describe("the coding of the content", () => {
  test.each(["gzip", "GZIP", "br, identity", "deflate"])(
    "the content coding %s is refused with 415 and with those that are accepted",
    async (coding) => {
      const handle = vi.fn(echo);
      const running = await serve([rpc(copy, handle), upload(save, () => Promise.resolve({ name: "x", size: 1 }))]);
      for (const response of [
        await call(running, { "Content-Encoding": coding }),
        await fetch(`${running.url}files/save`, {
          method: "POST",
          body: "x",
          headers: {
            Authorization: "Bearer good",
            "Service-API-Arg": '{"from_path":"/a"}',
            "Content-Encoding": coding,
          },
        }),
      ]) {
        expect([response.status, response.headers.get("accept-encoding")]).toEqual([415, "identity"]);
        expect(await response.text()).toContain(`Content-Encoding ${JSON.stringify(coding)}`);
      }
      expect(handle).not.toHaveBeenCalled();
    },
  );

  test.each(["identity", "Identity", ""])("the content coding %j counts as none", async (coding) => {
    const running = await serve([rpc(copy, echo)]);
    expect((await call(running, { "Content-Encoding": coding })).status).toBe(200);
  });
});

describe("the headers that select somebody (Q-18, B-095, B-101)", () => {
  const user = { "Service-API-Select-User": "dbmid:1" };
  const admin = { "Service-API-Select-Admin": "dbmid:2" };

  test.each([
    ["user", {}, user, 200],
    ["team, user", {}, user, 200],
    ["team", {}, user, 400],
    [undefined, {}, user, 400],
    ["user", { select_admin: true }, admin, 200],
    ["user", { select_admin: "team_admin" }, admin, 200],
    ["user", {}, admin, 400],
    ["user", { select_admin: false }, admin, 400],
    ["user", { select_admin: "" }, admin, 400],
    ["user", { select_admin: true }, { ...user, ...admin }, 400],
  ])("a route for %s with %j answers the selecting headers %j with %i", async (auth, attributes, headers, status) => {
    const running = await serve([forKind(auth, attributes)]);
    const [found, text] = await answer(await call(running, headers));
    expect(found).toBe(status);
    expect(text).toMatch(status === 400 ? /Service-API-Select-\w+ (is not accepted|and Service-API)/ : /\{/);
  });

  test("the headers that select somebody are passed to authenticate and to the handler", async () => {
    const authenticate = vi.fn(
      ({ selectUser, selectAdmin }: { selectUser?: string | undefined; selectAdmin?: string | undefined }) => ({
        selectUser,
        selectAdmin,
      }),
    );
    const handle = vi.fn(echo);
    const running = await serve([rpc(withAttributes(copy, { select_admin: true }), handle)], { authenticate });
    await call(running, user);
    await call(running, admin);
    expect(authenticate.mock.results.map(({ value }) => value as unknown)).toEqual([
      { selectUser: "dbmid:1", selectAdmin: undefined },
      { selectUser: undefined, selectAdmin: "dbmid:2" },
    ]);
    expect(handle).toHaveBeenCalledWith(
      expect.anything(),
      expect.anything(),
      expect.objectContaining({ selectUser: "dbmid:1" }),
    );
  });

  test.each([
    ["team", user, "Service-API-Select-User is not accepted here"],
    ["user", admin, "Service-API-Select-Admin is not accepted here, Service-API-Select-User is"],
    ["user", { ...user, ...admin }, "Service-API-Select-User and Service-API-Select-Admin cannot be sent together"],
  ])(
    "the headers that select somebody are the mistake on a route for %s, whatever the token is for: %j",
    async (auth, headers, problem) => {
      const kind = auth === "user" ? "team" : "user";
      const running = await serve([forKind(auth)], { authenticate: () => ({ kind }) });
      const [status, text] = await answer(await call(running, headers));
      expect([status, text]).toEqual([400, `Error in call to API function "files/copy_v2": ${problem}`]);
    },
  );

  test("the headers that select somebody come after the credentials (Q-61)", async () => {
    const running = await serve([forKind("team")]);
    expect((await call(running, { ...user, Authorization: "Bearer bad" })).status).toBe(401);
  });
});

describe("the permission of a route (N-07)", () => {
  test("the permission of a route is passed to authenticate, and named to a caller who lacks it", async () => {
    const permission = "Team information";
    const hasPermission = vi.fn((context: unknown) => Promise.resolve(context === "rich"));
    const running = await serve([forKind("team", { permission })], {
      authenticate: ({ token, permission: asked }) => (asked === permission ? token : undefined),
      hasPermission,
    });
    expect((await call(running, { Authorization: "Bearer rich" })).status).toBe(200);
    expect(await answer(await call(running, { Authorization: "Bearer poor" }))).toEqual([
      400,
      `${prefix}the app needs the permission "Team information"`,
    ]);
    expect(hasPermission).toHaveBeenCalledWith("poor", permission, expect.objectContaining({ name: "files/copy" }));
  });

  test("the permission of a route is not asked for where there is none", async () => {
    const hasPermission = vi.fn(() => false);
    expect(
      (await call(await serve([forKind("user"), forKind("user", { permission: "" })], { hasPermission }))).status,
    ).toBe(200);
    expect(hasPermission).not.toHaveBeenCalled();
  });
});

describe("credentials", () => {
  test("credentials may be in the URL instead (B-018)", async () => {
    const running = await serve([rpc(copy, echo)]);
    const { Authorization: _, ...headers } = {
      Authorization: "",
      "Content-Type": "text/plain; charset=service-cors-hack",
    };
    const url = `${running.url}files/copy_v2?authorization=Bearer%20good&reject_cors_preflight=true`;
    const response = await fetch(url, { method: "POST", headers, body: '{"from_path":"/é"}' });
    expect([response.status, await response.json()]).toEqual([200, { name: "/é", size: 1 }]);
  });

  test.each([
    ["?authorization=Bearer%20good", "both in a header and in the URL"],
    ["?authorization=Bearer%20good&authorization=Bearer%20good", "more than once"],
    ["?authorization=%ff", "not UTF-8"],
    ["?authorization=%", "not UTF-8"],
  ])("credentials in the URL as in %s besides the header are answered with 400", async (query, reason) => {
    const [status, text] = await answer(await call(await serve([rpc(copy, echo)]), {}, { query }));
    expect(status).toBe(400);
    expect(text).toContain(reason);
  });

  test.each([
    "Bearer good\r\nAuthorization: Bearer good",
    "Bearer good\r\nauthorization: Basic eDp5",
    "Bearer good, Bearer bad",
  ])("credentials twice are answered with 400: %j", async (authorization) => {
    const { port } = await serve([rpc(copy, echo)]);
    const { socket, received } = rawConnection(port);
    socket.write(
      `POST /2/files/copy_v2 HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
    );
    await until(() => received().endsWith("headers"));
    expect(statuses(received())).toEqual(["400"]);
    expect(received()).toContain("there are two Authorization headers");
  });
});

describe("browsers on other sites", () => {
  const origin = { Origin: "https://app.example" };
  const preflight = {
    ...origin,
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "authorization,x-a",
  };
  const allowOrigin = (response: Response): string | null => response.headers.get("access-control-allow-origin");

  test("browsers on other sites are refused before they call with reject_cors_preflight (B-019, Q-06)", async () => {
    const running = await serve([rpc(copy, echo)], { allowedOrigins: "*" });
    const response = await call(running, preflight, { method: "OPTIONS", query: "?a=b&reject_cors_preflight=true" });
    expect(response.status).toBe(400);
    expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  test("browsers on other sites are not let in by default", async () => {
    const running = await serve([rpc(copy, echo), download(load, () => Promise.reject(new Error()))]);
    const asked = await call(running, preflight, { method: "OPTIONS" });
    expect([asked.status, asked.headers.get("allow"), allowOrigin(asked)]).toEqual([204, "POST", null]);
    expect(allowOrigin(await call(running, origin))).toBeNull();
    const content = await fetch(`${running.url}files/load`, { method: "OPTIONS" });
    expect(content.headers.get("allow")).toBe("GET, HEAD, POST");
  });

  test.each<["*" | string[], string | null, string | null]>([
    ["*", "*", null],
    [["https://app.example"], "https://app.example", "Origin"],
    [["https://other.example"], null, "Origin"],
  ])("browsers on other sites are let in from %j, and may read errors too", async (allowedOrigins, allowed, vary) => {
    const running = await serve([rpc(copy, echo)], { allowedOrigins });
    const asked = await call(running, preflight, { method: "OPTIONS" });
    expect([asked.status, allowOrigin(asked), asked.headers.get("access-control-allow-headers")]).toEqual([
      204,
      allowed,
      allowed === null ? null : "authorization,x-a",
    ]);
    for (const headers of [origin, { ...origin, Authorization: "Bearer bad" }]) {
      const response = await call(running, headers);
      expect([allowOrigin(response), response.headers.get("vary")]).toEqual([allowed, vary]);
      expect(response.headers.get("access-control-expose-headers")?.includes("Service-API-Result") ?? null).toBe(
        allowed === null ? null : true,
      );
    }
    expect(allowOrigin(await fetch(`${running.url}nowhere`, { headers: origin }))).toBe(allowed);
  });
});

describe("time limits", () => {
  test("a body that does not come is answered with 408, and the connection ends", async () => {
    const { port, errors } = await serve([rpc(copy, echo)], { bodyTimeoutMs: 20 });
    const { socket, received, closed } = rawConnection(port);
    socket.write(
      "POST /2/files/copy_v2 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
    );
    await closed;
    expect(statuses(received())).toEqual(["408"]);
    expect(received()).toContain("Connection: close"); // it would end after a while in any case
    expect(errors).toEqual([]);
  });

  test("a handler that takes too long is answered with 503, and its signal says so", async () => {
    let signal: AbortSignal | undefined;
    const running = await serve(
      [
        rpc(copy, (_arg, _context, request) => {
          signal = request.signal;
          return new Promise<never>(() => undefined);
        }),
      ],
      { handlerTimeoutMs: 20 },
    );
    expect((await call(running)).status).toBe(503);
    expect(signal?.aborted).toBe(true);
  });

  test("a handler may ask for the signal only when the time is over", async () => {
    let aborted: boolean | undefined;
    const running = await serve(
      [
        rpc(copy, async (arg, _context, request) => {
          await new Promise((resolve) => setTimeout(resolve, 60));
          aborted = request.signal.aborted;
          return echo(arg);
        }),
      ],
      { handlerTimeoutMs: 10 },
    );
    expect((await call(running)).status).toBe(503);
    await until(() => aborted === true);
  });

  test("no timer is left after an answer of the server", async () => {
    const running = await serve([rpc(copy, echo)], { handlerTimeoutMs: 100_000_000, bodyTimeoutMs: 100_000_000 });
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    await call(running);
    const before = timers();
    for (let count = 0; count < 20; count++) {
      expect((await call(running)).status).toBe(200);
    }
    expect(timers()).toBeLessThanOrEqual(before + 1);
  });

  test.each([Infinity, 2 ** 40])("a limit of %d milliseconds is as good as none", async (limit) => {
    const slow = async (arg: CopyArg): Promise<Metadata> => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return echo(arg);
    };
    const running = await serve([rpc(copy, slow)], { handlerTimeoutMs: limit, bodyTimeoutMs: limit });
    expect((await call(running)).status).toBe(200);
  });
});

describe("the log entry of a response", () => {
  const arg = { from_path: "/secret" };
  const secret = { ...copy, redactArg: (): unknown => ({ from_path: "********" }) };

  test.each([
    ["a result", echo, 200, {}],
    [
      "a route error",
      () => Promise.reject(routeError(copy, { ".tag": "from_lookup", from_lookup: { ".tag": "not_found" } })),
      409,
      { errorPath: "from_lookup/not_found" },
    ],
    ["a refusal", () => Promise.reject(accessDenied("no")), 403, {}],
    [
      "a failure",
      () => Promise.reject(new Error("x")),
      500,
      { requestId: expect.stringMatching(/^[\da-f-]{36}$/) as unknown },
    ],
  ])(
    "the log entry of a response has route, method, status, time, caller and the redacted argument: %s",
    async (_what, handle, status, more) => {
      const entries: ReplyEntry[] = [];
      const running = await serve([rpc(secret, handle)], {
        authenticate: ({ token }) => ({ name: "Robin", token }),
        onReply: (entry) => entries.push(entry),
      });
      await call(running, {}, { body: JSON.stringify(arg) });
      expect(entries).toEqual([
        expect.objectContaining({
          route: secret,
          method: "POST",
          status,
          durationMs: expect.any(Number) as number,
          errorPath: undefined,
          requestId: undefined,
          ...more,
        }),
      ]);
      expect(entries[0]?.arg()).toEqual({ from_path: "********" });
      expect(entries[0]?.caller()).toEqual({ name: "Robin", token: "good" });
      expect(JSON.stringify(entries)).not.toContain("good");
    },
  );

  test("the argument of a log entry is worked out only when it is asked for", async () => {
    const redactArg = vi.fn(secret.redactArg);
    await call(await serve([rpc({ ...copy, redactArg }, echo)], { onReply: () => undefined }));
    expect(redactArg).not.toHaveBeenCalled();
  });

  test("calls of no route and refused ones are logged too, without an argument", async () => {
    const entries: ReplyEntry[] = [];
    const running = await serve([rpc(secret, echo)], { onReply: (entry) => entries.push(entry) });
    await fetch(`${running.url}nowhere?authorization=secret`);
    await call(running, { Authorization: "Bearer bad" });
    expect(entries.map(({ route, method, status, arg }) => [route?.path, method, status, arg()])).toEqual([
      [undefined, "GET", 404, undefined],
      ["files/copy_v2", "POST", 401, undefined],
    ]);
    expect(entries.map(({ caller }) => caller())).toEqual([undefined, undefined]);
  });

  test("a log that fails does not cost the answer", async () => {
    const onReply = (): never => {
      throw new Error("the disk is full");
    };
    expect((await call(await serve([rpc(copy, echo)], { onReply }))).status).toBe(200);
  });

  test("a log or a report that fails later ends nothing either", async () => {
    const fail = (): Promise<void> => Promise.reject(new Error("the disk is full"));
    const unhandled = await unhandledRejections(async () => {
      const running = await serve([rpc(copy, () => Promise.reject(new Error("x")))], { onReply: fail, onError: fail });
      expect((await call(running)).status).toBe(500);
    });
    expect(unhandled).toEqual([]);
  });

  test("the server answers what the service says to errors of others, and 500 to those of which it says nothing", async () => {
    const failures = [new RangeError("too far"), new TypeError("a bug")];
    const errors: unknown[] = [];
    const refusalFor = (thrown: unknown): Refusal | undefined =>
      thrown instanceof RangeError ? badRequest(thrown.message) : undefined;
    const failing = rpc(copy, () => Promise.reject(failures.shift() ?? new Error()));
    const running = await serve([failing], { refusalFor, onError: (error) => errors.push(error) });
    const replies = [await call(running), await call(running)];
    expect(replies.map(({ status }) => status)).toEqual([400, 500]);
    expect(await replies[0]?.text()).toBe("too far");
    expect(errors).toEqual([expect.any(TypeError)]);
  });

  test("a failure has an id in the body, in a header, and for who repairs it (B-250)", async () => {
    const ids: string[] = [];
    const running = await serve([rpc(copy, () => Promise.reject(new Error("secret")))], {
      onError: (_error, { requestId }) => ids.push(requestId),
    });
    const response = await call(running);
    expect([response.headers.get("x-request-id"), await response.text()]).toEqual([
      ids[0],
      `Internal server error (${String(ids[0])})`,
    ]);
  });
});

describe("what a service writes into headers", () => {
  test.each([NaN, Infinity, -Infinity, 1e300, 0])("Retry-After of %d is a whole number of seconds", async (seconds) => {
    const running = await serve([rpc(copy, () => Promise.reject(rateLimited(seconds)))]);
    expect((await call(running)).headers.get("retry-after")).toMatch(/^\d+$/);
  });

  test("a header cannot end its line, whatever a refusal of the service has in it", async () => {
    const reply = { status: 418, headers: { "X-Why": "a\r\nX-Evil: 1" }, body: "" };
    const running = await serve([rpc(copy, () => Promise.reject(new Refusal("x", reply)))]);
    const response = await call(running);
    expect([response.status, response.headers.get("x-evil")]).toEqual([500, null]);
    expect(running.errors).toHaveLength(1);
  });

  test("the dots of every error_summary come from the source that the server is given", async () => {
    const refusals = [routeError(copy, { ".tag": "other" }), unauthorized("expired"), accessDenied("no")];
    for (const [number, dots] of [
      [0, ""],
      [0.99, "..."],
    ] as const) {
      for (const thrown of refusals) {
        const running = await serve([rpc(copy, () => Promise.reject(thrown))], { random: () => number });
        const { error_summary } = (await (await call(running)).json()) as { readonly error_summary: string };
        expect(error_summary).toMatch(new RegExp(`^\\w+/${dots.replaceAll(".", "\\.")}$`));
      }
    }
  });

  test("a reason or message with line ends stays in the body, and is in no header", async () => {
    const evil = "x\r\nX-Evil: 1\r\n\r\n";
    for (const thrown of [accessDenied(evil), badRequest(evil), rateLimited(1, evil)]) {
      const response = await call(await serve([rpc(copy, () => Promise.reject(thrown))]));
      expect(response.status).toBe(thrown.reply.status);
      expect(response.headers.get("x-evil")).toBeNull();
    }
  });
});
