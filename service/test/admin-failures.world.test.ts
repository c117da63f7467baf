import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeInChromium } from "../../test/browser/chromium.js";
import { choose, confirm, openConsole, openConsoleLoggedIn, password } from "./support/console.js";
import type { Fault } from "./support/faulty-proxy.js";
import { describeService, newEmail } from "./support/service.js";

/** How the service fails, and what the console says then. */
const kinds: readonly { readonly fault: Omit<Fault, "path">; readonly list: string; readonly action: string }[] = [
  {
    fault: { status: 429, retryAfter: 20 },
    list: "There were too many requests. Try again in 20 seconds.",
    action: "There were too many requests. Try again in 20 seconds.",
  },
  {
    fault: { status: 500 },
    list: "The service failed. Try again in a moment.",
    action: "The service failed. Wait a moment and check whether the change took effect before you try again.",
  },
  {
    fault: { status: 503, retryAfter: 120 },
    list: "The service failed. Try again in a moment.",
    action: "The service is not available at the moment. Try again in 2 minutes.",
  },
];

const bo = { given_name: "Bo", surname: "Arch" };

describeInChromium("the admin console while the service fails", (browser) => {
  describeService("the admin console", (service) => {
    test("a list that cannot be loaded says why, keeps the search, and is shown after another attempt", async () => {
      const { page, proxy } = await openConsoleLoggedIn(service, browser(), [bo]);
      await page.getByRole("searchbox").fill("arch");
      await page.getByText("1–1 of 1").waitFor();
      for (const { fault, list } of kinds) {
        proxy.fail({ path: "/2/team/members/list", ...fault });
        await page.getByRole("button", { name: "Refresh" }).click();
        await alert(page, list);
        await page.getByRole("row", { name: "Bo Arch" }).waitFor(); // what was loaded stays
        proxy.heal();
        await page.getByRole("button", { name: "Try again" }).click();
        await page.getByRole("alert").getByText(list).waitFor({ state: "detached" });
        expect(await page.getByRole("searchbox").inputValue()).toBe("arch");
      }
    });

    test("a part and a detail page that cannot be loaded at first offer another attempt", async () => {
      const { page, proxy, team } = await openConsoleLoggedIn(service, browser(), [bo]);
      const [limited, failing, unavailable] = kinds;
      for (const [place, path, shown, fault, sentence] of [
        ["#devices", "/2/team/devices/list", "No devices", limited?.fault, limited?.list],
        [`#members/${team.members[0]?.team_member_id ?? ""}`, "/get_info", "Membership", failing?.fault, failing?.list],
        ["#activity", "/2/team/reports/", "No activity", unavailable?.fault, unavailable?.action],
      ] as const) {
        proxy.fail({ path, status: 500, ...fault });
        await page.evaluate((hash) => (location.hash = hash), place);
        await alert(page, sentence ?? "");
        proxy.heal();
        await page.getByRole("button", { name: "Try again" }).click();
        await page.getByText(shown).first().waitFor();
      }
    });

    test("an action that fails says why in its dialog, keeps what was typed, and succeeds with another attempt", async () => {
      const { page, proxy, team } = await openConsoleLoggedIn(service, browser(), [bo]);
      for (const { fault, action } of kinds) {
        const email = newEmail();
        await page.getByRole("button", { name: "Invite member" }).click();
        await page.getByLabel("Given name").fill("Cleo");
        await page.getByLabel("Surname").fill("Vault");
        await page.getByLabel("Email").fill(email);
        await page.getByRole("radio", { name: "Support admin" }).check();
        proxy.fail({ path: "/2/team/members/add", ...fault });
        await page.getByRole("button", { name: "Send invitation" }).click();
        await alert(page, action);
        proxy.heal();
        expect(await page.getByLabel("Email").inputValue()).toBe(email);
        expect(await page.getByRole("radio", { name: "Support admin" }).isChecked()).toBe(true);
        await confirm(page, "Send invitation");
        await page.getByRole("status").getByText("Cleo Vault was invited.").waitFor();
        const { members } = await team.client.team.membersList();
        expect(members.filter(({ profile }) => profile.email === email)).toHaveLength(1);
      }
    });

    test("confirmations and actions without a dialog say why they failed, and can be tried again", async () => {
      const { page, proxy } = await openConsoleLoggedIn(service, browser(), [bo]);
      for (const { fault, action } of kinds) {
        proxy.fail({ path: "/2/team/members/suspend", ...fault });
        await choose(page, "Bo Arch", "Suspend");
        await page.getByRole("dialog").getByRole("button", { name: "Suspend", exact: true }).click();
        await alert(page, action);
        proxy.heal();
        await confirm(page, "Suspend");
        await page.getByRole("row", { name: "Bo Arch" }).getByText("Suspended").waitFor();
        proxy.fail({ path: "/2/team/members/unsuspend", ...fault });
        await choose(page, "Bo Arch", "End suspension");
        await alert(page, action);
        proxy.heal();
        await choose(page, "Bo Arch", "End suspension");
        await page.getByRole("row", { name: "Bo Arch" }).getByText("Active").waitFor();
      }
    });

    test("an action that succeeded is not reported as failed if its result cannot be loaded", async () => {
      const { page, proxy, team } = await openConsoleLoggedIn(service, browser());
      await page.getByRole("link", { name: "Groups" }).click();
      await page.getByText("No groups yet").waitFor();
      await page.getByRole("button", { name: "Create group" }).click();
      await page.getByLabel("Name", { exact: true }).fill("Carvers");
      proxy.fail({ path: "/2/team/groups/get_info", status: 500 });
      await confirm(page, "Create group");
      await page.getByRole("status").getByText("The group Carvers was created.").waitFor();
      await page.getByRole("row", { name: "Carvers" }).waitFor(); // the whole list was loaded again
      expect((await team.client.team.groupsList()).groups).toHaveLength(1);
    });

    test("a search for the person to add to a group can be tried again", async () => {
      const { page, team } = await openConsoleLoggedIn(service, browser(), [bo]);
      const { group_id } = await team.client.team.groupsCreate({ group_name: "Carvers" });
      await page.evaluate((hash) => (location.hash = hash), `#groups/${group_id}`);
      await page.getByText("Nobody is in this group yet").waitFor();
      await page.evaluate(() => (location.hash = "#groups"));
      await page.getByRole("button", { name: "Refresh" }).click();
      await page.getByRole("link", { name: "Carvers" }).click();
      await page.route("**/lists/members?*", (route) => route.fulfill({ status: 504 }));
      await page.getByRole("button", { name: "Add member" }).click();
      await alert(page, "The service cannot be reached. Try again in a moment.");
      await page.unroute("**/lists/members?*");
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByRole("radio", { name: "Bo Arch" }).check();
      await confirm(page, "Add member");
      await page.getByRole("row", { name: "Bo Arch" }).waitFor();
    });

    test("a change that was started is not reported as if nothing had happened when its result cannot be read", async () => {
      const { page, proxy, team } = await openConsoleLoggedIn(service, browser());
      await team.client.team.groupsCreate({ group_name: "Carvers" });
      await page.getByRole("link", { name: "Groups" }).click();
      await service.controls.setFault({ place: "job-hold", subject: "team/groups/delete" });
      proxy.fail({ path: "job_status/get", status: 400 });
      await choose(page, "Carvers", "Delete");
      await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
      await alert(page, "The change was started, but the service does not say whether it is complete.");
      await service.controls.clearFaults();
    });

    test("the admin console waits by itself if the service asks it to wait for a second", async () => {
      const { page, proxy } = await openConsoleLoggedIn(service, browser(), [bo]);
      proxy.fail({ path: "/2/team/members/suspend", status: 429, retryAfter: 1 });
      await choose(page, "Bo Arch", "Suspend");
      await page.getByRole("dialog").getByRole("button", { name: "Suspend", exact: true }).click();
      await expect.poll(() => proxy.failed.length).toBe(1);
      proxy.heal();
      await page.getByRole("row", { name: "Bo Arch" }).getByText("Suspended").waitFor();
      expect(proxy.failed).toHaveLength(1);
    });

    test("a log-in that fails says so and can be tried again", async () => {
      const { page, proxy, team } = await openConsole(service, browser());
      for (const [index, { fault }] of kinds.entries()) {
        proxy.fail({ path: "/oauth2/token", ...fault });
        await page.getByRole("link", { name: "Log in" }).click();
        if (index === 0) {
          // Later the service knows who logs in, and that they allow it.
          await page.getByLabel("Email").fill(team.admin.email);
          await page.getByLabel("Password").fill(password);
          await page.getByRole("button", { name: "Log in" }).click();
          await page.getByRole("button", { name: "Allow" }).click();
        }
        await alert(page, "The service could not complete the log-in. Wait a moment and try again.");
        expect(proxy.failed).toHaveLength(index + 1);
      }
      proxy.heal();
      await page.getByRole("link", { name: "Log in" }).click();
      await page.getByRole("table", { name: "Members" }).waitFor();
    });

    test("a console that cannot be reached when it is opened says so, and can be tried again", async () => {
      const { page } = await openConsoleLoggedIn(service, browser());
      for (const answer of ["abort", 503] as const) {
        await page.route("**/session", (route) =>
          answer === "abort" ? route.abort() : route.fulfill({ status: answer }),
        );
        await page.reload();
        await alert(page, "The console cannot be reached. Check your connection and try again.");
        await page.unroute("**/session");
        await page.getByRole("button", { name: "Try again" }).click();
        await page.getByRole("table", { name: "Members" }).waitFor();
      }
    });
  });
});

/** Waits for an error message that contains a sentence. */
async function alert(page: Page, sentence: string): Promise<void> {
  await page.getByRole("alert").getByText(sentence).waitFor();
}
