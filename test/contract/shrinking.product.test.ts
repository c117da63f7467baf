import { describe, expect, test } from "vitest";
import { testServer, type TestServerOptions } from "../../src/project/generate/test-server.js";
import type { ContractFinding, ShownCall } from "../../src/contract/report/report.js";
import { folderWith } from "../cli/command-line.js";

const spec = `namespace log

alias JobId = String

struct Entry
    id String
struct ListArg
    topic String(max_length=30) = "all"
    words List(String(max_length=10))
    limit UInt32(min_value=1, max_value=1000) = 100
    newest Boolean = true
struct ListResult
    entries List(Entry)
    cursor String
    has_more Boolean
struct ContinueArg
    cursor String
union ContinueError
    reset
route list(ListArg, ListResult, Void)
route list/continue(ContinueArg, ListResult, ContinueError)

union LaunchResult
    async_job_id String
struct PollArg
    async_job_id String
union PollResult
    in_progress
    complete
union PollError
    invalid_async_job_id
route export(ListArg, LaunchResult, Void)
route export/check(PollArg, PollResult, PollError)
`;

type Arg = Readonly<Record<string, unknown>>;

/** Entries from an offset on. After a full page, the last entry comes again: the mistake of the server. */
function page(limit: number, offset: number): object {
  const ids = ["a", "b", "c", "d", "e"].slice(offset, offset + limit);
  const next = offset + ids.length - (offset === 0 && ids.length === limit ? 1 : 0);
  return { entries: ids.map((id) => ({ id })), cursor: `${limit}:${next}`, has_more: next < 5 };
}

function answer(route: string, arg: Arg): Response {
  switch (route) {
    case "list":
      return Response.json(page(Number(arg["limit"] ?? 100), 0));
    case "list/continue": {
      const [, limit, offset] = /^(\d+):(\d+)$/.exec(String(arg["cursor"])) ?? [];
      return limit === undefined
        ? Response.json({ error_summary: "reset/", error: { ".tag": "reset" } }, { status: 409 })
        : Response.json(page(Number(limit), Number(offset)));
    }
    case "export":
      return Response.json({ ".tag": "async_job_id", async_job_id: "job" });
    default:
      return arg["async_job_id"] === "job"
        ? Response.json({ ".tag": "in_progress" })
        : Response.json(
            { error_summary: "invalid_async_job_id/", error: { ".tag": "invalid_async_job_id" } },
            { status: 409 },
          );
  }
}

async function findings(phases: TestServerOptions["phases"]): Promise<readonly ContractFinding[]> {
  const folder = folderWith({ "log.stone": spec });
  const report = await testServer({
    url: "http://log",
    config: { specs: [`${folder}/log.stone`], effects: { reads: { routes: ["log/*"] } } },
    phases,
    calls: 400,
    seed: 1,
    jobTimeMs: 500, // enough for three polls, even on a busy machine
    fetch: async (request) =>
      answer(new URL(request.url).pathname.replace("/2/log/", ""), JSON.parse(await request.text())),
  });
  return report.findings;
}

function argument(call: ShownCall | undefined): Arg {
  return JSON.parse(call?.body ?? "") as Arg;
}

describe("a finding of several calls", () => {
  test("CT-10: a finding of several calls begins with the smallest argument that shows it", async () => {
    const found = await findings(["values", "sequences"]);
    const twice = found.find(({ title }) => title.includes("is twice in the list"));
    expect(twice?.calls).toHaveLength(2);
    const { words, limit, ...others } = argument(twice?.calls[0]);
    expect([words, others]).toEqual([[], {}]);
    expect(limit).toBeLessThanOrEqual(2);
  });

  test("CT-10: a finding of several calls shows the first and the last of calls that were repeated", async () => {
    const found = await findings(["values", "sequences"]);
    const endless = found.find(({ title }) => title.includes("still in progress"));
    expect(endless?.calls.map(({ url }) => url.replace("http://log/2/log/", ""))).toEqual([
      "export",
      "export/check",
      "export/check",
    ]);
    expect(endless?.calls[2]?.repeated).toBeGreaterThan(0);
  });

  test("CT-10: an argument of a finding with a mistake has nothing else that is not needed", async () => {
    const found = await findings(["values", "near-misses"]);
    const fields = found
      .filter(({ title }) => title.includes("limit: expected"))
      .map(({ calls }) => argument(calls[0]));
    expect(fields.length).toBeGreaterThan(0);
    for (const { limit: _, words, ...others } of fields) {
      expect([words, others]).toEqual([[], {}]);
    }
  });
});
