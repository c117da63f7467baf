import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { redactEmailArg } from "cloud-storage-api/common";
import { readCodeRedirect } from "cloud-storage-api/oauth";
import sql from "sql-template-tag";
import { beforeAll, afterAll, describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { networkOf } from "../src/access/rate-limits.js";
import { startService, type RunningService } from "../src/service.js";
import { readSettings } from "../src/settings.js";
import { runCommand } from "./support/command.js";
import { addApp, callback, person } from "./support/people.js";
import { databaseFor, freshData, testedService } from "./support/service.js";

const permissions = ["Team information", "Team member management", "Team member file access"];

const { server, temporary } = inject("databases");

interface Event {
  readonly at: string;
  readonly event: string;
  readonly team_id: string | null;
  readonly account_id: string | null;
  readonly subject: string | null;
  readonly actor: { readonly account?: string; readonly app?: string; readonly through?: string } | null;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

describe("the audit trail", () => {
  let running: RunningService | undefined;
  let environment: Record<string, string> = {};
  const folder = mkdtempSync(join(temporary, "audit-"));
  const service = testedService(() => running?.url ?? "");
  beforeAll(async () => {
    environment = { LOG_LEVEL: "silent", ...(await freshData(server, folder)) };
    running = await startService(readSettings(environment));
  });
  afterAll(async () => {
    await running?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function events(since: Date): Promise<Event[]> {
    const lines = await runCommand(environment, ["audit", "--since", since.toISOString()]);
    return lines
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Event);
  }

  test("the audit trail records who has changed what, through what, with hashes of personal data and no secrets (OPS-20)", async () => {
    const team = await service.team([{}, { status: "invited" }]);
    const [robin] = team.members;
    const app = await addApp(service, { kind: "team", permissions });
    const admin = await person(service, team.admin.account_id, team.admin.email);
    const consent = await admin.visit(app.url());
    const credentials = { client_id: app.key, client_secret: app.secret };
    const since = new Date();
    const { code } = readCodeRedirect((await consent.press("Allow")).url, { state: undefined });
    const exchange = (): Promise<Response> =>
      fetch(`${service.url}/oauth2/token`, {
        method: "POST",
        body: new URLSearchParams({ ...credentials, grant_type: "authorization_code", code, redirect_uri: callback }),
      });
    const { access_token: token } = (await (await exchange()).json()) as { access_token: string };
    const client = service.clientWith(token).team;
    const user = { ".tag": "team_member_id", team_member_id: robin?.team_member_id ?? "" } as const;
    await client.membersSetAdminPermissions({ user, new_role: "support_admin" });
    await client.membersSetProfile({ user, new_email: "wilhelmina@example.com" });
    const { group_id } = await client.groupsCreate({ group_name: "Masons" });
    const group = { ".tag": "group_id", group_id } as const;
    await client.groupsMembersAdd({ group, members: [{ user, access_type: "member" }] }).waitFor();
    await client.groupsDelete(group).waitFor();
    const { team_folder_id } = await client.teamFolderCreate({ name: "Plans" });
    await client.teamFolderRename({ team_folder_id, name: "Drawings" });
    const newMember = { member_email: "new@example.com", member_given_name: "New", member_surname: "Person" };
    await client.membersAdd({ new_members: [newMember] });
    await client.membersSuspend({ user });
    await fetch(`${service.url}/oauth2/revoke`, {
      method: "POST",
      body: new URLSearchParams({ ...credentials, token }),
    });
    expect((await exchange()).status).toBe(400);

    const found = await events(since);
    const mine = found.filter(({ event }) => event !== "audit trail exported");
    const by = (through: string): unknown => expect.objectContaining({ app: app.key, through });
    const byAdmin = (route: string): unknown => ({ account: team.admin.account_id, app: app.key, through: route });
    expect(mine.map(({ event, actor }) => [event, actor])).toEqual([
      [
        "team app added",
        expect.objectContaining({
          account: team.admin.account_id,
          app: app.key,
          through: "/oauth2/authorize",
          address: "127.0.0.1",
        }),
      ],
      ["token added", by("/oauth2/token")],
      ["member changed", byAdmin("team/members/set_admin_permissions")],
      ["account changed", byAdmin("team/members/set_profile")],
      ["group added", byAdmin("team/groups/create")],
      ["group member added", byAdmin("team/groups/members/add")],
      ["group changed", byAdmin("team/groups/delete")],
      ["group member removed", byAdmin("team/groups/delete")],
      ["team folder added", byAdmin("team/team_folder/create")],
      ["team folder changed", byAdmin("team/team_folder/rename")],
      ["account added", byAdmin("team/members/add")],
      ["member added", byAdmin("team/members/add")],
      ["member changed", byAdmin("team/members/add")], // the invitation is counted
      ["member changed", byAdmin("team/members/suspend")],
      ["token changed", by("/oauth2/revoke")],
      ["code replayed", by("/oauth2/token")],
    ]);
    const [role, email] = mine.slice(2);
    expect(role).toMatchObject({
      team_id: team.id,
      account_id: robin?.account_id,
      subject: robin?.team_member_id,
      before: { role: "member_only" },
      after: { role: "support_admin" },
    });
    expect(email?.after).toMatchObject({ email: String(redactEmailArg("wilhelmina@example.com")) });
    expect(
      mine.every(({ team_id, event }) => team_id === team.id || event === "account added" || event === "code replayed"),
    ).toBe(true);
    const text = JSON.stringify(found);
    for (const hidden of ["wilhelmina", "new@example", team.admin.email, token, app.secret]) {
      expect(text).not.toContain(hidden);
    }
  });

  test("the audit trail records log-ins, passwords, webhooks and commands, and refused log-ins per account, network and hour (OPS-20)", async () => {
    const minute = Math.floor(Date.now() / 60_000) * 60_000;
    const since = new Date(minute); // a server has the time of the machine, the embedded database the one below
    vi.useFakeTimers({ toFake: ["Date"] }); // attempts are counted anew in each minute
    onTestFinished(() => void vi.useRealTimers());
    vi.setSystemTime(minute + 15_000);
    const { admin } = await service.team();
    const app = await addApp(service);
    const { browser } = await person(service, admin.account_id, admin.email);
    for (let attempt = 0; attempt < 12; attempt++) {
      const { status } = await (
        await browser.open(app.url())
      ).press("Log in", { email: admin.email, password: "wrong" });
      expect(status).toBe(attempt < 10 ? 400 : 429);
    }
    for (const email of ["a@example.org", "b@example.org"]) {
      await (await browser.open(app.url())).press("Log in", { email, password: "wrong" });
    }
    const printed = await runCommand(environment, ["add-app", "--name", "Console"]);
    const [, key = ""] = /App key +(\S+)/.exec(printed) ?? [];
    const found = await events(since);
    expect(found).toContainEqual(
      expect.objectContaining({ event: "app added", subject: key, actor: { through: "command add-app" } }),
    );
    expect(found).toContainEqual(
      expect.objectContaining({
        event: "account changed",
        account_id: admin.account_id,
        before: { password: null },
        after: { password: "********" },
      }),
    );
    const refused = found.filter(({ event }) => event === "log-in refused");
    expect(refused.map(({ account_id, after }) => [account_id, after?.["attempts"]])).toEqual([
      [null, 2],
      [admin.account_id, 12],
    ]);
    expect(refused[0]?.actor).toEqual({ address: "127.0.0.0/24" });
  });

  test("the audit trail is exported as CSV, and can be neither changed nor deleted before its time (OPS-20)", async () => {
    const csv = await runCommand(environment, ["audit", "--since", "2026-01-01", "--format", "csv"]);
    expect(csv.split("\n")[0]).toBe("at,event,team_id,account_id,subject,actor,before,after");
    expect(csv).toMatch(/\n"20\d\d-\d\d-\d\dT[^"]+","team added","tid:\w+","","tid:\w+","","","\{""id/);
    if (server === undefined) {
      return; // the service uses its database alone
    }
    const database = await databaseFor(environment);
    for (const change of [
      sql`update audit_event set actor = null`,
      sql`delete from audit_event`,
      sql`truncate audit_event`,
    ]) {
      await expect(database.run(change)).rejects.toThrow("cannot be changed or deleted");
    }
    await database.run(sql`select end_audit_events(clock_timestamp())`);
    expect(await database.all(sql`select from audit_event`)).toEqual([]);
    await database.close();
  });

  test("the audit trail knows the network of an address: a /24, or a /64 of IPv6 (OPS-20)", () => {
    const networks = [
      ["203.0.113.77", "203.0.113.0/24"],
      ["::ffff:203.0.113.77", "203.0.113.0/24"],
      ["2001:db8:0:7::1", "2001:db8:0:7::/64"],
      ["2001:DB8::7:0:0:0:1", "2001:db8:0:7::/64"],
      ["::1", "0:0:0:0::/64"],
      ["fe80::1%eth0", "fe80:0:0:0::/64"],
      ["", ""],
    ];
    expect(networks.map(([address = ""]) => networkOf(address))).toEqual(networks.map(([, network]) => network));
  });
});
