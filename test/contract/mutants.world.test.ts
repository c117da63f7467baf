import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Exports } from "../support/packages.js";
import { editSequences } from "../support/edit-sequences.js";
import { findsFault, otherFaults } from "./finds-fault.js";
import { mutants, mutated } from "./mutants/mutants.js";
import { generateWorkshop } from "./server/generate.js";
import { tokens, workshop, type Fetch, type Workshop } from "./server/workshop.js";

/** What a caller receives, reply by reply, from calls that meet every fault. */
async function tour(fetch: Fetch): Promise<string[]> {
  const seen: string[] = [];

  async function send(route: string, init: RequestInit): Promise<Exports> {
    const request = new Request(`http://workshop/2/${route}`, { method: "POST", ...init });
    const patience = new Promise<undefined>((resolve) => setTimeout(resolve, 300));
    const reply = await Promise.race([fetch(request).catch(String), patience]);
    if (typeof reply !== "object") {
      seen.push(`${route}: ${String(reply)}`);
      return {};
    }
    const body = Buffer.from(await reply.arrayBuffer());
    seen.push(`${route}: ${String(reply.status)} ${JSON.stringify([...reply.headers])} ${body.toString("latin1")}`);
    try {
      return JSON.parse(body.toString());
    } catch {
      return {};
    }
  }

  const bearer = (token: string | undefined): Record<string, string> =>
    token === undefined ? {} : { Authorization: `Bearer ${token}` };

  async function call(route: string, arg?: unknown, token: string | undefined = tokenFor(route)): Promise<Exports> {
    return text(route, arg === undefined ? "" : JSON.stringify(arg), { ...bearer(token) });
  }

  async function text(
    route: string,
    body: string | Uint8Array<ArrayBuffer>,
    headers: object = bearer(tokenFor(route)),
  ): Promise<Exports> {
    const type = body.length === 0 ? {} : { "Content-Type": "application/json" };
    return send(route, { headers: { ...type, ...headers }, ...(body.length > 0 && { body }) });
  }

  async function content(
    route: string,
    arg: unknown,
    body?: BodyInit,
    headers: object = bearer(tokens.user),
  ): Promise<Exports> {
    const type = body === undefined ? {} : { "Content-Type": "application/octet-stream" };
    const all = { "Service-API-Arg": JSON.stringify(arg), ...type, ...headers };
    return send(route, { headers: all, ...(body !== undefined && { body }) });
  }

  const tool = { label: "Hammer", kind: { ".tag": "tool" }, tags: [] };
  const nails = { label: "Nägel", kind: { ".tag": "supply", amount: 7, sizes: {} }, tags: ["a", "b", "c", "d"] };
  const { id } = await call("stock/create", tool);
  await call("stock/create", nails);
  await call("stock/create", { ...nails, note: null, colour: { ".tag": "blue" } });
  for (const nearMiss of [
    { label: "Hammer (new)" },
    { label: "\u{1F600}" },
    { colour: { ".tag": "violet" } },
    { tags: ["a", "b", "c", "d", "e"] },
    { tags: null },
  ]) {
    await call("stock/create", { ...tool, ...nearMiss });
  }
  await text("stock/create", '{"label":"a","label":"b","kind":{".tag":"tool"},"tags":[]}');
  for (const token of [tokens.user, undefined, "wrong", tokens.team]) {
    const headers = bearer(token);
    await text("stock/get", JSON.stringify({ id: "item-000001" }), headers);
    await text("stock/list", "{}", headers);
    await text("stock/count", "", headers);
    await text("files/get_info", JSON.stringify({ path: "/a" }), headers);
    await content("files/download", { path: "/a" }, undefined, headers);
  }
  await call("stock/get", { id });
  await call("stock/get", { id: "item-000009" });
  await call("stock/lookup", { id: "item-000009" });
  await call("stock/lookup", { id });
  await call("stock/update", { id, revision: 9 });
  await call("stock/update", { id, revision: 1, label: "Hämmer" });
  await call("stock/update", { id, revision: 1, label: "Saw" });
  await call("stock/count");
  for (const arg of [{ limit: 2 }, { limit: 2 }, { limit: 1000 }, { limit: 2, colour: null, new: 1 }]) {
    await call("stock/list", arg);
  }
  const page = await call("stock/list", { limit: 1 });
  const next = await call("stock/list/continue", { cursor: page["cursor"] });
  await call("stock/list/continue", { cursor: next["cursor"] });
  await call("stock/list/continue", { cursor: "random" });
  await text("stock/list", "{");
  await text("stock/list", `{"colour":${"[".repeat(1000)}${"]".repeat(1000)}}`);
  await call("stock/search", { query: "x".repeat(2 ** 20) });
  const found = await call("stock/search", { query: "g", limit: 1 });
  for (const arg of [
    { query: "g", limit: 1, cursor: found["cursor"] },
    { query: "nothing" },
    { query: "" },
    { query: 5 },
    { query: "g".repeat(31) },
    { query: "g", limit: 0 },
    { query: "g", limit: 100 },
    { query: "\0" },
  ]) {
    await call("stock/search", arg);
  }
  await text("stock/search", '{"query":"\\ud800"}');
  await text("stock/search", '{"query":"a\nb"}');
  await text("stock/search", Uint8Array.from(Buffer.from('{"query":"\xe4"}', "latin1")));
  for (const arg of [
    { ids: ["item-000002"], amount: 1000 },
    { ids: [], amount: 1 },
  ]) {
    await call("stock/restock", arg);
  }
  await call("stock/restock", { ids: ["item-000002", "item-000001"], amount: 1 });
  for (const job of ["job-1", "job-1", "job-1", "job-9"]) {
    await call("stock/restock/check", { async_job_id: job });
  }

  await content("files/upload", { path: "/a" }, Uint8Array.from([255, 0, 10, 13, 200]));
  await content("files/upload", { path: "/b", modified: "2020-01-02" }, "content");
  await call("files/get_info", { path: "/a" });
  await call("files/get_info", {});
  await content("files/download", { path: "/a" });
  await content("files/download", { path: "/a" }, undefined, { ...bearer(tokens.user), Range: "bytes=2-3" });
  await content("files/download", { path: "/nothing" });
  await call("files/delete", { path: "/nothing" });
  const session = { session_id: "session-1" };
  await content("files/upload_session/start", {}, "abc");
  await content("files/upload_session/append", { cursor: { ...session, offset: 3 } }, "def");
  await content("files/upload_session/append", { cursor: { ...session, offset: 2 } }, "x");
  await content("files/upload_session/finish", { cursor: { ...session, offset: 6 }, commit: { path: "/c" } }, "");
  await content("files/download", { path: "/c" });

  await call("team/info");
  await call("team/whoami");
  const member = { email: "ann@example.com", role: { ".tag": "admin" } };
  await call("team/members/add", member);
  await call("team/members/add", { email: "bob@example.com", role: { ".tag": "guest", until: "2020-01-02" } });
  await call("team/members/add", { email: "eve@example.com" });
  await call("team/members/get", { users: [] });
  await text("team/members/get", '{"users":[]}', { ...bearer(tokens.team), "Content-Type": "text/csv" });
  for (const token of Object.values(tokens)) {
    await text("team/members/list", "{}", bearer(token));
  }
  await call("team/members/list", { limit: "5" });
  const people = await call("team/members/list", { limit: 1 });
  await call("team/members/list/continue", { cursor: people["cursor"] });
  await call("team/members/list/continue", { cursor: "random" });
  await call("team/members/remove", { user: { ".tag": "email", email: "ann@example.com" } });
  return seen;
}

function tokenFor(route: string): string {
  return route.startsWith("team/") ? tokens.team : tokens.user;
}

/** What the right server and a faulty one must answer to some call, by the code of the finding. */
const changesOf: Readonly<Record<string, readonly [RegExp, RegExp]>> = {
  "accepts-invalid": [/^\S+: 400/, /^\S+: 200/],
  "malformed-accepted": [/^\S+: 400/, /^\S+: 200/],
  "refuses-valid": [/^\S+: (?:200|409)/, /^\S+: 400/],
  "result-type": [/^/, /^\S+: 200/],
  "error-type": [/^/, /^\S+: 4\d\d/],
  unauthenticated: [/^\S+: 401/, /^\S+: (?!401)/],
  "wrong-caller": [/^\S+: 400 .*credentials are for/, /^\S+: 200/],
};

describe("servers with a fault", () => {
  let server: Workshop;
  let right: string[];

  beforeAll(async () => {
    server = await workshop(await generateWorkshop());
    const parts = server.parts();
    vi.useFakeTimers({ toFake: ["Date"], now: 0 });
    right = await tour(server.serve(withoutChance(parts)));
  });

  afterAll(() => void vi.useRealTimers());

  function withoutChance(parts: object): object {
    return { ...parts, random: () => 0, requestId: () => "id", onError: () => undefined };
  }

  test.each(mutants)("the fault $name of a server changes what callers receive", async (mutant) => {
    const quiet: Workshop = { ...server, parts: () => withoutChance(server.parts()) };
    const faulty = await tour(mutated(quiet, mutant));
    const differences = faulty.flatMap((reply, index) =>
      reply === right[index] ? [] : { reply, before: right[index] },
    );
    expect(differences).not.toEqual([]);
    const [before, after] = changesOf[String(mutant.finding)] ?? [/^/, /^/];
    expect(differences).toContainEqual({ before: expect.stringMatching(before), reply: expect.stringMatching(after) });
  });

  test("servers with a fault otherwise answer as the correct one does", async () => {
    expect(await tour(server.serve(withoutChance(server.parts())))).toEqual(right);
    expect(mutants.length).toBeGreaterThan(30);
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  });
});

// Two minutes of processor time, for longer runs.
describe.runIf(editSequences > 1)("contract tests of servers with a fault", () => {
  let server: Workshop;

  beforeAll(async () => {
    server = await workshop(await generateWorkshop());
  });

  test.each(otherFaults)("CT-1: the fault $name of a server is the finding $finding", async (mutant) => {
    vi.spyOn(console, "error").mockReturnValue();
    expect(await findsFault(server, mutant)).toBe(true);
  });
});
