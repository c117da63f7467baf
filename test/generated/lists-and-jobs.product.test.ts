import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compileFiles, examplesOf } from "../support/examples.js";
import { loadPackage } from "./load-package.js";
import { generatedPackage, type Exports } from "../support/packages.js";

const api = compileFiles("spec");

/** The first example of a type of the namespace `team`. */
function example(name: string): object {
  return examplesOf(api, { kind: "ref", namespace: "team", name })[0] as object;
}

test("an upload session is started by a route without an argument", async () => {
  const load = await loadPackage(`namespace stone_cfg
struct Route
    style String = "rpc"
namespace photos
struct Cursor
    session_id String
    offset UInt64
struct Started
    session_id String
struct FinishArg
    cursor Cursor
route session/start (Void, Started, Void)
    attrs
        style = "upload"
route session/append (Cursor, Void, Void)
    attrs
        style = "upload"
route session/finish (FinishArg, Started, Void)
    attrs
        style = "upload"
`);
  const { createClient } = await load();
  const sent: unknown[] = [];
  const fetch = (url: string, { headers }: { headers: Headers }): Promise<Response> => {
    sent.push([new URL(url).pathname, headers.get("Service-API-Arg")]);
    return Promise.resolve(Response.json(url.endsWith("append") ? null : { session_id: "s" }));
  };
  const client = createClient({ hosts: "http://photos", accessToken: "t", fetch });
  expect(await client.photos.sessionInPieces("abcd", { pieceSize: 2 })).toEqual({ session_id: "s" });
  expect(sent[0]).toEqual(["/2/photos/session/start", "null"]);
  expect(sent.at(-1)).toEqual(["/2/photos/session/finish", '{"cursor":{"session_id":"s","offset":4}}']);
});

describe.for(["spec", "spec-lazy"])("a generated client of %s with a generated server", async (name) => {
  const { createClient, isRouteError, JobTimeoutError } = await generatedPackage(name);
  const { createHandler, routeError } = await generatedPackage(name, "server");
  const { toNodeListener } = await generatedPackage(name, "server/node");
  const codecs = name === "spec-lazy" ? "/codecs" : "";
  const { groupsListContinue } = await generatedPackage(name, `team${codecs}`);
  const { copyBatchCheck } = await generatedPackage(name, `files${codecs}`);

  const group = example("GroupSummary");
  const groups = ["a", "b", "c", "d", "e"].map((name) => ({ ...group, group_name: name }));
  const devices = example("MemberDevices");
  let asked: unknown[] = [];
  let polls = 0;
  let server: Server;
  let client: Exports;

  function page(from: number): unknown {
    return { groups: groups.slice(from, from + 2), cursor: String(from + 2), has_more: from + 2 < groups.length };
  }

  beforeAll(async () => {
    const handler = createHandler({
      authenticate: () => ({}),
      team: {
        groupsList: () => Promise.resolve(page(0)),
        groupsListContinue: async ({ cursor }: { cursor: string }) => {
          if (cursor === "reset") {
            await Promise.reject(routeError(groupsListContinue, { ".tag": "invalid_cursor" }) as Error);
          }
          return page(Number(cursor));
        },
        devicesListMembersDevices: (arg: { cursor?: string }) => {
          asked.push(arg);
          return Promise.resolve({ devices: [devices], has_more: arg.cursor === undefined, cursor: "1" });
        },
      },
      files: {
        copyBatch: () => Promise.resolve({ ".tag": "async_job_id", async_job_id: "j-1" }),
        copyBatchCheck: async ({ async_job_id }: { async_job_id: string }) => {
          if (async_job_id !== "j-1") {
            await Promise.reject(routeError(copyBatchCheck, { ".tag": "invalid_async_job_id" }) as Error);
          }
          return polls++ < 2 ? { ".tag": "in_progress" } : { ".tag": "complete", entries: [] };
        },
      },
    });
    server = createServer(toNodeListener(handler));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    client = createClient({ hosts: `http://127.0.0.1:${port}`, accessToken: "token" });
  });

  afterAll(() => server.close());

  async function names(items: AsyncIterable<{ group_name: string }>): Promise<string> {
    let all = "";
    for await (const { group_name } of items) {
      all += group_name;
    }
    return all;
  }

  test("a generated client goes through a list by its continuation (B-153)", async () => {
    expect(await names(client["team"].groupsList().items())).toBe("abcde");
    expect(await names(client["team"].groupsListContinue({ cursor: "2" }).items())).toBe("cde");
  });

  test("a generated client gets the continuation's own error for a bad cursor (B-154)", async () => {
    const thrown = await names(client["team"].groupsListContinue({ cursor: "reset" }).items()).catch(
      (reason: unknown) => reason,
    );
    expect(isRouteError(thrown, groupsListContinue)).toBe(true);
    expect(thrown).toMatchObject({ error: { ".tag": "invalid_cursor" } });
  });

  test("a generated client goes through a list that takes its own cursor, with the same argument, which is not changed (B-137)", async () => {
    asked = [];
    const arg = Object.freeze({ include_web_sessions: false });
    const found: unknown[] = [];
    for await (const item of client["team"].devicesListMembersDevices(arg).items()) {
      found.push(item);
    }
    expect(found).toHaveLength(2);
    expect(asked).toMatchObject([arg, { ...arg, cursor: "1" }]);
    expect(asked[0]).not.toHaveProperty("cursor", "1");
  });

  test("a generated client waits for a job that it has launched (B-132)", async () => {
    polls = 0;
    const status = await client["files"].copyBatch({ entries: [] }).waitFor({ intervalMs: 1 });
    expect(status).toEqual({ ".tag": "complete", entries: [] });
    expect(polls).toBe(3);
  });

  test("a generated client waits for a job by its id, and learns that there is none (B-239)", async () => {
    polls = 0;
    expect(await client["files"].copyBatchCheck({ async_job_id: "j-1" }).waitFor({ intervalMs: 1 })).toMatchObject({
      ".tag": "complete",
    });
    const thrown = await client["files"]
      .copyBatchCheck({ async_job_id: "j-2" })
      .waitFor()
      .catch((reason: unknown) => reason);
    expect(isRouteError(thrown, copyBatchCheck)).toBe(true);
  });

  test("a generated client does not wait longer than configured", async () => {
    polls = -Infinity;
    const waiting = client["files"].copyBatch({ entries: [] }).waitFor({ intervalMs: 1, timeoutMs: 1000 });
    await expect(waiting).rejects.toBeInstanceOf(JobTimeoutError);
  });
});
