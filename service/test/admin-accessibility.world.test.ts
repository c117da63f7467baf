import type { Locator, Page } from "playwright-core";
import { expect, onTestFinished, test, vi } from "vitest";
import { describeInChromium } from "../../test/browser/chromium.js";
import { inAllWays, Violations, violationsEverywhere, withoutPolicy } from "./support/accessibility.js";
import {
  choose,
  chooseForSelected,
  openConsole,
  openConsoleLoggedIn,
  password,
  type TestedConsole,
} from "./support/console.js";
import { describeService, type TestedService } from "./support/service.js";

describeInChromium("the accessibility of the admin console", (browser) => {
  describeService("the admin console", (service) => {
    test("axe finds no violation in the console's members, menus and dialogs, on narrow and wide screens, light and dark (OPS-51)", async () => {
      const { page, proxy } = await openFilled(
        service,
        await openConsoleLoggedIn(service, browser(), members, withoutPolicy),
      );
      const violations = new Violations(page);
      await violations.check("members");
      await page.getByLabel("Select all on this page").check();
      await page.getByRole("button", { name: "Actions for Bo Arch" }).click();
      await page.getByRole("menuitem").first().waitFor();
      await violations.check("selection and menu");
      await page.keyboard.press("Escape");
      await chooseForSelected(page, "Add to a group");
      await page.getByRole("radio", { name: "Carvers" }).waitFor();
      await violations.check("picker for several members");
      await page.keyboard.press("Escape");
      await chooseForSelected(page, "Remove from team");
      proxy.fail({ path: "/members/remove", status: 500 });
      await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
      await page.getByRole("alert").getByText("Stopped after 0 of 3.").waitFor();
      await violations.check("failed bulk action");
      vi.useFakeTimers({ toFake: ["Date"] });
      onTestFinished(() => void vi.useRealTimers());
      vi.setSystemTime(Date.now() + 11 * 60_000);
      await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
      await page.getByRole("link", { name: "Confirm in a new tab" }).waitFor();
      vi.useRealTimers();
      await violations.check("confirmation");
      proxy.heal();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Clear selection" }).click();
      await page.getByRole("button", { name: "Actions for Robin Doe" }).click();
      await page.getByText("You cannot suspend yourself.").waitFor();
      await violations.check("own menu");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Invite member" }).click();
      await page.getByRole("dialog").waitFor();
      await violations.check("invitation");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Invite several" }).click();
      await page.getByRole("textbox", { name: "People" }).fill("bo@masons.example\nBo");
      await page.getByText("There is no email address.").waitFor();
      await violations.check("list of people");
      await page.keyboard.press("Escape");
      await choose(page, "Cleo Vault", "Recover");
      await page.getByRole("status").getByText("is back on the team").waitFor();
      await violations.check("message");
      await page.getByRole("searchbox").fill("nobody at all");
      await page.getByText("Nothing matches").waitFor();
      await violations.check("no match");
      expect(violations.found).toEqual([]);
    });

    test("axe finds no violation in the other parts of the admin console, on narrow and wide screens, light and dark (OPS-51)", async () => {
      const { page, team, url } = await openFilled(
        service,
        await openConsoleLoggedIn(service, browser(), members, withoutPolicy),
      );
      const violations = new Violations(page);
      await page.goto(`${url}/#members/${team.members[0]?.team_member_id ?? ""}`);
      await page.getByText("anvil (Linux 6)").waitFor();
      await violations.check("member");
      for (const [part, text] of [
        ["Groups", "Carvers"],
        ["Team folders", "Drawings"],
        ["Devices", "anvil"],
        ["Linked apps", "All files"],
      ] as const) {
        await page.getByRole("link", { name: part, exact: true }).click();
        await page.getByRole("table", { name: part }).getByText(text).first().waitFor();
        await violations.check(part);
      }
      await page.getByRole("link", { name: "Groups", exact: true }).click();
      await page.getByRole("link", { name: "Carvers" }).click();
      await page.getByText("Nobody is in this group yet").waitFor();
      await violations.check("group");
      await page.getByRole("link", { name: "Activity", exact: true }).click();
      await page.getByText("Data for Files edited").click();
      await violations.check("activity");
      expect(violations.found).toEqual([]);
    });

    test("axe finds no violation in the console's long lists and failure messages, on narrow and wide screens, light and dark (OPS-51)", async () => {
      const { page, team, url, proxy } = await openConsoleLoggedIn(service, browser(), members, {
        ...withoutPolicy,
        maxRows: 3,
      });
      const violations = new Violations(page);
      await page.getByText("This list is too long").waitFor();
      await violations.check("long list");
      const { group_id } = await team.client.team.groupsCreate({ group_name: "Carvers" });
      await page.goto(`${url}/#groups/${group_id}`);
      await page.getByRole("button", { name: "Add member" }).click();
      await page.getByRole("dialog").getByText("This list is too long").waitFor();
      await violations.check("picker from a long list");
      await page.keyboard.press("Escape");
      await page.evaluate(() => (location.hash = "#groups/nothing"));
      await page.getByText("This group does not exist").waitFor();
      await violations.check("no such group");
      await page.getByRole("link", { name: "Members", exact: true }).click();
      await page.getByRole("row", { name: "Bo Arch" }).waitFor();
      proxy.fail({ path: "/members/list", status: 429, retryAfter: 20 });
      await page.getByRole("button", { name: "Refresh" }).click();
      await page.getByRole("alert").getByText("too many requests").waitFor();
      await violations.check("failed list");
      proxy.heal();
      await page.evaluate(() => (location.hash = "#nonsense"));
      await page.getByText("The console has no such page.").waitFor();
      await violations.check("no such page");
      await page.evaluate(() => (location.hash = "#members"));
      await page.getByLabel("Select all on this page").check();
      await chooseForSelected(page, "Suspend");
      proxy.fail({ path: "/members/suspend", status: 0 });
      await page.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
      await page.getByRole("progressbar").waitFor();
      await violations.check("progress");
      expect(violations.found).toEqual([]);
    });

    test("axe finds no violation in the admin console before the log-in, on narrow and wide screens, light and dark", async () => {
      const { page, url } = await openConsole(service, browser(), [], withoutPolicy);
      expect(await violationsEverywhere(page)).toEqual([]);
      await page.goto(`${url}/?problem=denied`);
      await page.getByRole("alert").waitFor();
      expect(await violationsEverywhere(page)).toEqual([]);
    });

    test("inputs and selects of the admin console have borders of contrast 3:1, and nothing is wider than the screen", async () => {
      const { page } = await openFilled(service, await openConsoleLoggedIn(service, browser(), members));
      await page.getByRole("button", { name: "Invite member" }).click();
      await inAllWays(page, async () => {
        const contrasts = await page.evaluate(borderContrasts);
        expect(contrasts.length).toBeGreaterThan(5);
        expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(3);
      });
      await page.keyboard.press("Escape");
      for (const part of ["Members", "Groups", "Team folders", "Devices", "Linked apps", "Activity"]) {
        await page.getByRole("link", { name: part, exact: true }).click();
        await page.getByRole("heading", { name: part, level: 1 }).waitFor();
        await page.getByRole("status").getByText("Loading").waitFor({ state: "detached" });
        await inAllWays(page, async ({ width }) => {
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        });
      }
    });

    test("each part of the admin console has its own title and heading, which gets the focus", async () => {
      const { page, team, url } = await openConsoleLoggedIn(service, browser(), members);
      const titles = new Set<string>();
      for (const part of ["Groups", "Team folders", "Devices", "Linked apps", "Activity", "Members"]) {
        await page.getByRole("link", { name: part, exact: true }).click();
        await page.locator("h1:focus", { hasText: part }).waitFor();
        expect(await page.title()).toBe(`${part} · Admin console`);
        expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
        titles.add(await page.title());
      }
      expect(titles.size).toBe(6);
      await page.goto(`${url}/#members/${team.members[0]?.team_member_id ?? ""}`);
      await page.getByRole("heading", { name: "Bo Arch" }).waitFor();
      expect(await page.title()).toBe("Bo Arch · Admin console");
    });

    test("the keyboard alone operates the admin console, from the log-in to a removed member and a bulk suspension (OPS-51)", async () => {
      const people = [...members, { given_name: "Fay", surname: "Plinth" }];
      const { page, team } = await openConsole(service, browser(), people);
      const { keyboard } = page;
      const dialog = page.getByRole("dialog");
      await tabTo(page, page.getByRole("link", { name: "Log in" }));
      await keyboard.press("Enter");
      await tabTo(page, page.getByLabel("Email"));
      await keyboard.type(team.admin.email);
      await tabTo(page, page.getByLabel("Password"));
      await keyboard.type(password);
      await keyboard.press("Enter");
      await tabTo(page, page.getByRole("button", { name: "Allow" }));
      await keyboard.press("Enter");

      await tabTo(page, page.getByRole("button", { name: "Actions for Bo Arch" }));
      await keyboard.press("ArrowUp"); // opens the menu at its last item
      await page.locator("[role=menuitem]:focus", { hasText: "Remove from team" }).waitFor();
      await keyboard.press("Enter");
      await tabTo(page, dialog.getByRole("checkbox", { name: "Delete the team’s files" }));
      await keyboard.press("Space");
      await tabTo(page, dialog.getByRole("button", { name: "Remove" }));
      await keyboard.press("Enter");
      await page.getByRole("status").getByText("Bo Arch was removed.").waitFor();

      await tabTo(page, page.getByLabel("Select Cleo Vault"));
      await keyboard.press("Space");
      await tabTo(page, page.getByLabel("Select all on this page"), "Shift+Tab");
      await keyboard.press("Space");
      await tabTo(page, page.getByRole("button", { name: "Actions for selected rows" }));
      await keyboard.press("Enter");
      await page.locator("[role=menuitem]:focus", { hasText: "Add to a group" }).waitFor();
      await keyboard.press("ArrowDown");
      await keyboard.press("Enter");
      await dialog.getByRole("heading", { name: "Suspend 2 members?" }).waitFor(); // the others cannot be suspended
      await tabTo(page, dialog.getByRole("list", { name: "Selected members" }));
      await tabTo(page, dialog.getByRole("button", { name: "Suspend" }));
      await keyboard.press("Enter");
      await page.getByRole("status").getByText("2 members are suspended.").waitFor();
      await tabTo(page, page.getByRole("button", { name: "Clear selection" }));
      await keyboard.press("Enter");
      await page.getByLabel("Select all on this page").and(page.locator(":focus")).waitFor();

      await tabTo(page, page.getByRole("button", { name: "Invite several" }), "Shift+Tab");
      await keyboard.press("Enter");
      await tabTo(page, page.getByRole("textbox", { name: "People" }));
      await keyboard.type("Eve Keystone\n");
      await page.getByText("There is no email address.").waitFor();
      await keyboard.press("Escape");
      await page.getByRole("button", { name: "Invite several" }).and(page.locator(":focus")).waitFor();

      const { members: left } = await team.client.team.membersList({ include_removed: true });
      const statuses = left.map(({ profile }) => `${profile.name.given_name} ${profile.status[".tag"]}`);
      expect(statuses.sort()).toEqual([
        "Bo removed",
        "Cleo suspended",
        "Dan invited",
        "Eve suspended",
        "Fay suspended",
        "Robin active",
      ]);
    });

    test("the first key press in the admin console reaches a link that skips to the content", async () => {
      const { page } = await openConsoleLoggedIn(service, browser(), members);
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
    });
  });
});

const members = [
  { given_name: "Bo", surname: "Arch" },
  { given_name: "Cleo", surname: "Vault" },
  { given_name: "Dan", surname: "Lintel", status: "invited" },
  { given_name: "Eve", surname: "Keystone", status: "suspended" },
];

/** Adds one item of every kind to a team, and reloads its console. */
async function openFilled(service: TestedService, console: TestedConsole): Promise<TestedConsole> {
  const { page, team, url } = console;
  const [bo, cleo] = team.members;
  const team_member_id = bo?.team_member_id ?? "";
  const { client } = team;
  await client.team.groupsCreate({ group_name: "Carvers" });
  await client.team.teamFolderCreate({ name: "Drawings" });
  const { team_folder_id } = await client.team.teamFolderCreate({ name: "Old drawings" });
  await client.team.teamFolderArchive({ team_folder_id }).waitFor();
  await service.activity.addDesktopClient({ team_member_id, host_name: "anvil", updated: "2016-11-21T09:14:05Z" });
  await service.userToken(bo?.account_id ?? "");
  const user = { ".tag": "team_member_id", team_member_id: cleo?.team_member_id ?? "" } as const;
  await client.team.membersRemove({ user }).waitFor();
  const day = new Date().toISOString().slice(0, 10);
  await service.activity.addDays({
    team_id: team.id,
    days: [{ day, team_size: 4, storage: [{ team_member_id, unshared_bytes: 2 ** 31 }] }],
    events: [{ day, kind: "edit", team_member_id, subject: "a" }],
  });
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByRole("row", { name: "Cleo Vault" }).getByText("Removed").waitFor();
  await page.goto(`${url}/#members`);
  return console;
}

/** The largest number of key presses that a place may be away. */
const maxPresses = 60;

/** Moves the focus to an element with the Tab key. */
async function tabTo(page: Page, element: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await element.waitFor();
  for (let presses = 0; presses < maxPresses; presses++) {
    if (await element.evaluate((found) => found === document.activeElement)) {
      return;
    }
    await page.keyboard.press(key);
  }
  throw new Error(`${maxPresses} presses of ${key} do not reach ${element.toString()}.`);
}

/** The contrast of the border of each visible input and select with its background (WCAG 1.4.11). Runs in the page. */
function borderContrasts(): number[] {
  const channels = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
  const luminance = (color: string): number => {
    const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
      const share = channel / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const background = (element: Element | null): string => {
    const color = element === null ? "rgb(255, 255, 255)" : getComputedStyle(element).backgroundColor;
    return element !== null && color === "rgba(0, 0, 0, 0)" ? background(element.parentElement) : color;
  };
  return [...document.querySelectorAll("input:not([type=radio], [type=checkbox]), select")]
    .filter((element) => element.checkVisibility())
    .map((element) => {
      const [a, b] = [getComputedStyle(element).borderTopColor, background(element.parentElement)].map(luminance);
      const [lighter, darker] = [Math.max(a ?? 0, b ?? 0), Math.min(a ?? 0, b ?? 0)];
      return (lighter + 0.05) / (darker + 0.05);
    });
}
