import type { Browser, Page } from "playwright-core";
import { expect, test } from "vitest";
import { choose, confirm, openConsoleLoggedIn } from "../support/console.js";
import type { TestedService } from "../support/service.js";

/** Defines the tests of dialogs and menus. */
export function testDialogs(service: TestedService, browser: () => Browser): void {
  test("cancelling a dialog changes nothing and returns the focus to the button of the menu", async () => {
    const { page, team } = await openConsoleLoggedIn(service, browser(), [{ given_name: "Bo", surname: "Arch" }]);
    for (const close of [
      () => page.getByRole("button", { name: "Cancel" }).click(),
      () => page.getByRole("button", { name: "Close" }).click(),
      () => page.keyboard.press("Escape"),
    ]) {
      await choose(page, "Bo Arch", "Remove from team");
      await page.getByRole("dialog").waitFor();
      await close();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      expect(await focusedLabel(page)).toBe("Actions for Bo Arch");
    }
    const { members } = await team.client.team.membersList();
    expect(members).toHaveLength(2);
  });

  test("the focus stays with the row after an action, and moves to the heading when the row is gone", async () => {
    const { page, team } = await openConsoleLoggedIn(service, browser(), [{ given_name: "Bo", surname: "Arch" }]);
    await choose(page, "Bo Arch", "Suspend");
    await confirm(page, "Suspend");
    expect(await focusedLabel(page)).toBe("Actions for Bo Arch");
    await team.client.team.groupsCreate({ group_name: "Carvers" });
    await page.getByRole("link", { name: "Groups" }).click();
    await choose(page, "Carvers", "Delete");
    await confirm(page, "Delete");
    await page.getByText("No groups yet").waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  });

  test("a dialog about something that is gone closes with a message, and the page shows the current state", async () => {
    const { page, team } = await openConsoleLoggedIn(service, browser(), [{ given_name: "Bo", surname: "Arch" }]);
    const team_member_id = team.members[0]?.team_member_id ?? "";
    const { group_id } = await team.client.team.groupsCreate({ group_name: "Carvers" });
    const group = { ".tag": "group_id", group_id } as const;
    const user = { ".tag": "team_member_id", team_member_id } as const;
    const launch = team.client.team.groupsMembersAdd({
      group,
      members: [{ user, access_type: { ".tag": "member" } }],
    });
    await launch.waitFor();
    await page.getByRole("link", { name: "Groups" }).click();
    await page.getByRole("link", { name: "Carvers" }).click();
    await choose(page, "Bo Arch", "Remove from group");
    await team.client.team.groupsMembersRemove({ group, users: [user] }).waitFor();
    await confirm(page, "Remove");
    await page.getByRole("alert").getByText("This person is no longer in the group.").waitFor();
    await page.getByText("Nobody is in this group yet").waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");

    await page.getByRole("link", { name: "Groups" }).first().click();
    await choose(page, "Carvers", "Delete");
    await team.client.team.groupsDelete(group).waitFor();
    await confirm(page, "Delete");
    await page.getByRole("alert").getByText("This group no longer exists.").waitFor();
    await page.getByText("No groups yet").waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  });

  test("a dialog closes when the browser goes back", async () => {
    const { page } = await openConsoleLoggedIn(service, browser(), [{ given_name: "Bo", surname: "Arch" }]);
    await page.getByRole("link", { name: "Groups" }).click();
    await page.getByRole("link", { name: "Members" }).click();
    await choose(page, "Bo Arch", "Suspend");
    await page.getByRole("dialog").waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "Groups" }).waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  test("a menu is used with the keyboard alone", async () => {
    const { page } = await openConsoleLoggedIn(service, browser(), [{ given_name: "Bo", surname: "Arch" }]);
    await page.getByRole("button", { name: "Actions for Bo Arch" }).focus();
    const focused = page.locator("[role=menuitem]:focus");
    for (const [key, item] of [
      ["ArrowUp", "Remove from team"],
      ["Enter", "Edit profile"],
      ["Space", "Edit profile"],
      ["ArrowDown", "Edit profile"],
    ] as const) {
      await page.keyboard.press("Escape");
      await page.getByRole("menuitem").first().waitFor({ state: "detached" });
      await page.keyboard.press(key);
      await focused.getByText(item).waitFor();
    }
    await page.keyboard.press("ArrowDown");
    await focused.getByText("Change role").waitFor();
    await page.keyboard.press("End");
    await focused.getByText("Remove from team").waitFor();
    await page.keyboard.press("ArrowDown");
    await focused.getByText("Edit profile").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("menuitem").first().waitFor({ state: "detached" });
    expect(await focusedLabel(page)).toBe("Actions for Bo Arch");
  });

  test("an error of the API is a sentence without wire text, in the dialog that asked for the action", async () => {
    const { page } = await openConsoleLoggedIn(service, browser());
    await choose(page, "Robin Doe", "Change role");
    await page.getByText("This is your own role.").waitFor();
    await page.getByRole("radio", { name: "Support admin" }).check();
    await page.getByRole("button", { name: "Change role", exact: true }).click();
    const alert = page.getByRole("dialog").getByRole("alert");
    await alert.waitFor();
    expect(await alert.textContent()).toBe(
      "The team needs at least one team admin. Make another member a team admin first.",
    );
  });

  test("input that only the API checks is reported as a sentence as well", async () => {
    const { page } = await openConsoleLoggedIn(service, browser(), [{ given_name: "Bo", surname: "Arch" }]);
    await choose(page, "Bo Arch", "Edit profile");
    await page.getByLabel("Surname").fill("a/b");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("dialog").getByRole("alert").getByText("characters that are not allowed").waitFor();
  });
}

/** The label of the focused element. */
function focusedLabel(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
}
