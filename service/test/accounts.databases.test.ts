import { readTokenRedirect } from "cloud-storage-api/oauth";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import sql from "sql-template-tag";
import { passwordHash } from "../src/accounts/password.js";
import { startService, type RunningService } from "../src/service.js";
import { readSettings } from "../src/settings.js";
import { Authenticator } from "./support/authenticator.js";
import { Browser, type Shown } from "./support/browser.js";
import { runCommand } from "./support/command.js";
import { mailSettings, startMailbox, type Mailbox } from "./support/mailbox.js";
import { addApp, addPerson, callback, person, urlParameters } from "./support/people.js";
import { databaseFor, freshData, moveClock, newEmail, testedService } from "./support/service.js";

const { server, temporary } = inject("databases");
const [oldPassword, newPassword] = ["correct horse", "battery staple"];

describe("accounts", () => {
  let running: RunningService | undefined;
  let mailbox: Mailbox | undefined;
  let environment: Record<string, string> = {};
  const folder = mkdtempSync(join(temporary, "accounts-"));
  const service = testedService(() => running?.url ?? "");
  beforeAll(async () => {
    mailbox = await startMailbox();
    const mail = { SMTP_URL: mailbox.url, ...mailSettings };
    environment = { LOG_LEVEL: "silent", ...(await freshData(server, folder)), ...mail };
    running = await startService(readSettings(environment));
  });
  afterAll(async () => {
    await running?.stop();
    mailbox?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function logIn(email: string, password: string, browser = new Browser(service.url)): Promise<Shown> {
    return (await browser.open("/account")).press("Log in", { email, password });
  }

  const mailedLink: Mailbox["linkTo"] = async (recipient, count) => (await mailbox?.linkTo(recipient, count)) ?? "";

  test("passwords can be changed with the old one, which ends other sessions and what apps got in them (OPS-10, OPS-17)", async () => {
    const robin = await addPerson(service);
    const other = new Browser(service.url);
    expect((await logIn(robin.email, oldPassword, other)).text).toContain("Your account");
    const app = await addApp(service);
    const redirect = await (await other.open(app.url({ responseType: "token" }))).press("Allow");
    const token = urlParameters(redirect.url, "hash")["access_token"] ?? "";
    const { code = "" } = urlParameters((await other.open(app.url())).url);
    await (await new Browser(service.url).open("/account/reset")).press("Send the link", { email: robin.email });
    const form = await (await logIn(robin.email, oldPassword, robin.browser)).follow("Change the password");
    const wrong = await form.press("Change the password", { current: "x", password: newPassword });
    expect([wrong.status, wrong.text.includes("The current password is wrong.")]).toEqual([400, true]);
    const weak = await form.press("Change the password", { current: oldPassword, password: "short" });
    expect(weak.text).toContain("at least 12 characters");
    const before = robin.browser.cookie;
    const changed = await form.press("Change the password", { current: oldPassword, password: newPassword });
    expect(changed.text).toContain("Password changed");
    expect((await robin.browser.open("/account")).text).toContain("Your account");
    expect(robin.browser.cookie).not.toBe(before);
    expect((await service.post("files/list_folder", token, { path: "" })).status).toBe(401);
    const exchange = { client_id: app.key, client_secret: app.secret, grant_type: "authorization_code", code };
    const body = new URLSearchParams({ ...exchange, redirect_uri: callback });
    expect((await fetch(`${service.url}/oauth2/token`, { method: "POST", body })).status).toBe(400);
    expect((await new Browser(service.url).open(await mailedLink(robin.email, 1))).status).toBe(404);
    expect((await other.open("/account")).text).toContain("Forgot your password?");
    expect((await logIn(robin.email, oldPassword)).status).toBe(400);
    expect((await logIn(robin.email, newPassword)).text).toContain("Your account");
  });

  test("passwords can be set again with a mailed link, once, within 30 minutes, and the answer tells nothing (OPS-10)", async () => {
    const robin = await addPerson(service);
    await logIn(robin.email, oldPassword, robin.browser);
    const form = await new Browser(service.url).open("/account/reset");
    const answers = [await form.press("Send the link", { email: robin.email.toUpperCase() })];
    answers.push(await form.press("Send the link", { email: newEmail() }));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const link = await mailedLink(robin.email, 1);
    expect(link).toMatch(/^\/account\/reset\/[\w-]+$/);

    await moveClock(service, 31 * 60_000);
    expect((await new Browser(service.url).open(link)).status).toBe(404);
    await moveClock(service, 0);
    const page = await new Browser(service.url).open(link);
    expect((await page.press("Set the password", { password: "aaaaaaaaaaaaaaaa" })).text).toContain("too easy");
    expect((await page.press("Set the password", { password: newPassword })).text).toContain("Password changed");
    expect((await page.press("Set the password", { password: oldPassword })).status).toBe(404);
    expect((await robin.browser.open("/account")).text).toContain("Forgot your password?");
    expect((await logIn(robin.email, newPassword)).text).toContain("Your account");
  });

  test("links to set passwords are limited to three at a time for an email (OPS-10)", async () => {
    const robin = await addPerson(service);
    const form = await new Browser(service.url).open("/account/reset");
    for (let request = 1; request <= 4; request++) {
      expect((await form.press("Send the link", { email: robin.email })).status).toBe(200);
    }
    await mailedLink(robin.email, 3);
    await expect(runCommand(environment, ["reset-password", robin.email])).rejects.toThrow("three were made");
  });

  test("the password of a sole administrator can be set again by the operator (OPS-10)", async () => {
    const { admin } = await service.team();
    const printed = await runCommand(environment, ["reset-password", admin.email]);
    const [, link = ""] = /http:\/\/files\.example\.com(\/\S+)/.exec(printed) ?? [];
    const page = await new Browser(service.url).open(link);
    expect((await page.press("Set the password", { password: newPassword })).text).toContain("Password changed");
    expect((await logIn(admin.email, newPassword)).text).toContain("Your account");
    await expect(runCommand(environment, ["reset-password", "nobody@example.com"])).rejects.toThrow("No account has");
  });

  test("the lost passkeys of a sole administrator can be removed by the operator, for the host of WEB_URL (OPS-11)", async () => {
    const { admin } = await service.team();
    const { browser } = await person(service, admin.account_id, admin.email);
    const list = await (await logIn(admin.email, oldPassword, browser)).follow("Passkeys");
    const form = await list.press("Add a passkey");
    const credential = new Authenticator("http://files.example.com").create(form);
    expect((await form.press("Add the passkey", { credential })).text).toContain("Your recovery codes");
    expect((await logIn(admin.email, oldPassword)).text).toContain("Confirm that it is you");
    expect(await runCommand(environment, ["remove-passkeys", admin.email])).toContain("Removed the passkeys");
    expect((await browser.open("/account")).text).toContain("Forgot your password?");
    const elsewhere = new Browser(service.url);
    expect((await logIn(admin.email, oldPassword, elsewhere)).text).toContain("Your account");
    await expect(runCommand(environment, ["remove-passkeys", admin.email])).rejects.toThrow("has a passkey");
    expect((await elsewhere.open("/account")).text).toContain("Your account"); // what fails ends no session
    const events = await runCommand(environment, ["audit", "--since", "2026-01-01"]);
    expect(events).toMatch(/"passkey removed".*"command remove-passkeys"/);
  });

  test("invitations are mailed (OPS-10)", async () => {
    const team = await service.team();
    const member_email = newEmail();
    const member = { member_email, member_given_name: "New", member_surname: "Person" };
    await team.client.team.membersAdd({ new_members: [member] });
    const page = await new Browser(service.url).open(await mailedLink(member_email, 1));
    expect((await page.press("Join the team", { password: newPassword })).text).toContain("You have joined");
  });

  test("the account page shows where a user is logged in, and ends one or all other sessions (OPS-12)", async () => {
    const robin = await addPerson(service);
    const browsers = ["Netscape", "Mosaic", "Lynx"].map((name) => new Browser(service.url, { "User-Agent": name }));
    for (const browser of browsers) {
      await logIn(robin.email, oldPassword, browser);
    }
    const [own, , last] = browsers;
    const page = await own?.open("/account");
    expect(page?.text).toMatch(/Lynx.*127\.0\.0\.1.*Mosaic.*Netscape.*This browser/s);
    const unknown = await page?.press("Log out", { session: "99999999999999999999" });
    expect([unknown?.status, unknown?.text.includes("Lynx")]).toEqual([200, true]);
    const after = await page?.press("Log out"); // the newest one, which is listed first
    expect(after?.text).not.toContain("Lynx");
    expect((await last?.open("/account"))?.text).toContain("Forgot your password?");
    expect((await after?.press("Log out everywhere else"))?.text).not.toContain("Mosaic");
    expect((await own?.open("/account"))?.text).toContain("This browser");
  });

  test("the account page shows the apps that a user has connected, and disconnects them (OPS-12)", async () => {
    const robin = await addPerson(service);
    const token = await service.userToken(robin.accountId);
    const page = await logIn(robin.email, oldPassword);
    expect(page.text).toContain("It can see, change and delete all files in your storage.");
    expect((await page.press("Disconnect")).text).toContain("No apps are connected");
    expect((await service.post("files/list_folder", token, { path: "" })).status).toBe(401);
  });

  test("the account page of an administrator shows and disconnects the apps of the team, and names who approved them (OPS-12)", async () => {
    const team = await service.team([{}]);
    const app = await addApp(service, { kind: "team", name: "Directory", permissions: ["Team information"] });
    const admin = await person(service, team.admin.account_id, team.admin.email);
    const { url } = await (await admin.visit(app.url({ responseType: "token" }))).press("Allow");
    const { access_token: token } = readTokenRedirect(url, { state: undefined });
    const page = await admin.browser.open("/account/team-apps");
    expect(page.text).toMatch(new RegExp(`Directory.*Connected by ${admin.email}.*see the members and groups`, "s"));
    const member = team.members[0];
    const other = await person(service, member?.account_id ?? "", member?.email ?? "");
    await logIn(other.email, oldPassword, other.browser);
    expect((await other.browser.open("/account/team-apps")).text).not.toContain("Directory");

    const listed = await runCommand(environment, ["tokens", "--team", team.id]);
    const [, id = ""] = /^(\w{12}) {2}Directory/m.exec(listed) ?? [];
    expect(listed).toContain(`approved by ${admin.email} on 20`);
    expect(await runCommand(environment, ["tokens", "--revoke", id])).toBe("The token is revoked.\n");
    expect((await service.post("team/members/list", token, {})).status).toBe(401);
    await expect(runCommand(environment, ["tokens", "--revoke", id])).rejects.toThrow("No valid token");
    // The team has one more app, that of the test.
    for (let left = 2; left > 0; left--) {
      await (await admin.browser.open("/account/team-apps")).press("Disconnect");
    }
    expect((await admin.browser.open("/account/team-apps")).text).toContain("No apps are connected to the team.");
    expect((await service.post("team/members/list", team.token, {})).status).toBe(401);
  });

  test("the account page of an administrator shows and exports the audit log of the team, by person, kind and time (OPS-21)", async () => {
    const team = await service.team([{}, {}]);
    const [robin, other] = team.members;
    const admin = await person(service, team.admin.account_id, team.admin.email);
    const user = { ".tag": "team_member_id", team_member_id: robin?.team_member_id ?? "" } as const;
    await team.client.team.membersSetAdminPermissions({ user, new_role: "support_admin" });
    for (let count = 0; count < 30; count++) {
      await team.client.team.groupsCreate({ group_name: `Group ${count}` });
    }
    await logIn(robin?.email ?? "", "wrong");
    await logIn(admin.email, oldPassword, admin.browser);
    const open = (query: string): Promise<Shown> => admin.browser.open(`/account/audit?${query}`);
    const first = await open("");
    expect(first.text).toContain("log-in added");
    expect(first.text).toMatch(new RegExp(`${robin?.email ?? ""}</span>\\s*<small>1 from 127.0.0.0/24`));
    const ofRobin = await open(new URLSearchParams({ person: robin?.email ?? "", kind: "member changed" }).toString());
    expect(ofRobin.text).toMatch(
      /member changed.*team\/members\/set_admin_permissions.*role: member_only → support_admin/s,
    );
    expect((await open("kind=group+added")).text.match(/<span>group added/g)).toHaveLength(30);
    expect((await open("since=2999-01-01")).text).toContain("No events.");
    expect((await open("until=2001-01-01")).text).toContain("No events.");
    expect((await open("since=-271821-04-20&until=%2B275760-09-13")).text).toContain("log-in added");

    let count = 0;
    for (let shown = first; ; shown = await shown.follow("Older events")) {
      count += shown.text.match(/<time[^>]*>[^<]*<\/time> by /g)?.length ?? 0;
      if (!shown.text.includes("Older events")) {
        break;
      }
    }
    const exported = await admin.browser.open("/account/audit/export?format=ndjson");
    const lines = exported.text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { event: string; team_id: string });
    expect(lines.every(({ team_id }) => team_id === team.id)).toBe(true);
    const own = ["audit trail exported", "log-in refused"];
    expect(lines.filter(({ event }) => !own.includes(event))).toHaveLength(count);
    const member = await person(service, other?.account_id ?? "", other?.email ?? "");
    await logIn(member.email, oldPassword, member.browser);
    expect((await member.browser.open("/account/audit")).text).not.toContain("Audit log");
  });

  test("accounts are made with a mailed link, and signing up does not tell which emails have one (OPS-16)", async () => {
    const app = await addApp(service);
    const known = await addPerson(service);
    const fresh = newEmail();
    const signUp = async (email: string): Promise<Shown> => {
      const form = await (await new Browser(service.url).open(app.url())).follow("Sign up");
      const names = { given_name: "Robin", surname: "Doe" };
      return form.press("Sign up", { email, ...names, password: newPassword });
    };
    const answers = [await signUp(known.email), await signUp(fresh)];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await mailedLink(known.email, 1)).toBe("/account");
    const link = await mailedLink(fresh, 1);
    expect((await logIn(fresh, newPassword)).status).toBe(400);
    const page = await new Browser(service.url).open(link);
    const consent = await page.press("Create the account");
    expect(consent.text).toContain(fresh);
    expect(urlParameters((await consent.press("Allow")).url)).toHaveProperty("code");
    const again = await new Browser(service.url).open(link);
    expect((await again.press("Create the account")).status).toBe(404);
  });

  test("an invited member joins with the latest invitation only (OPS-16)", async () => {
    const team = await service.team([{ status: "invited" }]);
    const [member] = team.members;
    const email = member?.email ?? "";
    const user = { ".tag": "team_member_id", team_member_id: member?.team_member_id ?? "" } as const;
    await team.client.team.membersSendWelcomeEmail(user);
    const first = await mailedLink(email, 1);
    await team.client.team.membersSendWelcomeEmail(user);
    const second = await mailedLink(email, 2);
    expect((await new Browser(service.url).open(first)).text).toContain("sent again");
    const page = await new Browser(service.url).open(second);
    expect((await page.press("Join the team", { password: newPassword })).text).toContain("You have joined");
  });

  test("apps that are not public must send their secret, also to revoke tokens (OPS-16)", async () => {
    const keyOf = async (more: readonly string[]): Promise<string> => {
      const printed = await runCommand(environment, ["add-app", "--name", "App", ...more]);
      return /App key +(\S+)/.exec(printed)?.[1] ?? "";
    };
    const send = (path: string, fields: Record<string, string>): Promise<Response> =>
      fetch(`${service.url}/oauth2/${path}`, { method: "POST", body: new URLSearchParams(fields) });
    const client_id = await keyOf([]);
    const exchange = { grant_type: "authorization_code", code: "x", code_verifier: "x" };
    for (const answer of [
      await send("revoke", { client_id, token: "x" }),
      await send("token", { client_id, ...exchange }),
    ]) {
      expect([answer.status, await answer.text()]).toEqual([
        400,
        expect.stringContaining("secret of the app is missing"),
      ]);
    }
    const publicKey = await keyOf(["--public"]);
    expect((await send("revoke", { client_id: publicKey, token: "x" })).status).toBe(200);
    const answer = await send("token", { client_id: publicKey, ...exchange });
    expect(await answer.text()).toContain("The code is unknown");
  });

  test.skipIf(server === undefined)(
    "secrets of apps are encrypted, with a key that the service requires (OPS-16)",
    async () => {
      const { secret } = await addApp(service);
      const database = await databaseFor(environment);
      const rows = await database.all<{ secret: string }>(sql`select secret from app`);
      await database.close();
      expect(rows.some((row) => row.secret.includes(secret))).toBe(false);
      const other = { ...environment, SECRET_KEY: "k".repeat(32) };
      await expect(runCommand(other, ["tokens"])).rejects.toThrow("are encrypted with another key");
      await expect(runCommand({ ...environment, SECRET_KEY: "" }, ["tokens"])).rejects.toThrow(
        "SECRET_KEY must be set",
      );
    },
  );

  test.skipIf(server === undefined)(
    "a password whose hash is cheaper than today is hashed again at the next log-in (OPS-18)",
    async () => {
      const { admin } = await service.team();
      const database = await databaseFor(environment);
      onTestFinished(() => database.close());
      const stored = async (): Promise<readonly string[]> => {
        const row = await database.first<{ password: string }>(
          sql`select password from account where id = ${admin.account_id}`,
        );
        return row?.password.split(".") ?? [];
      };
      const cheap = await passwordHash(oldPassword, { memory: 2048, times: 1 });
      await database.run(sql`update account set password = ${cheap} where id = ${admin.account_id}`);
      expect((await logIn(admin.email, "wrong")).status).toBe(400);
      expect(await stored()).toEqual(cheap.split("."));
      for (const time of [1, 2]) {
        expect([time, (await logIn(admin.email, oldPassword)).text]).toEqual([
          time,
          expect.stringContaining("Your account"),
        ]);
        expect((await stored()).slice(2)).toEqual(["32768", "3"]);
      }
    },
  );

  test.skipIf(server === undefined)(
    "SECRET_KEY can be replaced: the first start with another key encrypts the secrets of apps again (OPS-16)",
    async () => {
      const app = await addApp(service);
      const [old = "", fresh] = [environment["SECRET_KEY"], "n".repeat(32)];
      const start = (SECRET_KEY: string, SECRET_KEY_FALLBACK = ""): Promise<string> =>
        runCommand({ ...environment, SECRET_KEY, SECRET_KEY_FALLBACK }, ["tokens"]);
      await start(old, fresh); // the first of several processes
      await start(old);
      await expect(start(fresh)).rejects.toThrow("set SECRET_KEY_FALLBACK to the old one");
      await start(fresh, old);
      await expect(start(old)).rejects.toThrow("are encrypted with another key");
      await start(fresh);
      await start(old, fresh);
      const body = new URLSearchParams({ client_id: app.key, client_secret: app.secret, token: "x" });
      expect((await fetch(`${service.url}/oauth2/introspect`, { method: "POST", body })).status).toBe(200);
    },
  );
});
