import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Route } from "../../src/ir/api.js";
import { compileFiles, examplesOf } from "../support/examples.js";
import { clientMethods, generatedRoutes } from "../support/client-methods.js";
import { generatedPackage, packageFolder, type AnyRoute } from "../support/packages.js";

/** What the service's behaviours ask of any client and server of `spec/`, one by one, over HTTP. */

const api = compileFiles("spec");

/** Answers the next call. */
let answer: (arg: unknown) => unknown = () => undefined;
let server: Server;
let url: string;
let routes: Map<string, AnyRoute>;
let call: (path: string, arg?: unknown) => Promise<unknown>;
let routeError: (route: AnyRoute | undefined, error: unknown) => Error;

beforeAll(async () => {
  const { createHandler, unimplemented, ...rest } = await generatedPackage("spec", "server");
  const { toNodeListener } = await generatedPackage("spec", "server/node");
  const { createClient } = await generatedPackage("spec");
  ({ routeError } = rest as { routeError: typeof routeError });
  const found = await generatedRoutes("spec");
  routes = new Map(found.map(({ route }) => [route.name, route]));
  const handlers: Record<string, Record<string, unknown>> = {};
  for (const { folder, constant, route } of found) {
    const handlersHere = (handlers[folder] ??= { ...unimplemented[folder] });
    handlersHere[constant.replace(/_$/, "")] = route.hasArg
      ? (arg: unknown) => Promise.resolve().then(() => answer(arg))
      : () => Promise.resolve().then(() => answer(undefined));
  }
  const options = { authenticate: () => ({}), onError: () => undefined, ...handlers };
  server = createServer(toNodeListener(createHandler(options)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const methods = await clientMethods("spec", createClient({ hosts: url, accessToken: "t", appKey: "k", appSecret: "s" }));
  call = (path, arg) => {
    const method = methods.get(`${path}:1`);
    return method === undefined ? Promise.reject(new Error(`no route ${path}`)) : method(arg);
  };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The reply to a body as it stands. */
async function post(path: string, body: unknown): Promise<{ status: number; type: string | null; text: string }> {
  const response = await fetch(`${url}/2/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: "Bearer t" },
    body: JSON.stringify(body),
  });
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
}

function routeOf(path: string): Route | undefined {
  const namespace = api.namespaces.find(({ name }) => path.startsWith(`${name}/`));
  return namespace?.routes.find(({ name }) => `${namespace.name}/${name}` === path);
}

/** The first example of the result of a route. */
function exampleResult(path: string): unknown {
  const route = routeOf(path);
  return route && examplesOf(api, route.result)[0];
}

const copy = { from_path: "/a", to_path: "/b" };
const member = { member_email: "a@b.co", member_given_name: "Ada", member_surname: "L" };
const email = { ".tag": "email", email: "a@b.co" };
const setProfile = { user: email };

describe("arguments that a server accepts, and those that it answers with 400 in plain text and the place", () => {
  const cases: readonly [rule: string, path: string, accepted: readonly unknown[], refused: readonly (readonly [unknown, string])[]][] = [
    [
      "report dates are %Y-%m-%d (B-022)",
      "team/reports/get_activity",
      [{ start_date: "2016-12-01" }, {}],
      ["2016-12-01T00:00:00Z", "2016-13-01", "1 Dec"].map((start_date) => [{ start_date }, "start_date"]),
    ],
    [
      "paths begin with a slash or with ns: and a number; an id is none (B-028, B-029, B-052, Q-08, Q-09)",
      "files/copy",
      ["/a\nb", "ns:123/a.txt", "ns:123", "/日本"].map((from_path) => ({ ...copy, from_path })),
      ["id:abc", "ns:x/a", "x/a", "ns:1\n", "", "a/b"].map((from_path) => [{ ...copy, from_path }, "from_path"]),
    ],
    [
      "an email has at most 255 characters and the pattern as it stands (B-053)",
      "team/members/set_profile",
      ["o'n+1@x-y.co.uk", "a@bXcom"].map((new_email) => ({ ...setProfile, new_email })),
      ["a@b", "a b@c.com", `${"a".repeat(250)}@b.com`].map((new_email) => [{ ...setProfile, new_email }, "new_email"]),
    ],
    [
      "a name has 1 to 100 characters, none of eight (B-054, Q-11)",
      "team/members/set_profile",
      ["x".repeat(100), "O'Neil-Ünal", "😀".repeat(100)].map((new_given_name) => ({ ...setProfile, new_given_name })),
      ["", "x".repeat(101), ..."/ : ? * < > \" |".split(" ")].map((new_given_name) => [{ ...setProfile, new_given_name }, "new_given_name"]),
    ],
    [
      "an external id has at most 64 characters (B-055)",
      "team/members/set_profile",
      [{ ...setProfile, new_external_id: "x".repeat(64) }, { user: { ".tag": "external_id", external_id: "x".repeat(64) } }],
      [
        [{ ...setProfile, new_external_id: "x".repeat(65) }, "new_external_id"],
        [{ user: { ".tag": "external_id", external_id: "x".repeat(65) } }, "external_id"],
      ],
    ],
    [
      "the id of a team folder has its pattern (B-056)",
      "team/team_folder/activate",
      [{ team_folder_id: "-_9Z:" }],
      [[{ team_folder_id: "a/b" }, "team_folder_id"]],
    ],
    [
      "team folders are asked for by one id at least (B-057)",
      "team/team_folder/get_info",
      [{ team_folder_ids: ["1"] }],
      [[{ team_folder_ids: [] }, "team_folder_ids"]],
    ],
    ["the id of a job is not empty (B-058)", "team/groups/job_status/get", [{ async_job_id: "1" }], [[{ async_job_id: "" }, "async_job_id"]]],
    [
      "tokens of OAuth 1 are not empty (B-058)",
      "auth/token/from_oauth1",
      [{ oauth1_token: "a", oauth1_token_secret: "b" }],
      [[{ oauth1_token: "", oauth1_token_secret: "b" }, "oauth1_token"]],
    ],
    [
      "at most 20 members are added at once (B-186, Q-41)",
      "team/members/add",
      [{ new_members: Array(20).fill(member) }, { new_members: [] }],
      [[{ new_members: Array(21).fill(member) }, "new_members"]],
    ],
    [
      "a limit is a UInt32 (B-024, B-257)",
      "team/members/list",
      [{ limit: 1 }, { limit: 1000 }],
      [-1, 1.5, 4_294_967_296, "10"].map((limit) => [{ limit }, "limit"]),
    ],
    [
      "a variant without a value may be a bare string (B-042)",
      "team/members/set_admin_permissions",
      ["team_admin", { ".tag": "support_admin" }].map((new_role) => ({ user: email, new_role })),
      [[{ user: email, new_role: "emperor" }, "new_role"]],
    ],
    [
      "nothing else may be a bare string, and a selector is exactly one variant (B-043, B-044)",
      "team/members/set_profile",
      [{ user: email }, { user: { ".tag": "team_member_id", team_member_id: "tmid:1" } }],
      [
        [{ user: "x@y.co" }, "user"],
        [{ user: { email: "a@b.co" } }, "user[\".tag\"]"],
        [{ user: { ".tag": "phone", phone: "1" } }, "user[\".tag\"]"],
        [{ user: { ".tag": "email" } }, "user.email"],
        [{ user: { ...email, external_id: "1" } }, "user.external_id"],
      ],
    ],
    [
      "an argument may be a union itself, which is not wrapped (B-043, B-046)",
      "team/devices/revoke_device_session",
      [{ ".tag": "web_session", session_id: "1", team_member_id: "2" }],
      [
        ["web_session", "web_session"],
        [{ arg: { ".tag": "web_session" } }, ".tag"],
      ],
    ],
    [
      "null and nothing are the same where a field is optional (B-048)",
      "team/groups/create",
      [{ group_name: "g", group_external_id: null }, { group_name: "g" }],
      [[{ group_name: null }, "group_name"]],
    ],
  ];

  test.each(cases)("%s", async (_, path, accepted, refused) => {
    answer = () => routes.get(path)?.decodeResult(exampleResult(path));
    for (const arg of accepted) {
      expect(await post(path, arg), JSON.stringify(arg)).toMatchObject({ status: 200 });
    }
    for (const [arg, place] of refused) {
      const reply = await post(path, arg);
      expect(reply, JSON.stringify(arg)).toMatchObject({ status: 400, type: expect.stringMatching(/^text\/plain/) as string });
      expect(reply.text).toContain(place);
    }
  });
});

describe("defaults (B-049)", () => {
  test.each([
    ["team/members/list", {}, { limit: 1000, include_removed: false }],
    ["team/members/remove", { user: email }, { wipe_data: true, keep_account: false }],
    ["team/members/add", { new_members: [member] }, { force_async: false }],
    ["team/members/add", { new_members: [member] }, { new_members: [{ send_welcome_email: true, role: { ".tag": "member_only" } }] }],
    ["team/groups/list", {}, { limit: 1000 }],
    ["team/groups/members/list", { group: { ".tag": "group_id", group_id: "1" } }, { limit: 1000 }],
    ["team/team_folder/list", {}, { limit: 1000 }],
    ["team/team_folder/archive", { team_folder_id: "1" }, { force_async_off: false }],
    ["team/members/suspend", { user: email }, { wipe_data: true }],
    ["team/linked_apps/revoke_linked_app", { app_id: "1", team_member_id: "2" }, { keep_app_folder: true }],
    ["team/devices/list_team_devices", {}, { include_web_sessions: true, include_desktop_clients: true, include_mobile_clients: true }],
    ["files/copy", copy, { allow_shared_folder: false, autorename: false }],
    ["files/copy_batch", { entries: [copy] }, { allow_shared_folder: false, autorename: false }],
  ])("the default %s of %j is filled in (B-049)", async (path, arg, expected) => {
    let arrived: unknown;
    answer = (given) => {
      arrived = given;
      return routes.get(path)?.decodeResult(exampleResult(path));
    };
    expect(await post(path, arg)).toMatchObject({ status: 200 });
    expect(arrived).toMatchObject(expected);
  });
});

describe("replies", () => {
  test("replies have the wire form of unions, times and lists (B-021, B-036 to B-041, B-046, B-047)", async () => {
    const bare: string[] = [];
    const unpadded: string[] = [];
    const look = (value: unknown, path: string): void => {
      if (typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value) && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value)) {
        unpadded.push(`${path}: ${value}`);
      }
      if (typeof value === "object" && value !== null) {
        for (const [key, member] of Object.entries(value)) {
          if (["status", "role", "access_type", "client_type", "emm_state"].includes(key) && typeof member === "string") {
            bare.push(`${path}.${key}`);
          }
          look(member, `${path}.${key}`);
        }
      }
    };
    for (const [path, route] of routes) {
      const result = exampleResult(path);
      if (result === null || routeOf(path)?.attributes["style"] !== "rpc") {
        continue;
      }
      answer = () => route.decodeResult(result);
      const arg = exampleArg(path);
      const reply = await post(path, arg);
      expect(reply.status, `${path} ${reply.text}`).toBe(200);
      expect(JSON.parse(reply.text), path).toEqual(result);
      look(JSON.parse(reply.text), path);
    }
    expect(bare).toEqual([]);
    expect(unpadded).toEqual([]);
    answer = () => "complete"; // a handler may write a bare tag; it is sent as an object
    expect((await post("team/groups/delete", { ".tag": "group_id", group_id: "1" })).text).toBe('{".tag":"complete"}');
    answer = () => [];
    expect((await post("team/groups/get_info", { ".tag": "group_ids", group_ids: [] })).text).toBe("[]");
  });

  test("a route error is nested or flat as its types are (B-040, B-041)", async () => {
    const fail = (error: unknown): void => {
      answer = () => {
        throw routeError(routes.get("files/copy"), error);
      };
    };
    for (const lookup of ["not_found", { ".tag": "malformed_path" }, { ".tag": "malformed_path", malformed_path: "why" }]) {
      fail({ ".tag": "from_lookup", from_lookup: lookup });
      const { status, text } = await post("files/copy", copy);
      const expected = typeof lookup === "string" ? { ".tag": lookup } : lookup;
      expect(status).toBe(409);
      expect(JSON.parse(text)).toMatchObject({ error: { ".tag": "from_lookup", from_lookup: expected } });
    }
  });

  test("replies that a closed union does not allow are not sent (B-255)", async () => {
    answer = () => ({ ".tag": "brand_new" });
    expect((await post("team/groups/job_status/get", { async_job_id: "1" })).status).toBe(500);
  });

  test("replies come to concurrent calls of their own (B-264)", async () => {
    const names = Array.from({ length: 50 }, (_, index) => `g${index}`);
    const example = exampleResult("team/groups/create") as object;
    answer = async (arg) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
      return { ...example, group_name: (arg as { group_name: string }).group_name };
    };
    const replies = await Promise.all(names.map((group_name) => call("team/groups/create", { group_name })));
    expect(replies.map((reply) => (reply as { group_name: string }).group_name)).toEqual(names);
  });
});

describe("a client", () => {
  test("a client writes struct payloads flat and others nested (B-045)", async () => {
    const arrived: unknown[] = [];
    const spy = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        arrived.push(JSON.parse(Buffer.concat(chunks).toString()));
        response.writeHead(200, { "Content-Type": "application/json" }).end(request.url?.endsWith("get_info") ? "[]" : "null");
      });
    });
    await new Promise<void>((resolve) => spy.listen(0, "127.0.0.1", resolve));
    const { createClient } = await generatedPackage("spec");
    const hosts = `http://127.0.0.1:${(spy.address() as AddressInfo).port}`;
    const methods = await clientMethods("spec", createClient({ hosts, accessToken: "t" }));
    const revoked = { ".tag": "desktop_client", session_id: "1", team_member_id: "2", delete_on_unlink: true };
    await methods.get("team/devices/revoke_device_session:1")?.(revoked);
    await methods.get("team/groups/get_info:1")?.({ ".tag": "group_ids", group_ids: ["1"] });
    expect(arrived).toEqual([revoked, { ".tag": "group_ids", group_ids: ["1"] }]);
    spy.closeAllConnections();
    spy.close();
  });

  /** Answers as a newer service would, which our own server cannot. */
  function against(body: unknown, path: string): unknown {
    return routes.get(path)?.decodeResult(JSON.parse(JSON.stringify(body)));
  }

  test("a client reads what newer services send: unknown tags, bare catch-alls, unknown fields (B-133, B-252 to B-254, B-263, N-13)", () => {
    expect(against({ ".tag": "later", x: 1 }, "files/copy_batch")).toEqual({ ".tag": "later", x: 1 });
    expect(against({ ".tag": "complete", entries: [] }, "files/copy_batch")).toEqual({ ".tag": "complete", entries: [] });
    const status = { success: false, error_type: { ".tag": "brand_new" } };
    expect(against({ revoke_devices_status: [status] }, "team/devices/revoke_device_session_batch")).toEqual({
      revoke_devices_status: [status],
    });
    for (const route of routes.values()) {
      const [union] = api.namespaces.flatMap(({ name, routes }) =>
        routes.flatMap(({ name: own, error }) => (`${name}/${own}` === route.name && error.kind === "ref" ? [error] : [])),
      );
      const type = api.namespaces.find(({ name }) => name === union?.namespace)?.types.find(({ name }) => name === union?.name);
      if (type?.kind === "union" && type.fields.some(({ catchAll }) => catchAll)) {
        const unknown = { ".tag": "brand_new", brand_new: { ".tag": "x" } };
        expect(route.decodeError(unknown), route.name).toEqual(unknown);
        expect(route.decodeError({ ".tag": "other" }), route.name).toEqual({ ".tag": "other" });
      }
    }
  });

  test("a client does not read an unknown tag of a closed union (B-255)", () => {
    const route = routes.get("team/groups/job_status/get");
    expect(() => route?.decodeResult({ ".tag": "brand_new" })).toThrow(/expected a known tag/);
  });

  test("a client types the notifications of webhooks, and tolerates new events (B-219, B-221, B-224)", async () => {
    const { decodeFileAccessNotification, decodeTeamChangeNotification } = await generatedPackage("spec", "webhooks");
    const teams = { teams: { "tid:1": ["tmid:1", "tmid:2"] } };
    expect(decodeFileAccessNotification({ list_folder: teams, delta: teams })).toEqual({ list_folder: teams, delta: teams });
    const event = { event: "something_new", team_id: "tid:1", member_ids: ["tmid:1"] };
    expect(decodeTeamChangeNotification({ team_events: [{ ...event, extra: 1 }], more: true })).toEqual({ team_events: [event] });
  });
});

describe("the generated documentation", () => {
  const source = async (path: string): Promise<string> =>
    readFileSync(join(await packageFolder("spec"), path), "utf8").replace(/\s*\n\s*\*\s?/g, " ");

  test.each([
    ["src/files/types.ts", /client_modified|desktop client/, /display/i],
    ["src/files/types.ts", /name/, /never contains a slash/i],
    ["src/team/types.ts", /return_members/, /slow/i],
    ["src/team/client.ts", /groupsMembersRemove/, /only owner/i],
    ["src/team/client.ts", /linkedApps/, /team-linked|linked to (the|a) (whole )?team|not list/i],
    ["src/team/client.ts", /membersSendWelcomeEmail/, /pending|nothing happens|invited/i],
    ["src/team/client.ts", /groupsCreate/, /Team member management/],
    ["src/webhooks/types.ts", /FileAccessNotification/, /path of the file and its rev/],
  ])("the generated documentation %s says of %s what the service's document says (B-225, B-266)", async (path, subject, gist) => {
    const text = await source(path);
    expect(text).toMatch(subject);
    expect(text).toMatch(gist);
  });

  test("the generated documentation states the rules that no test can enforce where a user meets them (B-267)", async () => {
    const oauth = await source("src/runtime/oauth.ts");
    expect(oauth).toMatch(/not.*(identif|log users in)/i);
    expect(oauth).toMatch(/fragment|must not.*trust|server.*trust/i);
    expect(oauth).toMatch(/verif/i);
    expect(await source("src/runtime/client.ts")).toMatch(/Programs should use .* or `error` instead/);
    expect(await source("src/index.ts")).toMatch(/never in a client|on a server/);
    expect(await source("README.md")).toMatch(/compare paths without regard to/);
  });

  test("a job is distinguished from a result without casts (B-240)", async () => {
    // That this compiles is the test: see also test/generated/types.product.test.ts.
    expect(await source("src/team/client.ts")).toMatch(/LaunchCall</);
  });
});

function exampleArg(path: string): unknown {
  const route = routeOf(path);
  return route && examplesOf(api, route.arg)[0];
}
