import type { Browser } from "playwright-core";
import { expect, test } from "vitest";
import { choose, confirm, openConsoleLoggedIn } from "../support/console.js";
import type { TestedService } from "../support/service.js";

/** Defines the tests of team folders, devices, linked apps and activity. */
export function testOtherParts(service: TestedService, browser: () => Browser): void {
  test("a team folder is created, renamed, archived, activated and deleted", async () => {
    const { page, team } = await openConsoleLoggedIn(service, browser());
    await page.getByRole("link", { name: "Team folders" }).click();
    await page.getByText("No team folders yet").waitFor();
    await page.getByRole("button", { name: "Create folder" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Drawing");
    await confirm(page, "Create folder");
    await choose(page, "Drawing", "Rename");
    await page.getByLabel("Name", { exact: true }).fill("Drawings");
    await confirm(page, "Rename");
    const folder = page.getByRole("row", { name: "Drawings" });
    await choose(page, "Drawings", "Archive");
    await confirm(page, "Archive");
    await folder.getByText("Archived").waitFor();
    const { team_folders } = await team.client.team.teamFolderList();
    expect(team_folders).toMatchObject([{ name: "Drawings", status: { ".tag": "archived" } }]);
    await choose(page, "Drawings", "Activate");
    await folder.getByText("Active", { exact: true }).waitFor();
    await choose(page, "Drawings", "Archive");
    await confirm(page, "Archive");
    await choose(page, "Drawings", "Delete permanently");
    await confirm(page, "Delete permanently");
    await page.getByText("No team folders yet").waitFor();
  });

  test("a device is logged out, and an app unlinked", async () => {
    const { page, team } = await openConsoleLoggedIn(service, browser(), [{ given_name: "Bo", surname: "Arch" }]);
    const [bo] = team.members;
    const team_member_id = bo?.team_member_id ?? "";
    await service.activity.addDesktopClient({ team_member_id, host_name: "anvil", updated: "2016-11-21T09:14:05Z" });
    await service.userToken(bo?.account_id ?? ""); // links an app called "App"
    await page.getByRole("link", { name: "Devices" }).click();
    await page.getByRole("row", { name: "Bo Arch" }).getByText("anvil").waitFor();
    await choose(page, "anvil of Bo Arch", "Log out");
    await confirm(page, "Log out");
    await page.getByText("No devices").waitFor();
    const { desktop_client_sessions } = await team.client.team.devicesListMemberDevices({ team_member_id });
    expect(desktop_client_sessions).toEqual([]);

    await page.getByRole("link", { name: "Linked apps" }).click();
    await choose(page, "App of Bo Arch", "Unlink");
    await confirm(page, "Unlink");
    await page.getByText("No linked apps").waitFor();
    const { linked_api_apps } = await team.client.team.linkedAppsListMemberLinkedApps({ team_member_id });
    expect(linked_api_apps).toEqual([]);
  });

  test("charts of the admin console end today, and provide their data as text", async () => {
    const { page, team } = await openConsoleLoggedIn(service, browser(), [{}]);
    const team_member_id = team.members[0]?.team_member_id;
    const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    await service.activity.addDays({
      team_id: team.id,
      days: [
        { day: day(3), storage: [] },
        { day: day(1), storage: [] },
      ],
      events: [{ day: day(1), kind: "edit", team_member_id, subject: "a" }],
    });
    await page.getByRole("link", { name: "Activity" }).click();
    const chart = page.getByRole("img", { name: "Files edited by day" });
    await chart.waitFor();
    expect(await chart.getAttribute("aria-label")).toMatch(/: 1 in 28 days\.$/);
    await page.getByText("Data for Files edited").click();
    const rows = page.getByRole("figure").filter({ hasText: "Files edited" }).locator("tbody tr");
    expect((await rows.locator("td").allTextContents()).slice(-4)).toEqual(["0", "No data", "1", "No data"]);
    const today = new Date().toLocaleDateString("en", { day: "numeric", month: "short", timeZone: "UTC" });
    expect(await rows.last().locator("th").textContent()).toBe(today);
  });
}
