import { expect, test } from "vitest";
import { Browser } from "./support/browser.js";
import { addApp } from "./support/people.js";
import { byMemberId } from "./support/selectors.js";
import { describeService, type TestedTeam } from "./support/service.js";

describeService("the invitation page", (service) => {
  /** The link in the mail that invites a member. */
  async function linkTo({ client }: TestedTeam, member: { team_member_id: string; email: string }): Promise<string> {
    await client.team.membersSendWelcomeEmail(byMemberId(member));
    const [mail] = await service.controls.listMails({ recipient: member.email });
    return mail?.link ?? "";
  }

  test("the invitation page lets the invited member join, with a password, and logs them in (N-03)", async () => {
    const team = await service.team([{ status: "invited" }], { name: "Stone & Sons" });
    const { client, members } = team;
    const [member = { team_member_id: "", email: "" }] = members;
    const path = await linkTo(team, member);
    const browser = new Browser(service.url);
    const page = await browser.open(path);
    expect(page.text).toContain("Join Stone &amp; Sons");
    expect(page.text).toContain(member.email);
    expect((await page.press("Join the team", { password: "short" })).status).toBe(400);
    expect((await page.press("Join the team", { password: "battery staple", token: "x" })).status).toBe(403);
    expect(await getStatus(member.team_member_id)).toEqual(["invited", false]);

    const welcome = await page.press("Join the team", { password: "battery staple" });
    expect(welcome.text).toContain("Welcome to Stone &amp; Sons");
    expect(await getStatus(member.team_member_id)).toEqual(["active", true]);
    const app = await addApp(service);
    expect((await browser.open(app.url())).text).toContain(member.email);
    const elsewhere = await new Browser(service.url).open(app.url());
    const consent = await elsewhere.press("Log in", { email: member.email, password: "battery staple" });
    expect(consent.text).toContain("Allow");

    async function getStatus(team_member_id: string): Promise<unknown> {
      const [item] = await client.team.membersGetInfo({ members: [{ ".tag": "team_member_id", team_member_id }] });
      return item?.[".tag"] === "member_info" ? [item.profile.status[".tag"], item.profile.email_verified] : item;
    }
  });

  test("the invitation page tells users with a personal account that it stays unchanged", async () => {
    const team = await service.team([{ status: "invited" }]);
    const [member = { team_member_id: "", email: "" }] = team.members;
    const path = await linkTo(team, member);
    expect((await new Browser(service.url).open(path)).text).not.toContain("personal account");
    await service.controls.addAccount({ email: member.email });
    expect((await new Browser(service.url).open(path)).text).toContain("Your personal account stays as it is");
  });

  test("the invitation page verifies the email, even with concurrent changes (N-03, B-264)", async () => {
    const { client, members } = await service.team(Array.from({ length: 8 }, () => ({ status: "invited" as const })));
    const users = members.map(byMemberId);
    await Promise.all(
      members.flatMap(({ team_member_id }, index) => [
        client.team.membersSetProfile({ user: users[index] ?? byMemberId(undefined), new_surname: "Arch" }),
        service.controls.acceptInvitation({ team_member_id }),
      ]),
    );
    const infos = await client.team.membersGetInfo({ members: users });
    expect(infos).toHaveLength(8);
    for (const info of infos) {
      expect(info).toMatchObject({ profile: { email_verified: true, status: { ".tag": "active" } } });
    }
  });

  test("the invitation page refuses used and invalid links", async () => {
    const team = await service.team([{ status: "invited" }, { status: "invited" }]);
    const { members } = team;
    const [path = "", ofActive = ""] = await Promise.all(members.map((member) => linkTo(team, member)));
    await service.controls.acceptInvitation({ team_member_id: members[1]?.team_member_id ?? "" });
    const [first, second] = [await new Browser(service.url).open(path), await new Browser(service.url).open(path)];
    const shown = await Promise.all(
      [first, second].map((page) => page.press("Join the team", { password: "battery staple" })),
    );
    expect(shown.map(({ status }) => status).sort()).toEqual([200, 404]);
    for (const [wrong, explanation] of [
      [path, "It was accepted, withdrawn or sent again"],
      [ofActive, "It was accepted, withdrawn or sent again"],
      [`${path}x`, "The link is incomplete"],
      [path.slice(0, -1), "The link is incomplete"],
      [`/invitations/${members[0]?.team_member_id ?? ""}`, "The link is incomplete"],
      ["/invitations/.", ""],
    ] as const) {
      const { status, text } = await new Browser(service.url).open(wrong);
      expect([wrong, status, text]).toEqual([wrong, 404, expect.stringContaining(explanation)]);
    }
  });
});
