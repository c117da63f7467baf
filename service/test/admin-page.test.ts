import { expect, test } from "vitest";
import { describeInChromium } from "../../test/browser/chromium.js";
import { readPeople } from "../admin/page/members/read-people.js";
import {
  choose,
  chooseForSelected,
  confirm,
  logIn,
  openConsole,
  openConsoleLoggedIn,
  password,
} from "./support/console.js";
import { describeService, newEmail } from "./support/service.js";

test("a pasted list has addresses, names with addresses, or cells; lines that are not understood are named (OPS-50)", () => {
  for (const [list, expected] of [
    ["bo.arch@masons.example", ["Bo Arch bo.arch@masons.example"]],
    ["bo@masons.example;", ["Bo (masons.example) bo@masons.example"]],
    ["Bo van Arch <bo@masons.example>", ["Bo van Arch bo@masons.example"]],
    [
      '"Arch, Bo" <bo@masons.example>, <cleo.vault@masons.example>',
      ["Bo Arch bo@masons.example", "Cleo Vault cleo.vault@masons.example"],
    ],
    [
      "Arch, Bo <bo@masons.example>; Vault, Cleo <cleo@masons.example>",
      ["Bo Arch bo@masons.example", "Cleo Vault cleo@masons.example"],
    ],
    ['Bo,"Arch, Jr.",bo@masons.example', ["Bo Arch, Jr. bo@masons.example"]],
    ["bo@masons.example\tBo Arch\t", ["Bo Arch bo@masons.example"]],
    [
      '\ufeffSurname;E-mail;Given name;Role\r\nArch;"\'+bo@masons.example";Bo;Member\r\n',
      ["Bo Arch +bo@masons.example"],
    ],
    ["Name\tEmail\tStatus\nBo Arch\tbo@masons.example\tActive", ["Bo Arch bo@masons.example"]],
    ["Bo Arch", ["1: There is no email address."]],
    ["\nbo@", ["2: bo@ is not a valid email address."]],
    [
      "bo@m.example, Bo, Arch, Member",
      ["1: There are too many columns. Add a first line with their titles: Email, Given name, Surname."],
    ],
    ["bo@m.example, Bo, cleo@m.example", ["1: There are several addresses. Write one person on each line."]],
    ["Bo|Arch <bo@m.example>", ['1: A name is too long or has one of the characters / : ? * < > " |']],
    ["bo.arch@m.example\nBO.ARCH@m.example", ["Bo Arch bo.arch@m.example", "2: BO.ARCH@m.example is also on line 1."]],
    ["Email,Name\n,Bo", ["2: There is no email address."]],
    ["", []],
  ] as const) {
    const { people, invalid } = readPeople(list);
    expect(
      [
        ...people.map(({ given, surname, email }) => `${given} ${surname} ${email}`),
        ...invalid.map(({ line, problem }) => `${line}: ${problem}`),
      ],
      list,
    ).toEqual(expected);
  }
});

describeInChromium("the admin console", (browser) => {
  describeService("the admin console", (service) => {
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
      expect(await page.getByRole("textbox", { name: "People" }).inputValue()).toBe(
        `${bosEmail}, "Bo", "(example.com)"`,
      );
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

    test("an email address that the API does not accept is named as such", async () => {
      const { page } = await openConsoleLoggedIn(service, browser());
      await page.getByRole("button", { name: "Invite member" }).click();
      await page.getByLabel("Given name").fill("Cleo");
      await page.getByLabel("Surname").fill("Vault");
      await page.getByLabel("Email").fill("a@b");
      await page.getByRole("button", { name: "Send invitation" }).click();
      await page.getByRole("alert").getByText("This is not a valid email address.").waitFor();
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

    test("invalid input is reported as a sentence as well", async () => {
      const { page } = await openConsoleLoggedIn(service, browser());
      await page.getByRole("button", { name: "Invite member" }).click();
      await page.getByLabel("Given name").fill("a/b");
      await page.getByLabel("Surname").fill("Vault");
      await page.getByLabel("Email").fill(newEmail());
      await page.getByRole("button", { name: "Send invitation" }).click();
      await page.getByRole("dialog").getByRole("alert").getByText("characters that are not allowed").waitFor();
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

    test("charts end today, and provide their data as text", async () => {
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
      const chart = page.getByRole("img", { name: "Files edited a day" });
      await chart.waitFor();
      expect(await chart.getAttribute("aria-label")).toMatch(/: 1 in 28 days\.$/);
      await page.getByText("Data for Files edited").click();
      const rows = page.getByRole("figure").filter({ hasText: "Files edited" }).locator("tbody tr");
      expect((await rows.locator("td").allTextContents()).slice(-4)).toEqual(["0", "No data", "1", "No data"]);
      const today = new Date().toLocaleDateString("en", { day: "numeric", month: "short", timeZone: "UTC" });
      expect(await rows.last().locator("th").textContent()).toBe(today);
    });

    test("keeps the team token on its server, and requires access to be granted", async () => {
      const { page, team } = await openConsole(service, browser());
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
      await page.getByRole("link", { name: "Log in" }).click();
      await page.getByRole("button", { name: "Allow" }).click();
      await page.getByText("Masons").waitFor();
      expect(seen.join("\n")).toContain("Masons");
      expect(seen.join("\n")).not.toMatch(/cst\./); // as tokens begin
      await page.getByRole("button", { name: /^Account/ }).click();
      await page.getByRole("menuitem", { name: "Log out" }).click();
      await page.getByRole("link", { name: "Log in" }).waitFor();
    });

    test("after a session has ended, the user logs in again and returns to the same place", async () => {
      const { page, team } = await openConsoleLoggedIn(service, browser());
      await page.getByRole("link", { name: "Team folders" }).click();
      await page.getByText("No team folders yet").waitFor();
      await page.context().clearCookies();
      await page.getByRole("link", { name: "Devices" }).click();
      await page.getByText("Your session has ended.").waitFor();
      expect(await page.title()).toBe("Log in · Admin console");
      await page.getByRole("link", { name: "Log in" }).click();
      await page.getByLabel("Email").fill(team.admin.email);
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Log in" }).click();
      await page.getByRole("heading", { name: "Devices" }).waitFor();
    });

    test("a log-out that fails at the service is reported", async () => {
      const { page } = await openConsoleLoggedIn(service, browser());
      await page.route("**/logout", async (route) => {
        await page.context().clearCookies(); // the console ends its own session before it calls the service
        await route.fulfill({ status: 502 });
      });
      await page.getByRole("button", { name: /^Account/ }).click();
      await page.getByRole("menuitem", { name: "Log out" }).click();
      await page.getByRole("alert").getByText("The log-out did not complete").waitFor();
    });

    test("a log-out that does not reach the console's server is reported", async () => {
      const { page } = await openConsoleLoggedIn(service, browser());
      await page.route("**/logout", (route) => route.abort());
      await page.getByRole("button", { name: /^Account/ }).click();
      await page.getByRole("menuitem", { name: "Log out" }).click();
      await page.getByText("The log-out failed, and you are still logged in.").waitFor();
    });

    test("no text from the URL is shown as a message of the console", async () => {
      const { page, url, team } = await openConsole(service, browser());
      await page.goto(`${url}/?problem=Call%20555-0100%20to%20unlock`);
      await page.getByRole("link", { name: "Log in" }).waitFor();
      expect(await page.locator("body").textContent()).not.toContain("555");
      expect(new URL(page.url()).search).toBe(""); // a page that is loaded again does not repeat the problem
      await logIn(page, team.admin.email);
    });
  });
});

/** The label of the focused element. */
function focusedLabel(page: Awaited<ReturnType<typeof openConsole>>["page"]): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
}
