import type { Membership } from "#controls/storage";
import type { MembersRemoveArgInput, UserSelectorArg } from "cloud-storage-api/team";
import { expect, test } from "vitest";
import { Browser } from "./support/browser.js";
import { catchError } from "./support/errors.js";
import { newPerson, pathsIn, read, save } from "./support/files.js";
import { addApp } from "./support/people.js";
import { byMemberId, withEmail, withExternalId } from "./support/selectors.js";
import { describeService, moveClock, newEmail, type TestedTeam } from "./support/service.js";

const hour = 60 * 60 * 1000;

/** Moves the clock of the service. */
/** The info of a member. */
async function getInfo({ client }: TestedTeam, user: UserSelectorArg): Promise<unknown> {
  const [item] = await client.team.membersGetInfo({ members: [user] });
  return item;
}

/** The expected info of a removed member. */
const removed = (is_recoverable: boolean): object => ({
  ".tag": "member_info",
  profile: { status: { ".tag": "removed", is_recoverable } },
});

describeService("members/remove", (service) => {
  /** The status of the answer to a call with the token of a user. */
  const answerTo = async (token: string): Promise<number> =>
    (await service.post("files/copy", token, { from_path: "/none", to_path: "/copy" })).status;

  /** Opens the sign-up page. Returns the function that submits the form. */
  const openSignUp = async (email: string): Promise<() => Promise<{ readonly status: number }>> => {
    const app = await addApp(service);
    const page = await (await new Browser(service.url).open(app.url())).follow("Sign up");
    return () => page.press("Sign up", { given_name: "Robin", surname: "Doe", email, password: "battery staple" });
  };

  test("members/remove removes a member, whose tokens become invalid, and who can be recovered (B-195, Q-42)", async () => {
    const team = await service.team([{}]);
    const user = byMemberId(team.members[0]);
    const token = await service.userToken(team.members[0]?.account_id ?? "");
    expect(await team.client.team.membersRemove({ user })).toEqual({ ".tag": "complete" });
    expect(await getInfo(team, user)).toMatchObject(removed(true));
    expect(await answerTo(token)).toBe(401);
    expect(await catchError(team.client.team.membersRemove({ user }))).toEqual({ ".tag": "user_not_in_team" });
  });

  test("members/remove removes members with every status and by every selector (B-195, B-212)", async () => {
    const team = await service.team([{ status: "invited" }, { status: "suspended", external_id: "E-1" }, {}]);
    const [invited, , active] = team.members;
    for (const user of [byMemberId(invited), withExternalId("E-1"), withEmail(active?.email.toUpperCase() ?? "")]) {
      await team.client.team.membersRemove({ user });
      expect(await getInfo(team, user)).toMatchObject(removed(true));
    }
  });

  test("members/remove deletes the data on linked devices unless asked not to (B-143)", async () => {
    const { client, members } = await service.team([{}, {}]);
    for (const [index, member] of members.entries()) {
      const { team_member_id } = member;
      const session = await service.activity.addDesktopClient({ team_member_id });
      await client.team.membersRemove({ user: byMemberId(member), ...(index === 1 && { wipe_data: false }) });
      expect(await service.activity.getSession(session)).toMatchObject({ is_to_be_wiped: index === 0 });
    }
  });

  test("members/remove leaves the team an active administrator, even if two are removed at the same time (B-195, B-264)", async () => {
    const { client, admin, members } = await service.team([{ role: "team_admin" }]);
    const errors = await Promise.all(
      [admin, ...members].map((member) => catchError(client.team.membersRemove({ user: byMemberId(member) }))),
    );
    expect(errors).toEqual(expect.arrayContaining([undefined, { ".tag": "remove_last_admin" }]));
  });

  test("members/remove fails without any change for impossible requests (B-200, B-201, B-202, B-203, B-206, B-265, Q-34)", async () => {
    const long = `${"x".repeat(241 - "@example.com".length)}@example.com`;
    const team = await service.team([{ external_id: "E-1" }, { role: "support_admin" }, {}, { email: long }]);
    const other = await service.team();
    const [member, support, gone, disabled] = team.members;
    await team.client.team.membersRemove({ user: byMemberId(gone) });
    const [user, admin] = [byMemberId(member), byMemberId(team.admin)];
    const sameByEmail = withEmail(member?.email.toUpperCase() ?? "");
    const [unknown, foreign] = [withEmail(newEmail()), byMemberId(other.admin)];
    const cases: [MembersRemoveArgInput, string][] = [
      [{ user: unknown }, "user_not_found"],
      [{ user: foreign }, "user_not_found"],
      [{ user: byMemberId(gone) }, "user_not_in_team"],
      [{ user: admin }, "remove_last_admin"],
      [{ user, transfer_dest_id: admin }, "unspecified_transfer_admin_id"],
      [{ user, transfer_dest_id: sameByEmail, transfer_admin_id: admin }, "removed_and_transfer_dest_should_differ"],
      [
        { user, transfer_dest_id: withExternalId("E-1"), transfer_admin_id: admin },
        "removed_and_transfer_dest_should_differ",
      ],
      [
        { user: admin, transfer_dest_id: user, transfer_admin_id: withEmail(team.admin.email) },
        "removed_and_transfer_admin_should_differ",
      ],
      [{ user, transfer_dest_id: unknown, transfer_admin_id: admin }, "transfer_dest_user_not_found"],
      [{ user, transfer_dest_id: foreign, transfer_admin_id: admin }, "transfer_dest_user_not_found"],
      [{ user, transfer_dest_id: byMemberId(gone), transfer_admin_id: admin }, "transfer_dest_user_not_in_team"],
      [{ user, transfer_dest_id: admin, transfer_admin_id: unknown }, "transfer_admin_user_not_found"],
      [{ user, transfer_dest_id: admin, transfer_admin_id: byMemberId(gone) }, "transfer_admin_user_not_in_team"],
      [{ user, transfer_dest_id: admin, transfer_admin_id: byMemberId(support) }, "transfer_admin_is_not_admin"],
      [
        { user, transfer_dest_id: admin, transfer_admin_id: admin, keep_account: true },
        "cannot_keep_account_and_transfer",
      ],
      [{ user, keep_account: true }, "cannot_keep_account_and_delete_data"],
      [{ user: byMemberId(disabled) }, "email_address_too_long_to_be_disabled"],
      // Two things are wrong: the first one in the order of the checks is reported.
      [{ user: unknown, transfer_dest_id: unknown, transfer_admin_id: unknown }, "user_not_found"],
      [{ user: admin, transfer_dest_id: unknown, transfer_admin_id: admin }, "transfer_dest_user_not_found"],
    ];
    const before = await team.client.team.membersList({ include_removed: true });
    for (const [arg, expected] of [...cases, ...cases]) {
      const error = await catchError(team.client.team.membersRemove(arg));
      expect([arg, error]).toEqual([arg, { ".tag": expected }]);
    }
    const after = await team.client.team.membersList({ include_removed: true });
    expect(after.members).toEqual(before.members);
  });

  test("members/remove removes somebody whose email has 240 characters (B-205, Q-43)", async () => {
    const email = `${newEmail().split("@")[0] ?? ""}${"x".repeat(240 - 36 - "@example.com".length)}@example.com`;
    const team = await service.team([{ email }]);
    expect(email).toHaveLength(240);
    expect(await catchError(team.client.team.membersRemove({ user: withEmail(email) }))).toBeUndefined();
  });

  test("members/remove lets a member keep the account as a personal one, with its content (B-204)", async () => {
    const team = await service.team([{ external_id: "E-1" }]);
    const [member] = team.members;
    const client = service.clientWith(await service.userToken(member?.account_id ?? ""));
    await save(client, "/Notes.txt");
    const user = byMemberId(member);
    const launch = await team.client.team.membersRemove({ user, keep_account: true, wipe_data: false });
    expect(launch).toEqual({ ".tag": "complete" });
    expect(await getInfo(team, user)).toMatchObject(removed(false));
    expect(await pathsIn(client)).toEqual(["/Notes.txt"]);
    expect(await catchError(service.controls.addAccount({ email: member?.email ?? "" }))).toMatchObject({
      impossible: expect.stringContaining(member?.email ?? "") as string,
    });
    // The email is that of a personal account now, and the external id is free.
    const added = await team.client.team.membersAdd({
      new_members: [
        {
          member_email: member?.email ?? "",
          member_given_name: "Ann",
          member_surname: "Lee",
          member_external_id: "E-1",
        },
      ],
    });
    expect(added).toMatchObject({ complete: [{ ".tag": "success" }] });
    const mails = await service.controls.listMails({ recipient: member?.email });
    expect(mails.map(({ kind }) => kind)).toEqual(["migration"]);
  });

  test("members/remove leaves the team folders with the team when a member keeps the account (B-204)", async () => {
    const team = await service.team([{}]);
    const { account_id = "", email = "" } = team.members[0] ?? {};
    const memberships = (name: string): Membership[] => [{ account_id, is_read_only: false, mount_path: `/${name}` }];
    const folder = { team_id: team.id, name: "Plans", members: memberships("Plans") };
    const { namespace_id } = await service.storage.addTeamFolder(folder);
    await service.storage.addSharedFolder({ owner: account_id, members: memberships("Own") });
    const { files } = service.clientWith(await service.userToken(account_id));
    await files.createFolder({ path: "/Plans/Bridge" });
    await team.client.team.membersRemove({ user: withEmail(email), keep_account: true, wipe_data: false });
    const { entries } = await files.listFolder({ path: "" });
    expect(entries.map(({ name }) => name)).toEqual(["Own"]);
    for (const path of ["/Plans/Bridge", `ns:${namespace_id}/Bridge`]) {
      const error = await catchError(files.getMetadata({ path }));
      expect(error).toEqual({ ".tag": "path", path: { ".tag": "not_found" } });
    }
  });

  test("members/remove denies administrators access to a kept account (B-102, B-204)", async () => {
    const team = await service.team([{}]);
    const { account_id = "", email = "", namespace_id = "" } = team.members[0] ?? {};
    await save(service.clientWith(await service.userToken(account_id)), "/Notes.txt");
    const { files } = team.client.with({ selectAdmin: team.admin.team_member_id });
    const path = `ns:${namespace_id}/Notes.txt`;
    expect(await catchError(files.getMetadata({ path }))).toBeUndefined();
    await team.client.team.membersRemove({ user: withEmail(email), keep_account: true, wipe_data: false });
    expect(await catchError(files.getMetadata({ path }))).toEqual({ ".tag": "path", path: { ".tag": "not_found" } });
  });

  test("members/remove assigns an email to only one personal account if it is kept and signed up for at the same time (B-204, B-264)", async () => {
    const team = await service.team([{}, {}, {}]);
    for (const { email } of team.members) {
      const signUp = await openSignUp(email);
      const [kept, signedUp] = await Promise.all([
        team.client.team.membersRemove({ user: withEmail(email), keep_account: true, wipe_data: false }).outcome(),
        signUp(),
      ]);
      expect([kept.ok, signedUp.status]).toEqual(kept.ok ? [true, 400] : [false, 200]);
    }
  });

  test("members/remove moves the kept files to an existing personal account of the member (B-204)", async () => {
    const team = await service.team([{ given_name: "Ann", surname: "Lee" }]);
    const { account_id = "", email = "" } = team.members[0] ?? {};
    const own = await newPerson(service, { email });
    await save(own.client, "/Own.txt");
    await service.storage.addTeamFolder({
      team_id: team.id,
      name: "Plans",
      members: [{ account_id, is_read_only: false, mount_path: "/Plans" }],
    });
    const work = service.clientWith(await service.userToken(account_id));
    await save(work, "/Notes.txt", "what I know");
    const user = withEmail(email);
    await team.client.team.membersRemove({ user, keep_account: true, wipe_data: false });
    expect(await pathsIn(own.client)).toEqual(["/Ann Lee", "/Ann Lee/Notes.txt", "/Own.txt"]);
    expect(await read(own.client, "/Ann Lee/Notes.txt")).toBe("what I know");
    await expect(pathsIn(work)).rejects.toThrow(/invalid_access_token|credentials/);
    expect(await catchError(team.client.team.membersRecover({ user }))).toEqual({ ".tag": "user_unrecoverable" });
  });

  test.each([
    ["has too little space", (email: string) => service.controls.addAccount({ email, quota: 3 })],
    ["belongs to someone who has not verified the email", async (email: string) => (await openSignUp(email))()],
  ])(
    "members/remove lets nobody keep an account if the personal one with the email %s (B-204)",
    async (_what, addAccount) => {
      const team = await service.team([{}]);
      const { account_id = "", email = "" } = team.members[0] ?? {};
      await save(service.clientWith(await service.userToken(account_id)), "/Notes.txt");
      await addAccount(email);
      const user = withEmail(email);
      const error = await catchError(team.client.team.membersRemove({ user, keep_account: true, wipe_data: false }));
      expect(error).toEqual({ ".tag": "other" });
      expect(await getInfo(team, user)).toMatchObject({ profile: { status: { ".tag": "active" } } });
    },
  );

  test("members/remove permanently removes the member from groups (B-170, Q-37)", async () => {
    const team = await service.team([{}]);
    const user = byMemberId(team.members[0]);
    const { group_id } = await team.client.team.groupsCreate({ group_name: "Cartography" });
    const group = { ".tag": "group_id", group_id } as const;
    await team.client.team.groupsMembersAdd({ group, members: [{ user, access_type: "member" }] });
    await team.client.team.membersRemove({ user });
    const count = async (): Promise<unknown> => (await team.client.team.groupsList()).groups[0]?.member_count;
    expect(await count()).toBe(0);
    await team.client.team.membersRecover({ user });
    expect(await count()).toBe(0);
    expect(await getInfo(team, user)).toMatchObject({ profile: { groups: [] } });
  });
});

describeService("members/recover", (service) => {
  test("members/recover recovers a member within 7 days (B-197, B-207)", async () => {
    const team = await service.team([{}, {}]);
    const [user, late] = team.members.map(byMemberId);
    if (user === undefined || late === undefined) {
      throw new Error("There are no members.");
    }
    await team.client.team.membersRemove({ user });
    await team.client.team.membersRemove({ user: late });
    await moveClock(service, 7 * 24 * hour - hour);
    expect(await getInfo(team, user)).toMatchObject(removed(true));
    expect(await team.client.team.membersRecover({ user })).toBeUndefined();
    expect(await getInfo(team, user)).toMatchObject({ profile: { status: { ".tag": "active" } } });
    await moveClock(service, 7 * 24 * hour + 1000);
    expect(await getInfo(team, late)).toMatchObject(removed(false));
    const byEmail = withEmail(team.members[1]?.email ?? "");
    for (const selector of [late, byEmail, late, byEmail]) {
      const error = await catchError(team.client.team.membersRecover({ user: selector }));
      expect(error).toEqual({ ".tag": "user_unrecoverable" });
    }
    expect(await getInfo(team, byEmail)).toMatchObject(removed(false));
  });

  test("members/recover restores the status before the removal, but never a suspension (B-207, N-02)", async () => {
    const team = await service.team([{ status: "invited" }, { status: "suspended" }, { external_id: "E-1" }]);
    for (const member of team.members) {
      await team.client.team.membersRemove({ user: byMemberId(member) });
      await team.client.team.membersRecover({ user: withEmail(member.email.toUpperCase()) });
    }
    const { members } = await team.client.team.membersList();
    expect(members.map(({ profile }) => profile.status[".tag"])).toEqual(["active", "invited", "active", "active"]);
    expect(members[3]?.profile.external_id).toBe("E-1");
  });

  test("members/recover fails for those who were never removed, are unknown, or have kept their account (B-207, Q-34)", async () => {
    const team = await service.team([{}, { status: "suspended" }]);
    const [kept, suspended] = team.members;
    await team.client.team.membersRemove({ user: byMemberId(kept), keep_account: true, wipe_data: false });
    const cases: [UserSelectorArg, string][] = [
      [byMemberId(team.admin), "user_unrecoverable"],
      [byMemberId(suspended), "user_unrecoverable"],
      [withEmail(newEmail()), "user_not_found"],
      [byMemberId(kept), "user_not_in_team"],
    ];
    for (const [user, expected] of cases) {
      expect(await catchError(team.client.team.membersRecover({ user }))).toEqual({ ".tag": expected });
    }
  });

  test("members/recover recovers nobody beyond the member limit of the free plan (B-207, Q-39)", async () => {
    const team = await service.team([{}], { free_member_limit: 2, licenses: 9 });
    const user = byMemberId(team.members[0]);
    await team.client.team.membersRemove({ user });
    const person = { member_email: newEmail(), member_given_name: "Ann", member_surname: "Lee" };
    await team.client.team.membersAdd({ new_members: [person] });
    expect(await catchError(team.client.team.membersRecover({ user }))).toEqual({ ".tag": "team_license_limit" });
  });

  test("members/recover requires a license, and gives the last one to only one of two (B-207, B-264)", async () => {
    const team = await service.team([{}, {}], { licenses: 3 });
    const users = team.members.map(byMemberId);
    for (const user of users) {
      await team.client.team.membersRemove({ user });
    }
    const person = { member_email: newEmail(), member_given_name: "Ann", member_surname: "Lee" };
    await team.client.team.membersAdd({ new_members: [person] });
    const errors = await Promise.all(users.map((user) => catchError(team.client.team.membersRecover({ user }))));
    expect(errors).toEqual(expect.arrayContaining([undefined, { ".tag": "team_license_limit" }]));
    const { members } = await team.client.team.membersList();
    expect(members).toHaveLength(3);
  });
});
