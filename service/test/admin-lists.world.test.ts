import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeInChromium } from "../../test/browser/chromium.js";
import { choose, confirm, openConsoleLoggedIn } from "./support/console.js";
import { describeService } from "./support/service.js";

/** As many members as a page of the API has, and some. */
const many = Array.from({ length: 1_000 }, (_, index) => ({
  given_name: `${[700, 800, 900].includes(index) ? "Quill" : "Member"} ${index + 1}`,
  surname: index % 2 === 0 ? "Öberg" : "Stone",
  role: index === 499 ? "support_admin" : "member_only",
  ...(index === 700 && { external_id: '=1+1,"x"\n2' }),
}));

describeInChromium("the lists of the admin console", (browser) => {
  describeService("the lists", (service) => {
    test("a team of 1,000 members is searched, filtered, sorted and paged on the server, which also writes all pages as CSV (OPS-50)", async () => {
      const { page, team } = await openConsoleLoggedIn(service, browser(), many);
      const rows = page.locator("tbody tr");
      await page.getByText("1–25 of 1,001").waitFor();
      expect(await rows.count()).toBe(25);
      await rows.first().getByText("Member 1 Öberg").waitFor();

      const requests = recordRequests(page);
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByText("26–50 of 1,001").waitFor();
      await rows.first().getByText("Member 26 Stone").waitFor();
      expect(await rows.count()).toBe(25);
      expect(requests).toEqual(["GET /lists/members"]);
      await page.goBack();
      await page.getByText("1–25 of 1,001").waitFor();
      await page.goForward();
      await page.getByText("26–50 of 1,001").waitFor();

      await page.getByLabel("Select all on this page").check();
      await page.goBack();
      await page.getByText("1–25 of 1,001").waitFor();
      await page.getByLabel("Select Member 2 Stone").check();
      await page.getByText("26 selected").waitFor(); // also those on the other page

      await page.getByRole("button", { name: "Name" }).click(); // from the first to the last
      await page.getByText("1–25 of 1,001").waitFor();
      await rows.first().getByText("Robin Doe").waitFor();

      await page.getByRole("searchbox").fill("oberg QUILL"); // accents and case do not matter
      await page.getByText("1–3 of 3").waitFor();
      expect(await rows.locator("th").allTextContents()).toEqual([
        expect.stringContaining("Quill 901 Öberg"),
        expect.stringContaining("Quill 801 Öberg"),
        expect.stringContaining("Quill 701 Öberg"),
      ]);
      const csv = await saveCsv(page, /^members-20\d\d-\d\d-\d\d\.csv$/);
      expect(csv).toMatch(/^\ufeff"Name","Email","Role","Status","Given name","Surname","External ID","Member ID"\r\n/);
      expect(csv.split("\r\n").map((line) => line.split('"')[1])).toEqual([
        "Name",
        "Quill 901 Öberg",
        "Quill 801 Öberg",
        "Quill 701 Öberg",
        undefined,
      ]);
      expect(csv).toContain(`,"Member","Active","Quill 701","Öberg","'=1+1,""x""\n2","tmid:`);
      await page.reload(); // the URL has the search
      await page.getByText("1–3 of 3").waitFor();
      await page.getByRole("searchbox").fill("");
      await page.getByText("1–25 of 1,001").waitFor();
      expect((await saveCsv(page, /^members-/)).split("\r\n")).toHaveLength(1_003);
      await page.getByRole("combobox", { name: "Role" }).selectOption("Support admin");
      await page.getByText("1–1 of 1").waitFor();
      await page.getByRole("row", { name: "Member 500 Stone" }).waitFor();
      await page.getByRole("combobox", { name: "Status" }).selectOption("Invited");
      await page.getByText("Nothing matches").waitFor();
      await page.getByRole("button", { name: "Clear search and filters" }).click();
      await page.getByText("1–25 of 1,001").waitFor();
      expect(team.members).toHaveLength(1_000);
    });

    test("a search word finds an email address by what is before the @, and by the domain only if it is meant", async () => {
      const { page } = await openConsoleLoggedIn(service, browser(), [
        { given_name: "Bo", surname: "Arch", email: "carver@stonemasons.example" },
        { given_name: "Cleo", surname: "Stone", email: "cleo@stonemasons.example" },
      ]);
      const search = page.getByRole("searchbox");
      for (const [text, found] of [
        ["stone", ["Cleo Stone"]],
        ["carver", ["Bo Arch"]],
        ["@stonemasons", ["Bo Arch", "Cleo Stone"]],
        ["stonemasons.example", ["Bo Arch", "Cleo Stone"]],
        ["carver@stone", ["Bo Arch"]],
      ] as const) {
        await search.fill(text);
        await expect
          .poll(() => page.getByRole("rowheader").allTextContents(), { message: text })
          .toEqual(found.map((name) => expect.stringContaining(name) as unknown));
      }
    });

    test("a list that is too long for the memory has pages and a search for the exact address, and says so (OPS-42)", async () => {
      const { page, team } = await openConsoleLoggedIn(service, browser(), many.slice(0, 60), { maxRows: 50 });
      await page.getByText("This list is too long to be sorted and filtered.").waitFor();
      expect(await page.getByRole("combobox").count()).toBe(0);
      expect(await page.getByRole("columnheader").getByRole("button").count()).toBe(0);
      await page.getByRole("navigation", { name: "Pages" }).getByText("1–25", { exact: true }).waitFor();
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByText("26–50").waitFor();
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByText("51–61").waitFor();
      expect(await page.getByRole("button", { name: "Next" }).getAttribute("aria-disabled")).toBe("true");
      await page.reload();
      await page.getByText("51–61").waitFor();
      expect((await saveCsv(page, /^members-/)).split("\r\n")).toHaveLength(63);
      const email = team.members[6]?.email ?? "";
      await page.getByRole("searchbox").fill(email);
      await page.getByText("1–1", { exact: true }).waitFor();
      await choose(page, "Member 7 Öberg", "Suspend");
      await confirm(page, "Suspend");
      await page.getByRole("row", { name: "Member 7 Öberg" }).getByText("Suspended").waitFor();
      await page.getByRole("searchbox").fill("Member 7");
      await page.getByText("Nothing matches").waitFor();
      await page.getByRole("link", { name: "Groups", exact: true }).click();
      await page.getByRole("button", { name: "Create group" }).first().click();
      await page.getByLabel("Name", { exact: true }).fill("Carvers");
      await confirm(page, "Create group");
      await page.getByRole("link", { name: "Carvers" }).click();
      await page.getByRole("button", { name: "Add member" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("enter the whole email address").waitFor();
      await dialog.getByRole("searchbox").fill(team.members[7]?.email ?? "");
      await dialog.getByRole("radio", { name: "Member 8 Stone" }).check();
      await confirm(page, "Add member");
      await page.getByRole("row", { name: "Member 8 Stone" }).waitFor();
    });

    test("an action in a list reloads only its row", async () => {
      const { page } = await openConsoleLoggedIn(service, browser(), [{ given_name: "Bo", surname: "Arch" }]);
      await page.getByText("1–2 of 2").waitFor();
      await page.waitForLoadState("networkidle");
      const requests = recordRequests(page);
      await choose(page, "Bo Arch", "Suspend");
      await confirm(page, "Suspend");
      await page.getByRole("row", { name: "Bo Arch" }).getByText("Suspended").waitFor();
      await page.waitForLoadState("networkidle");
      expect(requests).toEqual([
        "POST /api/2/team/members/suspend",
        "POST /lists/members/refresh",
        "POST /api/2/team/get_info",
      ]);
      requests.length = 0;
      await choose(page, "Bo Arch", "Edit profile");
      await page.getByRole("dialog").waitFor();
      await page.keyboard.press("Escape");
      expect(requests).toEqual([]);
    });

    test("changes by others appear in a list after a refresh", async () => {
      const { page, team } = await openConsoleLoggedIn(service, browser(), [{ given_name: "Bo", surname: "Arch" }]);
      const user = { ".tag": "team_member_id", team_member_id: team.members[0]?.team_member_id ?? "" } as const;
      await team.client.team.membersSuspend({ user });
      await page.getByRole("button", { name: "Refresh" }).click();
      await page.getByRole("row", { name: "Bo Arch" }).getByText("Suspended").waitFor();
    });

    test("the columns of a list show the sort order, and the URL contains it", async () => {
      const { page } = await openConsoleLoggedIn(service, browser(), [{ given_name: "Bo", surname: "Arch" }]);
      const header = page.getByRole("columnheader", { name: "Email" });
      expect(await header.getAttribute("aria-sort")).toBeNull();
      await header.getByRole("button").click();
      await page.locator("th[aria-sort=ascending]", { hasText: "Email" }).waitFor();
      await header.getByRole("button").click();
      await page.locator("th[aria-sort=descending]", { hasText: "Email" }).waitFor();
      expect(new URL(page.url()).hash).toBe("#members?sort=email&order=desc");
    });
  });
});

/** Saves the list that a page shows as CSV. Returns the contents of the file, whose name must match. */
async function saveCsv(page: Page, name: RegExp): Promise<string> {
  const starting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as CSV" }).click();
  const download = await starting;
  expect(download.suggestedFilename()).toMatch(name);
  return readFile(await download.path(), "utf8");
}

/** The requests for data that a page makes from now on, as `GET /path`. */
function recordRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(api|lists)\//.test(pathname)) {
      requests.push(`${request.method()} ${pathname}`);
    }
  });
  return requests;
}
