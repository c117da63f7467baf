import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { startService, type RunningService } from "../src/service.js";
import { readSettings } from "../src/settings.js";
import { Browser, type Shown } from "./support/browser.js";
import { runCommand } from "./support/command.js";
import { startMailbox, type Mailbox } from "./support/mailbox.js";
import { addPerson } from "./support/people.js";
import { freshData, newEmail, testedService } from "./support/service.js";

const { server, temporary } = inject("databases");
const [oldPassword, newPassword] = ["correct horse", "battery staple"];

describe("passwords", () => {
  let running: RunningService | undefined;
  let mailbox: Mailbox | undefined;
  let environment: Record<string, string> = {};
  const folder = mkdtempSync(join(temporary, "passwords-"));
  const service = testedService(() => running?.url ?? "");
  beforeAll(async () => {
    mailbox = await startMailbox();
    const mail = { SMTP_URL: mailbox.url, MAIL_FROM: "files@example.com", WEB_URL: "http://files.example.com" };
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

  /** The link in the newest of so many mails to an address. */
  async function mailedLink(email: string, count: number): Promise<string> {
    const mails = await vi.waitFor(() => {
      const found = mailbox?.mailsTo(email) ?? [];
      expect(found).toHaveLength(count);
      return found;
    }, 10_000);
    return /http:\/\/files\.example\.com(\/\S+)/.exec(mails.at(-1) ?? "")?.[1] ?? "";
  }

  test("can be changed with the old one, which ends other sessions (OPS-10)", async () => {
    const robin = await addPerson(service);
    const other = new Browser(service.url);
    expect((await logIn(robin.email, oldPassword, other)).text).toContain("Your account");
    const form = await (await logIn(robin.email, oldPassword, robin.browser)).follow("Change the password");
    const wrong = await form.press("Change the password", { current: "x", password: newPassword });
    expect([wrong.status, wrong.text.includes("The current password is wrong.")]).toEqual([400, true]);
    const weak = await form.press("Change the password", { current: oldPassword, password: "short" });
    expect(weak.text).toContain("at least 12 characters");
    const changed = await form.press("Change the password", { current: oldPassword, password: newPassword });
    expect(changed.text).toContain("Password changed");
    expect((await robin.browser.open("/account")).text).toContain("Your account");
    expect((await other.open("/account")).text).toContain("Forgot your password?");
    expect((await logIn(robin.email, oldPassword)).status).toBe(400);
    expect((await logIn(robin.email, newPassword)).text).toContain("Your account");
  });

  test("can be set again with a mailed link, once, within 30 minutes, and the answer tells nothing (OPS-10)", async () => {
    const robin = await addPerson(service);
    await logIn(robin.email, oldPassword, robin.browser);
    const form = await new Browser(service.url).open("/account/reset");
    const answers = [await form.press("Send the link", { email: robin.email.toUpperCase() })];
    answers.push(await form.press("Send the link", { email: newEmail() }));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const link = await mailedLink(robin.email, 1);
    expect(link).toMatch(/^\/account\/reset\/[\w-]+$/);

    onTestFinished(() => service.controls.moveClock({ offset: 0 }));
    await service.controls.moveClock({ offset: 31 * 60_000 });
    expect((await new Browser(service.url).open(link)).status).toBe(404);
    await service.controls.moveClock({ offset: 0 });
    const page = await new Browser(service.url).open(link);
    expect((await page.press("Set the password", { password: "aaaaaaaaaaaaaaaa" })).text).toContain("too easy");
    expect((await page.press("Set the password", { password: newPassword })).text).toContain("Password changed");
    expect((await page.press("Set the password", { password: oldPassword })).status).toBe(404);
    expect((await robin.browser.open("/account")).text).toContain("Forgot your password?");
    expect((await logIn(robin.email, newPassword)).text).toContain("Your account");
  });

  test("links are limited to three at a time for an email (OPS-10)", async () => {
    const robin = await addPerson(service);
    const form = await new Browser(service.url).open("/account/reset");
    for (let request = 1; request <= 4; request++) {
      expect((await form.press("Send the link", { email: robin.email })).status).toBe(200);
    }
    await mailedLink(robin.email, 3);
    await expect(runCommand(environment, ["reset-password", robin.email])).rejects.toThrow("three were made");
  });

  test("of a sole administrator can be set again by the operator (OPS-10)", async () => {
    const { admin } = await service.team();
    const printed = await runCommand(environment, ["reset-password", admin.email]);
    const [, link = ""] = /http:\/\/files\.example\.com(\/\S+)/.exec(printed) ?? [];
    const page = await new Browser(service.url).open(link);
    expect((await page.press("Set the password", { password: newPassword })).text).toContain("Password changed");
    expect((await logIn(admin.email, newPassword)).text).toContain("Your account");
    await expect(runCommand(environment, ["reset-password", "nobody@example.com"])).rejects.toThrow("No account has");
  });

  test("invitations are mailed (OPS-10)", async () => {
    const team = await service.team();
    const member_email = newEmail();
    const member = { member_email, member_given_name: "New", member_surname: "Person" };
    await team.client.team.membersAdd({ new_members: [member] });
    const page = await new Browser(service.url).open(await mailedLink(member_email, 1));
    expect((await page.press("Join the team", { password: newPassword })).text).toContain("You have joined");
  });
});
