import { beforeEach, describe, expect, test } from "vitest";
import {
  AccessError,
  AuthenticationError,
  createClient,
  NetworkError,
  RateLimitError,
  RouteError,
  ServerError,
  type Client,
} from "../../generated/src/index.js";
import * as files from "../../generated/src/files/index.js";
import { createTwin, TwinError, type Plan } from "../../generated/src/testing/index.js";
import { errorPaths } from "../../src/values/error-paths.js";
import { corpora } from "../support/corpus.js";
import { loadPackage } from "../generated/load-package.js";
import { requestOf, routesOf, subject } from "./twin-of.js";

const twin = createTwin();
let client: Client;

beforeEach(() => {
  twin.reset();
  client = createClient({ accessToken: "token", hosts: "http://twin", fetch: twin.fetch, retry: false });
});

const getFile = (): Promise<unknown> => Promise.resolve(client.files.getMetadata({ path: "/a" }));

describe.each(["spec", ...corpora, "wirelab-exact"])("TWIN-11: in the Twin of %s", async (name) => {
  const api = await subject(name);

  test("TWIN-11: each error path of each route can be had from the Twin", async () => {
    const any = api.createTwin();
    const wrong: unknown[] = [];
    for (const route of routesOf(api)) {
      for (const { path } of errorPaths(route.route.error, api.context.lookup)) {
        any.plan({ route: route.key, error: path, times: 1 });
        const response = await any.fetch(requestOf(api, route));
        const text = await response.text();
        const summary = /"error_summary":"([^"]*)"/.exec(text)?.[1] ?? text;
        if (response.status !== 409 || summary.replace(/\/\.*$/, "") !== path) {
          wrong.push([route.key, path, response.status, summary]);
        }
      }
    }
    expect(wrong).toEqual([]);
    any.verify();
  });
});

describe("TWIN-11: a planned error", () => {
  test("TWIN-11: a planned error arrives as often as planned, with its message", async () => {
    twin.fail(files.getMetadata, "path/not_found", { times: 1, message: "Gone" });
    await expect(getFile()).rejects.toMatchObject({
      summary: expect.stringMatching(/^path\/not_found\/\.*$/) as string,
    });
    await expect(getFile()).resolves.toBeDefined();
    expect(twin.calls(files.getMetadata).map(({ status, errorPath }) => [status, errorPath])).toEqual([
      [409, "path/not_found"],
      [200, undefined],
    ]);
  });

  test("TWIN-11: a planned error holds for the arguments that it is meant for", async () => {
    twin.fail(files.getMetadata, "path/not_found", { when: { path: "/b" } });
    await expect(getFile()).resolves.toBeDefined();
    await expect(client.files.getMetadata({ path: "/b" })).rejects.toBeInstanceOf(RouteError);
  });

  test("TWIN-11: a planned error may have another payload", async () => {
    const error = { ".tag": "path", path: { ".tag": "malformed_path", malformed_path: "why" } } as const;
    twin.fail(files.getMetadata, "path/malformed_path", { payload: error });
    await expect(getFile()).rejects.toMatchObject({ error });
  });

  test("TWIN-15: a planned error is refused if the route has no such error, with the nearest path", () => {
    const plan = (error: string) => () => twin.plan({ route: "files/get_metadata", error });
    expect(plan("path/not_fond")).toThrow(/no error with the path "path\/not_fond"\. Did you mean "path\/not_found"\?/);
    expect(plan("not_found")).toThrow(/Did you mean "path\/not_found"/);
    expect(() => twin.plan({ route: "files/get_metdata", status: 500 })).toThrow(/Did you mean files\/get_metadata\?$/);
    // @ts-expect-error -- a path is one of the literals of the route
    expect(() => twin.fail(files.getMetadata, "path/other_thing")).toThrow(TwinError);
  });
});

describe("TWIN-11: an error that is a struct", async () => {
  const load = await loadPackage(
    `namespace n

struct ListError
    retry_in UInt32
    reason Reason

struct Code
    code Int32

union Reason
    no_access
    gone Gone

struct Gone
    since String

route list(Void, Void, ListError)

route numbered(Void, Void, Code)
`,
    { twin: true },
  );
  const { createTwin: create } = (await load("testing")) as { createTwin: typeof createTwin };
  const call = async (plan: Partial<Plan>): Promise<unknown> => {
    const one = create();
    const { route = "n/list" } = plan;
    one.plan({ ...plan, route });
    const response = await one.fetch(`http://twin/2/${route}`, {
      method: "POST",
      headers: { Authorization: "Bearer t" },
    });
    return response.json();
  };
  const summary = (tags: string): unknown => expect.stringMatching(new RegExp(`^${tags}/\\.*$`));

  test.each([["gone"], ["reason/gone"]])(
    "TWIN-11: an error that is a struct is planned by the path through its fields: %s",
    async (error) => {
      const gone = { ".tag": "gone", since: "a" };
      expect(await call({ error })).toEqual({ error_summary: summary("gone"), error: { retry_in: 0, reason: gone } });
    },
  );

  test("TWIN-11: an error that is a struct is planned by its value", async () => {
    const payload = { retry_in: 7, reason: { ".tag": "no_access" } };
    expect(await call({ payload })).toEqual({ error_summary: summary("no_access"), error: payload });
    expect(await call({ route: "n/numbered", payload: { code: -3 } })).toMatchObject({ error: { code: -3 } });
  });

  test("TWIN-11: an error that is a struct has no path that is none of its tags", () => {
    const plan = (error: string) => () => create().plan({ route: "n/list", error });
    expect(plan("reason")).toThrow(/Its paths are no_access, reason\/no_access, gone, /);
    expect(() => create().plan({ route: "n/numbered", error: "code" })).toThrow("It has no errors.");
  });
});

describe("TWIN-15: a plan", () => {
  const plan = (members: object) => () => twin.plan({ route: "files/get_metadata", ...members });

  test("TWIN-15: a plan with an unknown member is refused, with the nearest one", () => {
    expect(plan({ eror: "path/not_found" })).toThrow('A plan has no member "eror". Did you mean "error"?');
    expect(plan({ "retry-after": 1 })).toThrow('Did you mean "retryAfter"?');
    expect(plan({ unheardOf: 1 })).toThrow(
      /^A plan has no member "unheardOf"\. Members are route, times, when, error, /,
    );
    expect(() => twin.fail(files.getMetadata, "path/not_found", { tims: 1 } as never)).toThrow('Did you mean "times"?');
  });

  test.each([
    [{ status: "abc" }, "status of a plan must be an integer from 400 to 599"],
    [{ status: 200 }, "status of a plan must be an integer from 400 to 599"],
    [{ error: true }, "error of a plan must be a string"],
    [{ times: 1.5 }, "times of a plan must be an integer of at least 0"],
    [{ delayMs: [1] }, "delayMs of a plan must be a number of milliseconds, or a range such as [100, 300]"],
    [{ disconnect: "now" }, 'disconnect of a plan must be "before", "body" or "after"'],
    [{ reset: "yes" }, "reset of a plan must be true or false"],
    [{ failed: 1 }, "failed of a plan must be a string, true or false"],
    [{ message: { locale: "en" } }, "message of a plan must be a string or an object with a text"],
    [{ retryAfter: -1 }, "retryAfter of a plan must be a number of seconds"],
  ])("TWIN-15: a plan with a member of another kind is refused: %j", (members, message) => {
    expect(plan(members)).toThrow(`The member ${message}, not ${JSON.stringify(Object.values(members)[0])}`);
    expect(twin.verify.bind(twin)).not.toThrow();
  });

  test("TWIN-15: a plan may have members that are undefined", () => {
    expect(plan({ status: 500, error: undefined, delayMs: [1, 2], message: { text: "m" } })).not.toThrow();
  });
});

describe("TWIN-14: faults", () => {
  const plan = (fault: Omit<Plan, "route">): void => twin.plan({ route: "files/get_metadata", times: 1, ...fault });

  test("TWIN-14: faults are statuses, as clients know them", async () => {
    const expected = [
      [{ status: 401 }, AuthenticationError],
      [{ status: 403 }, AccessError],
      [{ status: 500 }, ServerError],
      [{ status: 503 }, ServerError],
    ] as const;
    for (const [fault, type] of expected) {
      plan(fault);
      await expect(getFile()).rejects.toBeInstanceOf(type);
    }
    plan({ status: 429, retryAfter: 7, reason: "too_many_write_operations" });
    const limited = await getFile().catch((thrown: unknown) => thrown);
    expect(limited).toBeInstanceOf(RateLimitError);
    expect(limited).toMatchObject({ retryAfter: 7, reason: "too_many_write_operations" });
    twin.verify();
  });

  test("TWIN-14: faults are retried and renewed as for a real service", async () => {
    plan({ status: 429, retryAfter: 0 });
    const patient = client.with({ retry: {} });
    await expect(patient.files.getMetadata({ path: "/a" })).resolves.toBeDefined();
    plan({ status: 401 });
    const tokens = ["old", "new"];
    const renewing = client.with({ accessToken: () => Promise.resolve(tokens.shift() ?? "none") });
    await expect(renewing.files.getMetadata({ path: "/a" })).resolves.toBeDefined();
    expect(tokens).toEqual([]);
  });

  test.each(["before", "body", "after"] as const)("TWIN-14: faults break the connection: %s", async (disconnect) => {
    plan({ disconnect });
    await expect(getFile()).rejects.toBeInstanceOf(NetworkError);
  });

  test("TWIN-14: faults cut a body after some bytes", async () => {
    plan({ truncate: 5 });
    await expect(getFile()).rejects.toBeInstanceOf(NetworkError);
  });

  test("TWIN-14: faults delay an answer, until the caller gives up", async () => {
    plan({ delayMs: 60_000 });
    const gone = new AbortController();
    const call = client.files.getMetadata({ path: "/a" }, { signal: gone.signal });
    setTimeout(() => gone.abort(new Error("enough")), 5);
    await expect(call).rejects.toThrow("enough");
    plan({ delayMs: [1, 3] });
    await expect(getFile()).resolves.toBeDefined();
  });
});

describe("TWIN-12: directives in a header", () => {
  const call = (directives: string): Promise<unknown> =>
    Promise.resolve(client.files.getMetadata({ path: "/a" }, { headers: { "Ashlar-Twin": directives } }));

  test("TWIN-12: directives in a header hold for this call", async () => {
    await expect(call('error="path/not_found"')).rejects.toBeInstanceOf(RouteError);
    await expect(call("status=429, retry-after=2")).rejects.toMatchObject({ retryAfter: 2 });
    await expect(call("error=path/not_found")).rejects.toBeInstanceOf(RouteError);
    await expect(call("status=429,reason=too_many_write_operations, retry-after=2")).rejects.toMatchObject({
      reason: "too_many_write_operations",
    });
    await expect(call("disconnect=before")).rejects.toBeInstanceOf(NetworkError);
    await expect(call("truncate=10")).rejects.toBeInstanceOf(NetworkError);
    await expect(call("delay-ms=1")).resolves.toBeDefined();
    await expect(call('example="folder"')).resolves.toBeDefined();
    await expect(getFile()).resolves.toBeDefined();
  });

  test("TWIN-12: directives in a header that are wrong are refused with a reason", async () => {
    await expect(call('error="path/gone"')).rejects.toThrow(/path\/gone/);
    await expect(call("sooner")).rejects.toThrow(/no directive "sooner"/);
    await expect(call("status=high")).rejects.toThrow(/directive status of the header Ashlar-Twin must be a number/);
    await expect(call("error=(path)")).rejects.toThrow(/not a dictionary/);
    await expect(call('example="none"')).rejects.toThrow(/no example/);
  });
});

test("TWIN-18: jobs of the Twin fail with the error that was planned", async () => {
  const twin = createTwin();
  const { team } = createClient({ accessToken: "t", hosts: "http://twin", fetch: twin.fetch });
  const archive = (): Promise<unknown> => team.teamFolderArchive({ team_folder_id: "1" }).waitFor({ intervalMs: 0 });
  twin.plan({ route: "team/team_folder/archive", failed: "access_error/no_access", times: 1 });
  twin.plan({ route: "team/team_folder/archive", failed: true, times: 1 });
  const error = { ".tag": "access_error", access_error: { ".tag": "no_access" } };
  expect(await archive()).toEqual({ ".tag": "failed", failed: error });
  expect(await archive()).toMatchObject({ ".tag": "failed" });
  expect(await archive()).toMatchObject({ ".tag": "complete" });
  twin.verify();
  const plan = (route: string, failed: string) => () => twin.plan({ route, failed });
  expect(plan("team/team_folder/archive", "access_error/no_acces")).toThrow(
    /^A job of team\/team_folder\/archive has no error with the path "access_error\/no_acces". Did you mean "access_error\/no_access"\?/,
  );
  expect(plan("files/copy", "x")).toThrow("files/copy launches no job that can fail");
});
