import type { Browser } from "playwright-core";
import { expect, test } from "vitest";
import { choose, confirm, openConsoleLoggedIn } from "../support/console.js";
import type { TestedService } from "../support/service.js";

/** Defines the tests of the groups. */
export function testGroups(service: TestedService, browser: () => Browser): void {
  test("a name that a group cannot have is explained, and one that is too long cannot be typed", async () => {
    const { page } = await openConsoleLoggedIn(service, browser());
    await page.getByRole("link", { name: "Groups" }).click();
    await page.getByRole("button", { name: "Create group" }).first().click();
    const name = page.getByLabel("Name", { exact: true });
    for (const refused of ["Masons/Carvers", "   "]) {
      await name.fill(refused);
      await page.getByRole("dialog").getByRole("button", { name: "Create group" }).click();
      await page
        .getByRole("alert")
        .getByText('The name of a group cannot be blank, and cannot have line breaks or any of / : ? * < > " |')
        .waitFor();
      expect(await name.inputValue()).toBe(refused);
    }
    await name.fill("");
    await page.keyboard.insertText("n".repeat(300));
    expect(await name.inputValue()).toBe("n".repeat(255));
    await confirm(page, "Create group");
    await page.getByRole("link", { name: "nnn" }).waitFor();
  });

  test("the filter of groups is not cut off at 390 pixels", async () => {
    const { page, team } = await openConsoleLoggedIn(service, browser());
    await team.client.team.groupsCreate({ group_name: "Carvers" });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("link", { name: "Groups" }).click();
    const filter = page.getByRole("combobox", { name: "Managed by" });
    const widths = await filter.evaluate((select) => {
      const shown = select.getBoundingClientRect().width;
      select.style.cssText = "flex: none; min-width: max-content";
      return { shown, needed: select.getBoundingClientRect().width };
    });
    expect(widths.shown).toBeGreaterThanOrEqual(widths.needed);
  });

  test("a group is created, gets and loses members, changes their access, and is deleted", async () => {
    const { page, team } = await openConsoleLoggedIn(service, browser(), [{ given_name: "Bo", surname: "Arch" }]);
    await page.getByRole("link", { name: "Groups" }).click();
    await page.getByText("No groups yet").waitFor();
    await page.getByRole("button", { name: "Create group" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Carvers");
    await page.getByRole("radio", { name: "Its owners" }).check();
    await confirm(page, "Create group");
    await page.getByRole("link", { name: "Carvers" }).click();
    await page.getByText("Nobody is in this group yet").waitFor();

    await page.getByRole("button", { name: "Add member" }).click();
    await page.getByLabel("Search members").fill("arch");
    await page.getByRole("radio", { name: "Bo Arch" }).check();
    await confirm(page, "Add member");
    await page.getByText("1 member, managed by its owners").waitFor();
    const bo = page.getByRole("row", { name: "Bo Arch" });
    await choose(page, "Bo Arch", "Make owner");
    await bo.getByText("Owner").waitFor();
    await bo.getByRole("link", { name: "Bo Arch" }).click();
    await page.getByRole("region", { name: "Groups" }).getByText("Carvers").waitFor();
    await choose(page, "Carvers", "Remove from group");
    await confirm(page, "Remove");
    await page.getByText("Not in any group.").waitFor();
    await page.getByRole("button", { name: "Add to group" }).click();
    await page.getByRole("radio", { name: "Carvers" }).check();
    await confirm(page, "Add to group");
    await page.getByRole("link", { name: "Carvers" }).click();
    await choose(page, "Carvers", "Delete");
    await confirm(page, "Delete");
    await page.getByText("No groups yet").waitFor();
    expect((await team.client.team.groupsList()).groups).toEqual([]);
  });
}
