import { serve, type ServerType } from "@hono/node-server";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { describeInChromium } from "../../test/browser/chromium.js";
import { adminServer } from "../admin/server/admin-server.js";
import { describeService, newEmail, type TestedService } from "./support/service.js";

const password = "dressed stone";

/** The page in a browser, of the administrator of a new team with these members, who still has to log in. */
async function opened(
  service: TestedService,
  browser: Browser,
  members: readonly object[] = [],
): Promise<{ page: Page; team: Awaited<ReturnType<TestedService["team"]>> }> {
  const team = await service.team(members, { name: "Masons" });
  await service.access.setPassword({ account_id: team.admin.account_id, password });
  const page = await browser.newPage();
  const url = await served(service, page);
  await page.goto(url);
  return { page, team };
}

/** Serves the page of an app of its own; gives the URL. */
async function served(service: TestedService, page: Page): Promise<string> {
  const { hostname } = new URL(service.url); // cookies of one host are sent to all its ports
  // The URL is known once it is served, and part of what is served.
  const handler = { fetch: (_request: Request): Response | Promise<Response> => new Response() };
  const server = await new Promise<ServerType>((done) => {
    const options = { fetch: (request: Request) => handler.fetch(request), port: 0, hostname };
    const starting = serve(options, () => done(starting));
  });
  onTestFinished(async () => {
    await page.close();
    server.close();
  });
  const url = `http://${hostname}:${(server.address() as AddressInfo).port}`;
  const { key: appKey, secret: appSecret } = await service.controls.addApp({
    name: "Team administration",
    kind: "team",
    permissions: ["Team information", "Team member management", "Team member file access"],
    redirect_uris: [`${url}/callback`],
  });
  const pageFolder = join(import.meta.dirname, "../dist/admin/page");
  const app = adminServer({ serviceUrl: service.url, url, appKey, appSecret, pageFolder });
  handler.fetch = (request) => app.fetch(request);
  return url;
}

/** Logs in, and grants access. */
async function logIn(page: Page, email: string): Promise<void> {
  await page.getByRole("link", { name: "Log in" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByRole("heading", { name: "Members" }).waitFor();
}

describeInChromium("the page of administrators", (browser) => {
  describeService("the page", (service) => {
    test("lets an administrator log in, invite, suspend and remove, and shows what has become of it", async () => {
      const { page, team } = await opened(service, browser(), [{ given_name: "Bo", surname: "Arch" }]);
      await logIn(page, team.admin.email);
      await page.getByText("2 of 100 licenses taken").waitFor();

      const email = newEmail();
      await page.getByLabel("Given name").fill("Cleo");
      await page.getByLabel("Surname").fill("Vault");
      await page.getByLabel("Email").fill(email);
      await page.getByRole("button", { name: "Invite" }).click();
      await page.getByRole("status").getByText(`Inviting ${email}`).waitFor(); // while the job is at work
      const cleo = page.getByRole("row", { name: "Cleo Vault" });
      await cleo.getByText("invited").waitFor();
      await page.getByText("3 of 100 licenses taken").waitFor();

      const bo = page.getByRole("row", { name: "Bo Arch" });
      await bo.getByRole("button", { name: "Suspend" }).click();
      await bo.getByText("suspended").waitFor();
      page.once("dialog", (dialog) => void dialog.accept());
      await bo.getByRole("button", { name: "Remove" }).click();
      await bo.getByText("removed").waitFor();
      await bo.getByRole("button", { name: "Recover" }).click();
      await bo.getByText("active").waitFor();

      const { members } = await team.client.team.membersList();
      expect(members.map(({ profile }) => profile.status[".tag"])).toEqual(["active", "active", "invited"]);
    });

    test("tells what is not possible, and why", async () => {
      const { page, team } = await opened(service, browser());
      await logIn(page, team.admin.email);
      await page.getByRole("button", { name: "Suspend" }).click();
      await page.getByRole("alert").getByText("suspend_last_admin").waitFor();
    });

    test("asks before a group is deleted", async () => {
      const { page, team } = await opened(service, browser());
      await team.client.team.groupsCreate({ group_name: "Carvers" });
      await logIn(page, team.admin.email);
      await page.getByRole("link", { name: "Groups" }).click();
      const group = page.getByRole("row", { name: "Carvers" });
      const asked: string[] = [];
      const answers = [false, true];
      page.on("dialog", (dialog) => {
        asked.push(dialog.message());
        void (answers.shift() === true ? dialog.accept() : dialog.dismiss());
      });
      await group.getByRole("button", { name: "Delete" }).click();
      expect((await team.client.team.groupsList()).groups).toHaveLength(1);
      await group.getByRole("button", { name: "Delete" }).click();
      await group.waitFor({ state: "detached" });
      expect(asked).toEqual(["Delete Carvers?", "Delete Carvers?"]);
      expect((await team.client.team.groupsList()).groups).toEqual([]);
    });

    test("archives a team folder, and activates it again", async () => {
      const { page, team } = await opened(service, browser());
      await logIn(page, team.admin.email);
      await page.getByRole("link", { name: "Team folders" }).click();
      await page.getByLabel("Name of the folder").fill("Drawings");
      await page.getByRole("button", { name: "Create" }).click();
      const folder = page.getByRole("row", { name: "Drawings" });
      await folder.getByRole("button", { name: "Archive" }).click();
      await folder.getByText("archived").waitFor();
      const { team_folders } = await team.client.team.teamFolderList();
      expect(team_folders).toMatchObject([{ name: "Drawings", status: { ".tag": "archived" } }]);
      await folder.getByRole("button", { name: "Activate" }).click();
      await folder.getByText("active").waitFor();
    });

    test("logs a device of a member out", async () => {
      const { page, team } = await opened(service, browser(), [{ given_name: "Bo", surname: "Arch" }]);
      const team_member_id = team.members[0]?.team_member_id ?? "";
      await service.activity.addDesktopClient({ team_member_id, host_name: "anvil" });
      await logIn(page, team.admin.email);
      await page.getByRole("link", { name: "Devices" }).click();
      const device = page.getByRole("row", { name: "Bo Arch" });
      await device.getByText("anvil").waitFor();
      await device.getByRole("button", { name: "Log out" }).click();
      await device.waitFor({ state: "detached" });
      const { desktop_client_sessions } = await team.client.team.devicesListMemberDevices({ team_member_id });
      expect(desktop_client_sessions).toEqual([]);
    });

    test("draws what the team has done", async () => {
      const { page, team } = await opened(service, browser(), [{}]);
      const team_member_id = team.members[0]?.team_member_id;
      await service.activity.addDays({
        team_id: team.id,
        days: [
          { day: "2016-12-01", storage: [] },
          { day: "2016-12-03", storage: [] },
        ],
        events: [{ day: "2016-12-03", kind: "edit", team_member_id, subject: "a" }],
      });
      await logIn(page, team.admin.email);
      await page.getByRole("link", { name: "Activity" }).click();
      const chart = page.getByRole("img", { name: "Files edited a day" });
      await chart.waitFor();
      expect(await chart.locator("title").allTextContents()).toEqual(["2016-12-01: 0", "2016-12-03: 1"]);
    });

    test("keeps the token of the team on its server, and lets nobody in who has denied access", async () => {
      const { page, team } = await opened(service, browser());
      const seen: string[] = [];
      page.on("response", (response) => {
        void response.text().then(
          (text) => seen.push(text, JSON.stringify(response.headers())),
          () => undefined,
        );
      });
      await page.getByRole("link", { name: "Log in" }).click();
      await page.getByLabel("Email").fill(team.admin.email);
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Log in" }).click();
      await page.getByRole("button", { name: "Deny" }).click();
      await page.getByRole("alert").waitFor();
      await logInAgain(page);
      await page.getByText("Masons").waitFor();
      expect(seen.join("\n")).toContain("Masons");
      expect(seen.join("\n")).not.toMatch(/cst\./); // as tokens begin
      await page.getByRole("button", { name: "Log out" }).click();
      await page.getByRole("link", { name: "Log in" }).waitFor();
    });
  });
});

/** Logs in where the service still knows who it is. */
async function logInAgain(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Log in" }).click();
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByRole("heading", { name: "Members" }).waitFor();
}
