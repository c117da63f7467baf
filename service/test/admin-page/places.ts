import type { Browser } from "playwright-core";
import { expect, test } from "vitest";
import { confirm, logIn, openConsole, openConsoleLoggedIn } from "../support/console.js";
import type { TestedService } from "../support/service.js";

/** Defines the tests of URLs and sizes. */
export function testPlaces(service: TestedService, browser: () => Browser): void {
  test("long names stay within the window, in lists and messages, at 390 and at 1280 pixels", async () => {
    const long = `${"Friederike-Konstanze".repeat(2)} Donaudampfschifffahrtsgesellschaft`;
    const { page, team } = await openConsoleLoggedIn(service, browser(), [{ given_name: long, surname: "Arch" }]);
    await team.client.team.groupsCreate({ group_name: "G".repeat(100) });
    await team.client.team.teamFolderCreate({ name: "F".repeat(200) });
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const [part, name] of [
        ["members", long],
        ["groups", "GGG"],
        ["folders", "FFF"],
      ] as const) {
        await page.evaluate((hash) => (location.hash = hash), part);
        await page.getByRole("rowheader").getByText(name).waitFor();
        expect(await page.evaluate(() => document.documentElement.scrollWidth), part).toBeLessThanOrEqual(width);
      }
      await page.getByRole("button", { name: "Create folder" }).first().click();
      await page.getByLabel("Name").fill(`${"N".repeat(90)} ${width}`);
      await confirm(page, "Create folder");
      const message = page.getByRole("status").getByText("NNN");
      expect(await message.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    }
  });

  test("a URL that is damaged leads to the list or to a message, never to an empty page", async () => {
    const { page } = await openConsoleLoggedIn(service, browser());
    await page.evaluate(() => (location.hash = "#groups/%E0%A4%A"));
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.evaluate(() => (location.hash = "#members?page=99&sort=bogus&status=nope"));
    await page.reload();
    await page.getByRole("button", { name: "Clear search and filters" }).click();
    await page.getByRole("row", { name: "Robin Doe" }).waitFor();
  });

  test("a page about a group or a member that does not exist says so and leads to the list", async () => {
    const { page } = await openConsoleLoggedIn(service, browser());
    for (const [place, noun, list] of [
      ["#groups/g:0000000000000000000000000000", "group", "groups"],
      ["#groups/nonsense", "group", "groups"],
      ["#members/dbmid:nobody", "member", "members"],
    ] as const) {
      await page.evaluate((hash) => (location.hash = hash), place);
      await page.getByText(`This ${noun} does not exist`).waitFor();
      expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
      await page.getByRole("link", { name: `Show all ${list}` }).click();
      expect(new URL(page.url()).hash).toBe(`#${list}`);
    }
  });

  test("a place that the console does not have leads to the members, with a message", async () => {
    const { page } = await openConsoleLoggedIn(service, browser());
    await page.getByRole("link", { name: "Groups" }).click();
    await page.evaluate(() => (location.hash = "#nonsense"));
    await page.getByRole("alert").getByText("The console has no such page. Here are the members instead.").waitFor();
    await page.getByRole("row", { name: "Robin Doe" }).waitFor();
    expect(new URL(page.url()).hash).toBe("#members");
    await page.evaluate(() => (location.hash = "#nonsense"));
    await page.reload();
    await page.getByRole("alert").getByText("The console has no such page.").waitFor();
  });

  test("no text from the URL is shown as a message of the console", async () => {
    const { page, url, team } = await openConsole(service, browser());
    await page.goto(`${url}/?problem=Call%20555-0100%20to%20unlock`);
    await page.getByRole("link", { name: "Log in" }).waitFor();
    expect(await page.locator("body").textContent()).not.toContain("555");
    expect(new URL(page.url()).search).toBe(""); // a page that is loaded again does not repeat the problem
    await logIn(page, team.admin.email);
  });
}
