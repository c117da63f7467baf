import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Exports } from "../support/packages.js";
import { generateWorkshop } from "./server/generate.js";
import { tokens, workshop, type Fetch, type Workshop } from "./server/workshop.js";

describe("the server whose wire is mutated", () => {
  let load: (subpath?: string) => Promise<Exports>;
  let server: Workshop;
  let root: Exports;
  let client: Exports;
  let teamClient: Exports;

  beforeAll(async () => {
    load = await generateWorkshop();
    server = await workshop(load);
    root = await load();
  });

  beforeEach(() => {
    const fetch = server.serve(server.parts());
    client = clientOf(fetch, tokens.user);
    teamClient = clientOf(fetch, tokens.team);
  });

  function clientOf(fetch: Fetch, accessToken: string): Exports {
    const send = async (url: string, init: RequestInit): Promise<Response> => fetch(new Request(url, init));
    return root["createClient"]({ hosts: "http://workshop", accessToken, fetch: send, retry: false });
  }

  const hammer = { label: "Hammer", kind: { ".tag": "tool" }, tags: ["steel"] };
  const nails = { label: "Nägel", kind: { ".tag": "supply", amount: 7, sizes: { long: 4 } }, tags: [] };

  async function all(items: AsyncIterable<Exports>): Promise<Exports[]> {
    const found: Exports[] = [];
    for await (const item of items) {
      found.push(item);
    }
    return found;
  }

  async function errorOf(call: Exports): Promise<unknown> {
    const outcome = await call["outcome"]();
    return outcome.ok ? "no error" : outcome.error;
  }

  test("the server whose wire is mutated creates, reads, changes and deletes items", async () => {
    const item = await client["stock"].create(hammer);
    expect(item).toMatchObject({ ".tag": "tool", label: "Hammer", wear: 0.25, colour: { ".tag": "red" }, revision: 1 });
    expect(await client["stock"].get({ id: item.id })).toEqual(item);
    const changed = await client["stock"].update({ id: item.id, revision: 1, note: "worn" });
    expect(changed).toEqual({ ...item, note: "worn", revision: 2 });
    const old = client["stock"].update({ id: item.id, revision: 1 });
    expect(await errorOf(old)).toEqual({ ".tag": "conflict", revision: 2 });
    expect(await client["stock"].delete({ id: item.id })).toEqual(changed);
    expect(await errorOf(client["stock"].get({ id: item.id }))).toEqual({
      ".tag": "lookup",
      lookup: { ".tag": "deleted" },
    });
    const missing = client["stock"].lookup({ id: "item-999999" });
    expect(await errorOf(missing)).toEqual({ ".tag": "lookup", lookup: { ".tag": "not_found" } });
  });

  test("the server whose wire is mutated lists all items once, also those of one colour, and refuses cursors of other lists", async () => {
    for (let number = 0; number < 7; number++) {
      await client["stock"].create({ ...hammer, colour: { ".tag": number % 2 === 0 ? "blue" : "red" } });
    }
    const items = await all(client["stock"].list({ limit: 3 }).items());
    expect(new Set(items.map(({ id }) => id)).size).toBe(7);
    expect(await all(client["stock"].list({ limit: 2, colour: { ".tag": "blue" } }).items())).toHaveLength(4);
    const found = await all(client["stock"].search({ query: "amm", limit: 3 }).items());
    expect(found.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
    expect(await client["stock"].count()).toEqual({ all: 7, by_colour: { red: 3, green: 0, blue: 4 } });
    const { cursor } = await client["stock"].search({ query: "amm", limit: 3 });
    expect(await errorOf(client["stock"].listContinue({ cursor }))).toEqual({ ".tag": "invalid_cursor" });
  });

  test("the server whose wire is mutated answers a long poll at once if there are changes, and otherwise at its timeout", async () => {
    const { cursor } = await client["stock"].list({});
    expect(await client["stock"].listLongpoll({ cursor })).toEqual({ changes: false });
    const waiting = client["stock"].listLongpoll({ cursor, timeout: 5 });
    await client["stock"].create(hammer);
    expect(await waiting).toEqual({ changes: true });
  });

  test("the server whose wire is mutated restocks one item at once and several in a job", async () => {
    const { id } = await client["stock"].create(nails);
    const tool = await client["stock"].create(hammer);
    const launch = await client["stock"].restock({ ids: [id], amount: 5 });
    expect(launch).toMatchObject({ ".tag": "complete", entries: [{ ".tag": "success", success: { amount: 12 } }] });
    const status = await client["stock"]
      .restock({ ids: [id, tool.id, "item-000009"], amount: 1 })
      .waitFor({ intervalMs: 1 });
    expect(status.entries).toMatchObject([
      { ".tag": "success", success: { ".tag": "supply", amount: 13 } },
      { ".tag": "failure", failure: { ".tag": "not_a_supply" } },
      { ".tag": "failure", failure: { ".tag": "not_found" } },
    ]);
    const unknown = client["stock"].restockCheck({ async_job_id: "job-9" });
    expect(await errorOf(unknown)).toEqual({ ".tag": "invalid_async_job_id" });
  });

  test("the server whose wire is mutated keeps what was uploaded, whole or in pieces, and returns ranges of it", async () => {
    const content = Uint8Array.from({ length: 5000 }, (_, index) => index % 251);
    const info = await client["files"].upload({ path: "/a/b" }, content);
    expect(info).toMatchObject({ path: "/a/b", size: 5000 });
    expect(await errorOf(client["files"].upload({ path: "/a/b" }, content))).toMatchObject({
      path: { ".tag": "conflict", rev: info.rev },
    });
    const pieces = await client["files"].uploadSessionInPieces({ commit: { path: "/c" } }, content, {
      pieceSize: 2000,
    });
    expect(pieces).toMatchObject({ size: 5000, checksum: info.checksum });
    const whole = await client["files"].download({ path: "/c" });
    expect(whole.result).toEqual(pieces);
    expect(Buffer.from(await whole.bytes())).toEqual(Buffer.from(content));
    const part = await client["files"].download({ path: "/c" }, { range: { start: 100, end: 199 } });
    expect(Buffer.from(await part.bytes())).toEqual(Buffer.from(content.subarray(100, 200)));
    expect(part.range).toMatchObject({ start: 100, end: 199 });
    await client["files"].delete({ path: "/c" });
    expect(await errorOf(client["files"].getInfo({ path: "/c" }))).toEqual({
      ".tag": "path",
      path: { ".tag": "not_found" },
    });
  });

  test("the server whose wire is mutated takes the pieces of an upload only at their offsets", async () => {
    const { session_id } = await client["files"].uploadSessionStart({}, "abc");
    const wrong = client["files"].uploadSessionAppend({ cursor: { session_id, offset: 2 } }, "x");
    expect(await errorOf(wrong)).toEqual({ ".tag": "incorrect_offset", correct_offset: 3 });
    await client["files"].uploadSessionAppend({ cursor: { session_id, offset: 3 }, close: true }, "def");
    const late = client["files"].uploadSessionAppend({ cursor: { session_id, offset: 6 } }, "g");
    expect(await errorOf(late)).toEqual({ ".tag": "closed" });
    const commit = { path: "/d" };
    const finish = { cursor: { session_id, offset: 6 }, commit };
    expect(await client["files"].uploadSessionFinish(finish, "")).toMatchObject({ size: 6 });
    expect(await errorOf(client["files"].uploadSessionFinish(finish, ""))).toEqual({
      ".tag": "session",
      session: { ".tag": "not_found" },
    });
  });

  test("the server whose wire is mutated answers any value of an argument with a result or an error of the route", async () => {
    const { arbitrary } = await load("arbitraries");
    const refused: unknown[] = [];
    for (const [namespace, decoders] of [
      [
        "stock",
        {
          create: "CreateArg",
          get: "ItemArg",
          update: "UpdateArg",
          list: "ListArg",
          search: "SearchArg",
          restock: "RestockArg",
          delete: "ItemArg",
        },
      ],
      [
        "files",
        {
          upload: "UploadArg",
          getInfo: "FileArg",
          download: "FileArg",
          uploadSessionAppend: "AppendArg",
          uploadSessionFinish: "FinishArg",
        },
      ],
      ["team", { membersAdd: "AddArg", membersGet: "GetArg", membersList: "ListArg", membersRemove: "MemberArg" }],
    ] as const) {
      const types = await load(namespace);
      const caller = namespace === "team" ? teamClient : client;
      for (const [method, type] of Object.entries(decoders)) {
        for (const arg of fc.sample(arbitrary(types[`decode${type}`], { view: "write" }), { numRuns: 60, seed: 1 })) {
          const isUpload = method.startsWith("upload");
          await (isUpload ? caller[namespace][method](arg, "content") : caller[namespace][method](arg))
            .outcome()
            .catch((thrown: unknown) => refused.push(thrown));
        }
      }
    }
    expect(refused).toEqual([]);
  });

  test("the server whose wire is mutated tells the two kinds of callers apart", async () => {
    expect(await client["team"].whoami()).toEqual({ kind: "user" });
    expect(await teamClient["team"].whoami()).toEqual({ kind: "team" });
    await expect(client["team"].info()).rejects.toMatchObject({ status: 400 });
    await expect(teamClient["stock"].count()).rejects.toMatchObject({ status: 400 });
    const member = await teamClient["team"].membersAdd({
      email: "ann@example.com",
      role: { ".tag": "admin" },
      pin: "0007",
    });
    expect(await all(teamClient["team"].membersList({ limit: 1 }).items())).toEqual([member]);
    const again = teamClient["team"].membersAdd({ email: "ann@example.com", role: { ".tag": "member" } });
    expect(await errorOf(again)).toEqual({ ".tag": "already_member", ...member });
    const users = [
      { ".tag": "email", email: "ann@example.com" },
      { ".tag": "member_id", member_id: "m:9" },
    ];
    expect(await teamClient["team"].membersGet({ users })).toMatchObject([
      { ".tag": "member" },
      { ".tag": "id_not_found", id_not_found: "m:9" },
    ]);
    await teamClient["team"].membersRemove({ user: { ".tag": "member_id", member_id: member.member_id } });
    expect(await all(teamClient["team"].membersList({}).items())).toEqual([]);
  });
});
