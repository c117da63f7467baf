import type { Browser } from "playwright-core";
import { expect, test } from "vitest";
import { choose, chooseForSelected, confirm, openConsoleLoggedIn } from "../support/console.js";
import { newEmail, type TestedService } from "../support/service.js";

/** Defines the tests of the members. */
export function testMembers(service: TestedService, browser: () => Browser): void {
  test("an administrator invites people (OPS-50), suspends, removes and recovers members and sees the result", async () => {
    const { page, team } = await openConsoleLoggedIn(service, browser(), [{ given_name: "Bo", surname: "Arch" }]);
    await page.getByText("2 of 2,000 licenses used").waitFor();

    await page.getByRole("button", { name: "Invite member" }).click();
    await page.getByLabel("Given name").fill("Cleo");
    await page.getByLabel("Surname").fill("Vault");
    await page.getByLabel("Email").fill(newEmail());
    await confirm(page, "Send invitation");
    await page.getByRole("status").getByText("Cleo Vault was invited.").waitFor();
    await page.getByRole("row", { name: "Cleo Vault" }).getByText("Invited").waitFor();
    await page.getByText("3 of 2,000 licenses used").waitFor();

    await page.getByRole("button", { name: "Invite several" }).click();
    const [bosEmail, dansEmail] = [team.members[0]?.email ?? "", newEmail()];
    await page
      .getByRole("textbox", { name: "People" })
      .fill(`Email,Name\n${bosEmail},Bo Arch\nDan Lintel\n${dansEmail},"Lintel, Dan"`);
    const understood = page.getByRole("dialog").getByRole("listitem");
    expect(await understood.allTextContents()).toEqual([
      "Line 3: Dan LintelDan Lintel is not a valid email address.",
      `Bo Arch${bosEmail}`,
      `Dan Lintel${dansEmail}`,
    ]);
    await page.getByRole("button", { name: "Send 2 invitations" }).click();
    await page.getByRole("alert").getByText("Nothing was sent. Correct or delete these lines: 3.").waitFor();
    await page.getByRole("textbox", { name: "People" }).fill(`Bo <${bosEmail}>, Dan Lintel <${dansEmail}>`);
    await page.getByRole("button", { name: "Send 2 invitations" }).click();
    await page.getByRole("alert").getByText("1 of 2 failed. The list shows why.").waitFor();
    await understood.getByText("Someone with this email address is already on the team.").waitFor();
    expect(await page.getByRole("textbox", { name: "People" }).inputValue()).toBe(`${bosEmail}, "Bo", "(example.com)"`);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("row", { name: "Dan Lintel" }).getByText("Invited").waitFor();

    const bo = page.getByRole("row", { name: "Bo Arch" });
    await choose(page, "Bo Arch", "Suspend");
    expect(await page.getByLabel("Delete the team’s files").isChecked()).toBe(false);
    await confirm(page, "Suspend");
    await bo.getByText("Suspended").waitFor();
    await choose(page, "Bo Arch", "Remove from team");
    await confirm(page, "Remove");
    await bo.getByText("Removed").waitFor();
    await choose(page, "Bo Arch", "Recover");
    await page.getByRole("status").getByText("Bo Arch is back on the team.").waitFor();

    const { members } = await team.client.team.membersList();
    const statuses = members.map(({ profile }) => [profile.name.given_name, profile.status[".tag"]]);
    expect(statuses).toContainEqual(["Bo", "active"]);
    expect(statuses).toContainEqual(["Cleo", "invited"]);
  });

  test("a long or right-to-left name changes neither other rows nor the sentence that it is in", async () => {
    const long = "W".repeat(100);
    const { page, team } = await openConsoleLoggedIn(service, browser(), [
      { given_name: "Bo", surname: "Arch", email: `${"long".repeat(50)}${newEmail()}` },
      { given_name: long, surname: long },
      { given_name: "\u202Egnp.exe", surname: "Override", status: "invited" },
    ]);
    await page.setViewportSize({ width: 1280, height: 800 });
    const role = page.getByRole("row", { name: "Bo Arch" }).getByRole("cell", { name: "Member", exact: true });
    const lines = await role.evaluate((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getClientRects().length;
    });
    expect(lines).toBe(1);
    await choose(page, "\u202Egnp.exe Override", "Withdraw invitation");
    expect(await page.getByRole("dialog").locator("h2 bdi").textContent()).toContain("Override");
    await page.getByRole("button", { name: "Cancel" }).click();
    const id = team.members[1]?.team_member_id ?? "";
    await page.evaluate((hash) => (location.hash = hash), `#members/${encodeURIComponent(id)}`);
    await page.getByText("has linked no apps.").waitFor();
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });

  test("selected members are suspended, added to a group and removed at once, and those that failed are named (OPS-50)", async () => {
    const { page, team } = await openConsoleLoggedIn(service, browser(), [
      { given_name: "Bo", surname: "Arch" },
      { given_name: "Cleo", surname: "Vault" },
      { given_name: "Dan", surname: "Lintel", status: "invited" },
    ]);
    const statusOf = (name: string, status: string) => page.getByRole("row", { name }).getByText(status).waitFor();
    await team.client.team.groupsCreate({ group_name: "Carvers" });
    await page.getByLabel("Select all on this page").check();
    await page.getByText("4 selected").waitFor();
    await chooseForSelected(page, "Add to a group");
    await page.getByRole("radio", { name: "Carvers" }).check();
    await confirm(page, "Add to group");
    await page.getByRole("status").getByText("4 members were added to the group.").waitFor();

    await page.getByLabel("Select all on this page").check();
    await chooseForSelected(page, "Suspend");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("heading", { name: "Suspend 2 members?" }).waitFor();
    const left = dialog.getByRole("listitem");
    expect(await left.allTextContents()).toEqual([
      "Dan LintelLeft out. Only active members can be suspended, and this one is invited.",
      "Robin DoeLeft out. You cannot suspend yourself.",
      expect.stringMatching(/^Bo Arch.*@/),
      expect.stringMatching(/^Cleo Vault.*@/),
    ]);
    const user = { ".tag": "team_member_id", team_member_id: team.members[0]?.team_member_id ?? "" } as const;
    await team.client.team.membersSuspend({ user });
    await dialog.getByRole("button", { name: "Suspend" }).click();
    await dialog.getByRole("alert").getByText("1 of 2 failed. The list shows why.").waitFor();
    expect(await left.allTextContents()).toEqual([
      "Bo ArchOnly active members can be suspended. This one is invited or already suspended.",
      "Dan LintelLeft out. Only active members can be suspended, and this one is invited.",
      "Robin DoeLeft out. You cannot suspend yourself.",
    ]);
    await statusOf("Cleo Vault", "Suspended");
    await team.client.team.membersUnsuspend({ user });
    await confirm(page, "Suspend");
    await page.getByRole("status").getByText("Bo Arch is suspended.").waitFor();
    await statusOf("Bo Arch", "Suspended");
    await page.getByText("2 selected").waitFor(); // those who were left out

    await page.getByRole("button", { name: "Clear selection" }).click();
    for (const name of ["Bo Arch", "Cleo Vault", "Dan Lintel"]) {
      await page.getByLabel(`Select ${name}`).check();
    }
    let send = (): void => undefined;
    const isSent = new Promise<void>((done) => (send = done));
    await page.route("**/team/members/remove", async (route) => {
      await isSent;
      await route.continue();
    });
    await chooseForSelected(page, "Remove from team");
    await dialog.getByRole("button", { name: "Remove" }).click();
    await dialog.getByText("0 of 3 done. To stop, close this dialog.").waitFor();
    await team.client.team.membersRemove({ user }).waitFor();
    await page.keyboard.press("Escape");
    send();
    await page
      .getByRole("alert")
      .getByText(/^Stopped after 1 of 3\. Bo Arch: .* no longer on the team/)
      .waitFor();
    await page.getByLabel("Select Bo Arch").uncheck();
    await chooseForSelected(page, "Remove from team");
    await confirm(page, "Remove");
    await page.getByRole("status").getByText("2 members were removed.").waitFor();
    const { members } = await team.client.team.membersList();
    expect(members).toHaveLength(1);
  });

  test("the form for an invitation shows all mistakes at once, each at its input, and focuses the first one", async () => {
    const { page } = await openConsoleLoggedIn(service, browser());
    await page.getByRole("button", { name: "Invite member" }).click();
    await page.getByLabel("Surname").fill("a/b");
    await page.getByLabel("Email").fill("a@b");
    await page.getByRole("button", { name: "Send invitation" }).click();
    const problemOf = async (label: string): Promise<string | null> => {
      const id = await page.getByLabel(label).getAttribute("aria-describedby");
      return page.locator(`[id="${id}"]`).textContent();
    };
    expect(await problemOf("Given name")).toBe("Enter something here.");
    expect(await problemOf("Surname")).toBe("This contains characters that are not allowed.");
    expect(await problemOf("Email")).toBe("This is not a valid email address.");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("member_given_name");

    await page.getByLabel("Given name").fill("Cleo");
    await page.getByLabel("Surname").fill("Vault");
    await page.getByLabel("Email").fill(newEmail());
    await confirm(page, "Send invitation");
    await page.getByRole("status").getByText("Cleo Vault was invited.").waitFor();
  });

  test("administrators can neither suspend nor remove themselves, and the menu says so", async () => {
    const { page } = await openConsoleLoggedIn(service, browser(), [{ given_name: "Bo", surname: "Arch" }]);
    await page.getByRole("button", { name: "Actions for Robin Doe" }).click();
    for (const text of ["You cannot suspend yourself.", "You cannot remove yourself."]) {
      const item = page.getByRole("menuitem").filter({ hasText: text });
      expect(await item.getAttribute("aria-disabled")).toBe("true");
      await item.click({ force: true }); // Playwright does not press what is disabled
    }
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.keyboard.press("Escape");
    await choose(page, "Bo Arch", "Suspend");
    await page.getByRole("dialog").waitFor();
  });

  test("a member's role and profile are changed", async () => {
    const { page, team } = await openConsoleLoggedIn(service, browser(), [{ given_name: "Bo", surname: "Arch" }]);
    await choose(page, "Bo Arch", "Change role");
    await page.getByRole("radio", { name: "Support admin" }).check();
    await confirm(page, "Change role");
    await page.getByRole("row", { name: "Bo Arch" }).getByText("Support admin").waitFor();
    await choose(page, "Bo Arch", "Edit profile");
    await page.getByLabel("Surname").fill("Archer");
    await page.getByLabel("External ID").fill("staff-7");
    await confirm(page, "Save");
    await page.getByRole("row", { name: "Bo Archer" }).waitFor();
    const { members } = await team.client.team.membersList();
    expect(members[1]).toMatchObject({
      role: { ".tag": "support_admin" },
      profile: { external_id: "staff-7", name: { display_name: "Bo Archer" } },
    });
  });
}
