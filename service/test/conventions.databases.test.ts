import { createClient } from "cloud-storage-api";
import { expect, test } from "vitest";
import { describeService, newEmail, type TestedTeam } from "./support/service.js";

const preflightFreeType = "text/plain; charset=service-cors-hack";

describeService("the conventions of the API, without the client", (service) => {
  const somebody = { ".tag": "team_member_id", team_member_id: "tmid:nobody" };

  /** The status and the text of the answer to a call of a route of the team. */
  async function call({ token }: TestedTeam, path: string, arg: unknown): Promise<{ status: number; text: string }> {
    const response = await service.post(`team/${path}`, token, arg);
    return { status: response.status, text: await response.text() };
  }

  /** Expects that arguments are refused with a plain text that names the problem. */
  async function expectRefused(team: TestedTeam, path: string, name: string, args: readonly unknown[]): Promise<void> {
    for (const arg of args) {
      expect([arg, await call(team, path, arg)]).toEqual([
        arg,
        { status: 400, text: expect.stringContaining(name) as string },
      ]);
    }
  }

  /** Expects that arguments are well-formed, even if they refer to nothing. */
  async function expectAccepted(team: TestedTeam, path: string, args: readonly unknown[]): Promise<void> {
    for (const arg of args) {
      const { status } = await call(team, path, arg);
      expect([arg, status === 400, status === 401, status === 404]).toEqual([arg, false, false, false]);
    }
  }

  test("arguments and results are JSON, sent by POST (B-001)", async () => {
    const { token } = await service.team();
    const response = await service.post("team/members/list", token, { limit: 1 });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(((await response.json()) as { members: unknown[] }).members).toHaveLength(1);
    const headers = { Authorization: `Bearer ${token}` };
    expect((await fetch(`${service.url}/2/team/members/list`, { headers })).status).toBe(405);
  });

  test("routes with several slashes are served at their own paths only (B-002, B-260, Q-60)", async () => {
    const team = await service.team();
    await expectAccepted(team, "members/add/job_status/get", [{ async_job_id: "x" }]);
    await expectAccepted(team, "groups/list/continue", [{ cursor: "x" }]);
    for (const path of ["/1/team/members/list", "/3/team/members/list", "/2/team/nope", "/2/team/members/list/"]) {
      const response = await fetch(service.url + path, { method: "POST" });
      expect([path, response.status, response.headers.get("content-type")]).toEqual([
        path,
        404,
        expect.stringContaining("text/plain"),
      ]);
    }
  });

  test("the API refuses a body if there is no argument, and returns null if there is no result (B-003, B-004, Q-01, Q-02)", async () => {
    const { account_id } = await service.controls.addAccount({ email: newEmail() });
    const revoke = async (init: { body?: string; headers?: Record<string, string> }): Promise<Response> => {
      const headers = { Authorization: `Bearer ${await service.userToken(account_id)}`, ...init.headers };
      return fetch(`${service.url}/2/auth/token/revoke`, { ...init, method: "POST", headers });
    };
    const json = { "Content-Type": "application/json" };
    for (const init of [{}, { body: "null", headers: json }, { body: "", headers: { "Content-Type": "text/x" } }]) {
      const response = await revoke(init);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
      expect(await response.text()).toBe("null");
    }
    expect((await revoke({ body: '{"x":1}', headers: json })).status).toBe(400);
  });

  test("the API lets browsers call without a preflight (B-014, B-015, B-016, B-017, B-018)", async () => {
    const team = await service.team();
    const sent: Request[] = [];
    const client = createClient({
      hosts: service.url,
      accessToken: team.token,
      avoidPreflight: true,
      fetch: (...request) => {
        sent.push(new Request(...request));
        return fetch(...request);
      },
    });
    const page = await client.team.membersList({ limit: 5 });
    expect(page.members).toHaveLength(1);
    const [request = new Request(service.url)] = sent;
    expect(new URL(request.url).searchParams.get("reject_cors_preflight")).toBe("true");
    expect(request.headers.get("content-type")).toBe(preflightFreeType);
    expect(request.headers.get("authorization")).toBeNull();

    const headers = { "Content-Type": preflightFreeType, Origin: "https://app.example.com" };
    const raw = await fetch(request.url, { method: "POST", headers, body: '{"limit":5}' });
    expect([raw.status, raw.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
    expect(((await raw.json()) as typeof page).members).toEqual(
      (JSON.parse((await call(team, "members/list", { limit: 5 })).text) as typeof page).members,
    );
  });

  test("the API refuses unnecessary preflights (B-019, Q-06)", async () => {
    const url = `${service.url}/2/team/members/list`;
    const headers = { Origin: "https://app.example.com", "Access-Control-Request-Method": "POST" };
    const refused = await fetch(`${url}?reject_cors_preflight=true`, { method: "OPTIONS", headers });
    expect(refused.status).toBe(400);
    expect([...refused.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    const allowed = await fetch(url, { method: "OPTIONS", headers });
    expect([allowed.status, allowed.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
  });

  test("the API refuses other content types and malformed JSON (B-020, Q-07)", async () => {
    const team = await service.team();
    const url = `${service.url}/2/team/members/list`;
    const status = async (type: string, body: string | Uint8Array<ArrayBuffer>): Promise<number> => {
      const headers = { "Content-Type": type, Authorization: `Bearer ${team.token}` };
      return (await fetch(url, { method: "POST", headers, body })).status;
    };
    for (const type of ["text/plain", "text/plain; charset=utf-8", "application/x-www-form-urlencoded", "text/html"]) {
      expect([type, await status(type, "{}")]).toEqual([type, 400]);
    }
    expect(await status("application/json; charset=utf-8", "{}")).toBe(200);
    for (const body of ["{", "{}x", "[]", '"x"', new Uint8Array([0x7b, 0xff, 0x7d])]) {
      expect([body, await status("application/json", body)]).toEqual([body, 400]);
    }
  });

  test("the API writes unions as objects with a tag: nothing but it, or fields beside it, or a value (B-036, B-038, B-039)", async () => {
    const { token, members } = await service.team([{ status: "invited", role: "support_admin" }]);
    const [member] = members;
    const selectors = [
      { ".tag": "email", email: member?.email },
      { ".tag": "email", email: "nobody@example.com" },
    ];
    const response = await service.post("team/members/get_info", token, { members: selectors });
    expect(await response.json()).toMatchObject([
      {
        ".tag": "member_info",
        profile: { status: { ".tag": "invited" }, membership_type: { ".tag": "full" } },
        role: { ".tag": "support_admin" },
      },
      { ".tag": "id_not_found", id_not_found: "nobody@example.com" },
    ]);
  });

  test("the API returns errors without values as the tag alone (B-037, B-243, B-244)", async () => {
    const { status, text } = await call(await service.team(), "members/list/continue", { cursor: "x" });
    const { error, error_summary } = JSON.parse(text) as { error: unknown; error_summary: string };
    expect([status, error]).toEqual([409, { ".tag": "invalid_cursor" }]);
    expect(error_summary).toMatch(/^invalid_cursor\/\.*$/);
  });

  test("the API accepts a bare string for a variant without a value, with the same meaning (B-042)", async () => {
    const team = await service.team([{}]);
    const user = { ".tag": "team_member_id", team_member_id: team.members[0]?.team_member_id };
    const answers = [];
    for (const new_role of ["support_admin", { ".tag": "support_admin" }]) {
      answers.push(await call(team, "members/set_admin_permissions", { user, new_role }));
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.status).not.toBe(400);
    const group = { ".tag": "group_id", group_id: "gid:nobody" };
    for (const access_type of ["owner", { ".tag": "owner" }]) {
      await expectAccepted(team, "groups/members/set_access_type", [{ group, user, access_type }]);
      await expectAccepted(team, "groups/members/add", [{ group, members: [{ user, access_type }] }]);
    }
    for (const new_group_management_type of ["user_managed", { ".tag": "user_managed" }]) {
      await expectAccepted(team, "groups/update", [{ group, new_group_management_type }]);
    }
    await expectRefused(team, "members/set_admin_permissions", "new_role", [
      { user, new_role: "emperor" },
      { user, new_role: { ".tag": "emperor" } },
    ]);
  });

  test("the API refuses a bare string for any other variant (B-043)", async () => {
    const team = await service.team();
    await expectRefused(team, "members/suspend", "user", [{ user: team.admin.email }, { user: "email" }]);
    await expectRefused(team, "devices/revoke_device_session", "", ["web_session"]);
    await expectRefused(team, "groups/get_info", "", ["group_ids", { group_ids: [] }]);
  });

  test("the API requires exactly one variant in a selector (B-044, B-046)", async () => {
    const team = await service.team();
    const { email } = team.admin;
    await expectAccepted(team, "members/get_info", [{ members: [{ ".tag": "email", email }] }]);
    for (const wrong of [
      { email },
      { ".tag": "name", name: "Robin" },
      { ".tag": "email" },
      { ".tag": "email", email: null },
      { ".tag": "email", email, external_id: "x" },
      null,
    ]) {
      await expectRefused(team, "members/get_info", "members[0]", [{ members: [wrong] }]);
      await expectRefused(team, "members/send_welcome_email", "", [wrong, { user: wrong }]);
    }
  });

  test("the API accepts unions as arguments, and returns lists as results (B-046, B-047)", async () => {
    const team = await service.team();
    await expectAccepted(team, "members/send_welcome_email", [{ ".tag": "email", email: team.admin.email }]);
    await expectAccepted(team, "groups/get_info", [{ ".tag": "group_ids", group_ids: ["gid:nobody"] }]);
    await expectAccepted(team, "groups/delete", [{ ".tag": "group_external_id", group_external_id: "x" }]);
    await expectAccepted(team, "devices/revoke_device_session", [
      { ".tag": "desktop_client", session_id: "x", team_member_id: "x", delete_on_unlink: true },
    ]);
    expect(JSON.parse((await call(team, "members/get_info", { members: [] })).text)).toEqual([]);
  });

  test("the API treats null as absent, and fills in defaults (B-048, B-049)", async () => {
    const team = await service.team();
    await expectAccepted(team, "groups/create", [
      { group_name: "Quartz", group_external_id: null, group_management_type: null },
      { group_name: "Slate" },
    ]);
    const lists = [];
    for (const arg of [{}, { limit: 1000, include_removed: false }]) {
      lists.push(JSON.parse((await call(team, "members/list", arg)).text) as { members: unknown });
    }
    expect(lists[0]?.members).toEqual(lists[1]?.members);
  });

  test("error messages name the function and the field, even if the service itself refuses them (B-241)", async () => {
    const team = await service.team([], { has_team_folders: false });
    const long = "x".repeat(65);
    for (const [path, arg, problem] of [
      ["groups/list", { limit: 0 }, "request body: limit: expected at least 1, found 0"],
      ["groups/members/list", { group: { ".tag": "group_id", group_id: "gid:x" }, limit: 0 }, "request body: limit: "],
      ["members/list", { limit: 0 }, "request body: limit: "],
      ["team_folder/list", { limit: 0 }, "request body: limit: "],
      ["team_folder/get_info", { team_folder_ids: ["1"] }, "the team does not have improved team folders"],
      ["groups/create", { group_name: "Slate", group_external_id: long }, "request body: group_external_id: "],
      [
        "groups/update",
        { group: { ".tag": "group_id", group_id: "gid:x" }, new_group_external_id: long },
        "request body: new_group_external_id: expected at most 64 characters, found 65 characters",
      ],
    ] as const) {
      await expectRefused(team, path, `Error in call to API function "team/${path}": ${problem}`, [arg]);
    }
  });

  test("the API refuses missing, unknown and mistyped fields, and names them (B-050, B-051, Q-62)", async () => {
    const team = await service.team();
    await expectRefused(team, "groups/create", "group_name", [{}, { group_name: null }, { group_name: 7 }]);
    await expectRefused(team, "members/list", "limit", [{ limit: "10" }, { limit: null }, { limit: true }]);
    await expectRefused(team, "members/list", "include_removed", [{ include_removed: "true" }]);
    await expectRefused(team, "members/list", "limits", [{ limits: 1 }]);
    await expectRefused(team, "members/get_info", "members", [{ members: {} }, { members: "x" }]);
    await expectRefused(team, "members/add", "force_async", [{ new_members: [], force_async: "true" }]);
    await expectRefused(team, "members/suspend", "user", [{ user: null }, {}]);
    await expectRefused(team, "reports/get_activity", "start_date", [
      { start_date: "2016-12-01T00:00:00Z" },
      { start_date: "2016-13-01" },
      { start_date: "1 Dec" },
    ]);
  });

  test("the API refuses the character U+0000 in any string", async () => {
    const team = await service.team();
    const selector = { ".tag": "team_member_id", team_member_id: "a\0b" };
    await expectRefused(team, "members/get_info", "U+0000", [{ members: [selector] }]);
    const token = new URLSearchParams({
      grant_type: "authorization_code",
      code: "x",
      client_id: "\0",
      client_secret: "x",
    });
    for (const request of [
      fetch(`${service.url}/oauth2/authorize?client_id=%00`),
      fetch(`${service.url}/oauth2/token`, { method: "POST", body: token }),
    ]) {
      const response = await request;
      expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("U+0000")]);
    }
  });

  test("the API accepts paths, including namespaces, only as a whole and with their line breaks (B-052, B-028, B-029, Q-08)", async () => {
    const { account_id } = await service.controls.addAccount({ email: newEmail() });
    const token = await service.userToken(account_id);
    const copy = (from_path: string): Promise<Response> =>
      service.post("files/copy", token, { from_path, to_path: "/copy" });
    for (const path of ["/a\nb", "/a\r\n", "/", "ns:1", "ns:1/a.txt", "/ns:1"]) {
      expect([path, (await copy(path)).status === 400]).toEqual([path, false]);
    }
    for (const path of ["", "x/a", "ns:1\n", "ns:x/a", "ns:1a", "id:abc", "ns:/a"]) {
      expect([path, (await copy(path)).status]).toEqual([path, 400]);
    }
  });

  test("the API accepts emails that match the pattern, up to 255 characters (B-053)", async () => {
    const team = await service.team();
    const selecting = (email: string): unknown => ({ members: [{ ".tag": "email", email }] });
    const long = (length: number): string => `${"x".repeat(length - 6)}@a.com`;
    await expectAccepted(
      team,
      "members/get_info",
      ["o'n+1@x-y.co.uk", "a@bXcom", "A&B@c.example", long(255)].map(selecting),
    );
    const wrong = [long(256), "a@b", "a b@c.com", "", "@b.com", "a@b.com\n", "a@b.com,c@d.com", "ä@b.com"];
    await expectRefused(team, "members/get_info", "email", wrong.map(selecting));
  });

  test("the API accepts names of 1 to 100 characters in any encoding, without some characters (B-054, Q-11)", async () => {
    const team = await service.team();
    const naming = (new_given_name: string): unknown => ({ user: somebody, new_given_name });
    const right = ["x".repeat(100), "O'Neil-Ünal", "👩".repeat(100)];
    await expectAccepted(team, "members/set_profile", right.map(naming));
    const wrong = ["", "x".repeat(101), "👩".repeat(101), ...'/:?*<>"|'.split("").map((sign) => `a${sign}b`)];
    await expectRefused(team, "members/set_profile", "new_given_name", wrong.map(naming));
  });

  test("the API accepts external ids up to 64 characters, ids of team folders by pattern, and non-empty lists (B-055, B-056, B-057)", async () => {
    const team = await service.team();
    const selecting = (length: number): unknown => ({
      members: [{ ".tag": "external_id", external_id: "x".repeat(length) }],
    });
    await expectAccepted(team, "members/get_info", [selecting(64)]);
    await expectRefused(team, "members/get_info", "external_id", [selecting(65)]);
    await expectAccepted(team, "team_folder/archive", [{ team_folder_id: "-_9Z:" }]);
    await expectRefused(team, "team_folder/archive", "team_folder_id", [
      { team_folder_id: "a/b" },
      { team_folder_id: "" },
      { team_folder_id: "a\n" },
    ]);
    await expectRefused(team, "team_folder/get_info", "team_folder_ids", [{ team_folder_ids: [] }]);
    await expectRefused(team, "groups/job_status/get", "async_job_id", [{ async_job_id: "" }]); // B-058
  });
});
