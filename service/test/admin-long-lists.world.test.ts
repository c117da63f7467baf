import { createClient } from "cloud-storage-api";
import { describe, expect, test } from "vitest";
import { listRoutes } from "../admin/server/lists/list-routes.js";
import { TeamLists } from "../admin/server/lists/team-lists.js";

const firstPage = { search: "", sort: "", isDescending: false, page: 1, filters: {} };

describe("a list of the console with more rows than it keeps in memory", () => {
  test("a long list of the admin console is read page by page, in the order of the service (OPS-42)", async () => {
    const { lists, calls } = startLists({ team: 1_010, maxRows: 500 });
    const page = async (number: number) => {
      calls.length = 0;
      const { rows, ...rest } = await lists.page("members", "", { ...firstPage, page: number, sort: "email" }, false);
      const names = rows.map(({ profile }) => profile.name.given_name);
      return { names: [names[0], names.at(-1), names.length], page: rest.page, hasMore: rest.hasMore };
    };
    expect(await page(1)).toEqual({ names: ["Member 0", "Member 24", 25], page: 1, hasMore: true });
    expect(calls).toHaveLength(7); // six until the list is too long, and one for the page
    expect(await page(2)).toEqual({ names: ["Member 25", "Member 49", 25], page: 2, hasMore: true });
    expect(calls).toEqual([]);
    expect(await page(38)).toEqual({ names: ["Member 925", "Member 949", 25], page: 38, hasMore: true });
    expect(calls).toHaveLength(9); // finds the cursors
    expect(await page(20)).toEqual({ names: ["Member 475", "Member 499", 25], page: 20, hasMore: true });
    expect(await page(4)).toEqual({ names: ["Member 75", "Member 99", 25], page: 4, hasMore: true });
    expect(calls).toHaveLength(2); // the page, and the one that shows that there are more
    expect(await page(41)).toEqual({ names: ["Member 1000", "Member 1009", 10], page: 41, hasMore: false });
    expect(await page(1_000)).toEqual({ names: ["Member 1000", "Member 1009", 10], page: 41, hasMore: false });
    const { counts, canSearch } = await lists.page("members", "", firstPage, false);
    expect([counts, canSearch]).toEqual([undefined, true]);
    await lists.refresh("members", "", memberId(3));
    calls.length = 0;
    await lists.page("members", "", firstPage, false);
    expect(calls).toEqual(["members/list"]); // with the changed member
  });

  test("a long list of the admin console finds a member by the whole email address or external ID, if its rows are those of members (OPS-42)", async () => {
    const { lists } = startLists({ team: 1_010, maxRows: 500 });
    const find = async (search: string, filters = {}) => {
      const { rows, hasMore } = await lists.page("members", "", { ...firstPage, search, filters }, false);
      expect(hasMore).toBe(false);
      return rows.map(({ profile }) => profile.name.given_name);
    };
    expect(await find(" member.900@masons.example ")).toEqual(["Member 900"]);
    expect(await find("staff-7")).toEqual(["Member 7"]);
    expect(await find("Member 7")).toEqual([]);
    expect(await find("x".repeat(300))).toEqual([]);
    expect(await find("staff-7", { status: "invited" })).toEqual([]);
    const apps = await lists.page("apps", "", { ...firstPage, search: "staff-8" }, false);
    expect(apps.rows.map(({ member }) => member)).toEqual(["Member 8 Stone", "Member 8 Stone"]);
    const inGroup = await lists.page("group-members", "g:0", { ...firstPage, search: "staff-9" }, false);
    expect(inGroup.rows.map(({ profile }) => profile.name.given_name)).toEqual(["Member 9"]);
    const groups = await lists.page("groups", "", { ...firstPage, search: "anything" }, false);
    expect([groups.canSearch, groups.rows[0]?.group_name]).toEqual([false, "Group 0"]);
  });

  test("a long list of the admin console has full pages also if the pages of the service have different numbers of rows (OPS-42)", async () => {
    const { lists } = startLists({ team: 1_010, maxRows: 500 });
    const seen: string[] = [];
    for (let number = 1, hasMore = true; hasMore; number++) {
      const page = await lists.page("apps", "", { ...firstPage, page: number }, false);
      expect(page.rows.length === 25 || !page.hasMore).toBe(true);
      seen.push(...page.rows.map(({ member, app }) => `${member} ${app.app_name}`));
      hasMore = page.hasMore;
    }
    expect(seen).toEqual(
      Array.from({ length: 1_010 }, (_, index) => index)
        .filter(hasApps)
        .flatMap((index) => [`Member ${index} Stone Quarry`, `Member ${index} Stone Chisel`]),
    );
  });

  test("a long list of the admin console is saved as CSV page by page, and a failure ends the file with an error (OPS-50, OPS-42)", async () => {
    const { lists, calls, failAt } = startLists({ team: 1_010, maxRows: 500 });
    const routes = listRoutes(() => lists);
    await lists.page("members", "", firstPage, false);
    calls.length = 0;
    const parts = lists.csv("members", "", firstPage);
    expect((await parts.next()).value).toMatch(/^\ufeff"Name",/);
    expect(calls).toHaveLength(1);
    const lines = (await (await routes.request("/members/csv")).text()).split("\r\n");
    expect(lines.map((line) => /Member \d+/.exec(line)?.[0])).toEqual([
      undefined,
      ...Array.from({ length: 1_010 }, (_, index) => `Member ${index}`),
      undefined,
    ]);
    const found = await (await routes.request("/members/csv?search=staff-7")).text();
    expect(found.split("\r\n")).toHaveLength(3);
    failAt(500);
    await expect((await routes.request("/members/csv")).text()).rejects.toThrow("status 500");
    failAt(0);
    expect((await routes.request("/members/csv")).status).toBe(502);
  });

  test("a long list of the admin console leaves its memory to the list that was used last (OPS-42)", async () => {
    const { lists, calls } = startLists({ team: 300, maxRows: 500 });
    const open = async (name: "members" | "groups"): Promise<boolean> => {
      calls.length = 0;
      const { counts } = await lists.page(name, "", firstPage, false);
      expect(counts).toEqual({ matches: 300, total: 300 });
      return calls.length === 0;
    };
    expect(await open("members")).toBe(false);
    expect(await open("members")).toBe(true);
    expect(await open("groups")).toBe(false);
    expect(await open("groups")).toBe(true);
    expect(await open("members")).toBe(false);
  });
});

/** The number of rows on a page of the service. */
const servicePageSize = 100;

function memberId(index: number): string {
  return `tmid:${index}`;
}

function profile(index: number) {
  return {
    team_member_id: memberId(index),
    email: `member.${index}@masons.example`,
    email_verified: true,
    status: "active",
    name: {
      given_name: `Member ${index}`,
      surname: "Stone",
      familiar_name: `Member ${index}`,
      display_name: `Member ${index} Stone`,
      abbreviated_name: "MS",
    },
    membership_type: "full",
    external_id: `staff-${index}`,
  };
}

function member(index: number) {
  return { profile: { ...profile(index), groups: ["g:0"] }, role: "member_only" };
}

/** Whether a member has linked apps. */
function hasApps(index: number): boolean {
  return index % 3 === 2;
}

function linkedApps(index: number) {
  const app = (app_name: string) => ({ app_id: app_name, app_name, is_app_folder: false });
  return hasApps(index) ? [app("Quarry"), app("Chisel")] : [];
}

/** The lists that the API has by page: the name of the rows, and the row at an index; undefined if that one is left out. */
const paged: Readonly<Record<string, readonly [string, (index: number) => unknown]>> = {
  "members/list": ["members", member],
  "groups/list": [
    "groups",
    (index) => ({ group_id: `g:${index}`, group_name: `Group ${index}`, group_management_type: "user_managed" }),
  ],
  "groups/members/list": ["members", (index) => ({ profile: profile(index), access_type: "member" })],
  "linked_apps/list_members_linked_apps": [
    "apps",
    (index) => (hasApps(index) ? { team_member_id: memberId(index), linked_api_apps: linkedApps(index) } : undefined),
  ],
};

/** The fields of arguments that the service reads. */
interface CallArgument {
  readonly cursor?: string;
  readonly team_member_id?: string;
  /** Selectors: the tag to itself, and its value to the tag. */
  readonly members?: readonly Readonly<Record<string, string>>[];
}

/** The lists of a team with that many members, on a service that only knows how to list them. */
function startLists({ team: size, maxRows }: { readonly team: number; readonly maxRows: number }) {
  const calls: string[] = [];
  let failingFrom = Infinity;
  const answer = (path: string, argument: CallArgument): unknown => {
    const list = paged[path.replace("/continue", "")];
    if (list !== undefined) {
      const [rows, row] = list;
      const from = Number(argument.cursor ?? 0);
      const to = Math.min(from + servicePageSize, size);
      const indexes = Array.from({ length: to - from }, (_, index) => from + index);
      return from >= failingFrom
        ? undefined
        : { [rows]: indexes.map(row).filter(Boolean), cursor: String(to), has_more: to < size };
    }
    if (path === "members/get_info") {
      return argument.members?.map((selector) => {
        const text = selector[selector[".tag"] ?? ""] ?? "";
        const index = Number(/^(?:tmid:|staff-|member\.)(\d+)/.exec(text)?.[1] ?? size);
        return index < size
          ? { ".tag": "member_info", ...member(index) }
          : { ".tag": "id_not_found", id_not_found: text };
      });
    }
    return { linked_api_apps: linkedApps(Number(String(argument.team_member_id).slice("tmid:".length))) };
  };
  const { team } = createClient({
    hosts: "http://service.example",
    accessToken: "token",
    retry: false,
    async fetch(url: string, init: RequestInit) {
      const path = new URL(new Request(url).url).pathname.slice("/2/team/".length);
      calls.push(path);
      const result = answer(path, (await new Response(init.body ?? null).json()) as CallArgument);
      return result === undefined
        ? new Response("no", { status: 500 })
        : new Response(JSON.stringify(result), { headers: { "Content-Type": "application/json" } });
    },
  });
  return { lists: new TeamLists(team, maxRows), calls, failAt: (row: number) => (failingFrom = row) };
}
