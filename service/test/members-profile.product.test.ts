import type { MembersSetProfileArg } from "cloud-storage-api/team";
import { expect, test } from "vitest";
import { catchError } from "./support/errors.js";
import { byMemberId, withEmail, withExternalId } from "./support/selectors.js";
import { describeService, newEmail } from "./support/service.js";

describeService("members/set_profile", (service) => {
  test("members/set_profile changes what is given and nothing else (B-210)", async () => {
    const { client, members } = await service.team([{ given_name: "mara", surname: "Okafor", external_id: "E-1" }]);
    const [member] = members;
    const user = byMemberId(member);
    const renamed = await client.team.membersSetProfile({ user, new_surname: "Lindqvist" });
    expect(renamed.profile).toMatchObject({
      team_member_id: member?.team_member_id,
      email: member?.email,
      external_id: "E-1",
      name: {
        given_name: "mara",
        surname: "Lindqvist",
        familiar_name: "mara",
        display_name: "mara Lindqvist",
        abbreviated_name: "ML",
      },
    });
    const email = newEmail();
    const moved = await client.team.membersSetProfile({
      user,
      new_email: email,
      new_external_id: "E-2",
      new_given_name: "Óda",
    });
    expect(moved.profile).toMatchObject({ email, external_id: "E-2", name: { display_name: "Óda Lindqvist" } });
    expect(await client.team.membersGetInfo({ members: [withEmail(email), withExternalId("E-2")] })).toEqual([
      { ".tag": "member_info", ...moved },
      { ".tag": "member_info", ...moved },
    ]);
    expect(await client.team.membersGetInfo({ members: [withEmail(member?.email ?? "")] })).toMatchObject([
      { ".tag": "id_not_found" },
    ]);
  });

  test("members/set_profile does not treat a new address as verified (B-210)", async () => {
    const { client, admin } = await service.team();
    const set = async (new_email: string): Promise<boolean> =>
      (await client.team.membersSetProfile({ user: byMemberId(admin), new_email })).profile.email_verified;
    expect(await set(admin.email.toUpperCase())).toBe(true);
    expect(await set(newEmail())).toBe(false);
  });

  test("members/set_profile clears the external id by an empty one (Q-45)", async () => {
    const { client, members } = await service.team([{ external_id: "E-1" }, { external_id: "E-2" }]);
    for (const member of members) {
      const user = byMemberId(member);
      const { profile } = await client.team.membersSetProfile({ user, new_external_id: "" });
      expect(profile.external_id).toBeUndefined();
    }
  });

  test("members/set_profile fails if there is nothing to change, or the external id both selects and changes (B-211)", async () => {
    const { client, members } = await service.team([{ external_id: "E-1" }]);
    const nothing = client.team.membersSetProfile({ user: byMemberId(members[0]) });
    expect(await catchError(nothing)).toEqual({ ".tag": "no_new_data_specified" });
    for (const new_external_id of ["E-2", "E-1", ""]) {
      const unsafe = client.team.membersSetProfile({ user: withExternalId("E-1"), new_external_id });
      expect(await catchError(unsafe)).toEqual({ ".tag": "external_id_and_new_external_id_unsafe" });
    }
    const safe = await client.team.membersSetProfile({ user: withExternalId("E-1"), new_surname: "Lee" });
    expect(safe.profile.external_id).toBe("E-1");
  });

  test("members/set_profile fails if somebody else has the email or the external id (B-211)", async () => {
    const [team, other] = [await service.team([{ external_id: "E-1" }, { external_id: "E-2" }]), await service.team()];
    const personal = newEmail();
    await service.controls.addAccount({ email: personal });
    const [first, second] = team.members;
    await team.client.team.membersRemove({ user: byMemberId(second) });
    const user = byMemberId(first);
    for (const taken of [team.admin.email, other.admin.email, personal, second?.email ?? ""]) {
      const error = await catchError(team.client.team.membersSetProfile({ user, new_email: taken.toUpperCase() }));
      expect(error).toEqual({ ".tag": "email_reserved_for_other_user" });
    }
    const error = await catchError(team.client.team.membersSetProfile({ user, new_external_id: "E-2" }));
    expect(error).toEqual({ ".tag": "external_id_used_by_other_user" });
    const unchanged = await team.client.team.membersGetInfo({ members: [user] });
    expect(unchanged).toMatchObject([{ profile: { email: first?.email, external_id: "E-1" } }]);
    const same = { user, new_email: first?.email, new_external_id: "E-1" };
    expect((await team.client.team.membersSetProfile(same)).profile.email).toBe(first?.email);
  });

  test("members/set_profile assigns an email to only one of two members at the same time (B-264)", async () => {
    const { client, admin, members } = await service.team([{}]);
    const other = await service.team();
    const new_email = newEmail();
    const errors = await Promise.all([
      catchError(client.team.membersSetProfile({ user: byMemberId(admin), new_email })),
      catchError(client.team.membersSetProfile({ user: byMemberId(members[0]), new_email })),
      catchError(other.client.team.membersSetProfile({ user: byMemberId(other.admin), new_email })),
    ]);
    expect(errors.filter((error) => error === undefined)).toHaveLength(1);
    expect(errors).toContainEqual({ ".tag": "email_reserved_for_other_user" });
  });

  test("members/set_profile is disallowed for the email of an invited member, and for recoverable members (B-211, Q-46)", async () => {
    const { client, members } = await service.team([{ status: "invited" }, {}]);
    const [invited, removed] = members;
    await client.team.membersRemove({ user: byMemberId(removed) });
    const attempts: MembersSetProfileArg[] = [
      { user: byMemberId(invited), new_email: newEmail() },
      { user: byMemberId(removed), new_surname: "Lee" },
    ];
    for (const arg of attempts) {
      expect(await catchError(client.team.membersSetProfile(arg))).toEqual({ ".tag": "set_profile_disallowed" });
    }
    const named = await client.team.membersSetProfile({ user: byMemberId(invited), new_surname: "Lee" });
    expect(named.profile).toMatchObject({ status: { ".tag": "invited" }, name: { surname: "Lee" } });
  });

  test("members/set_profile fails for unknown users and for members whose account has left the team (B-211, Q-34)", async () => {
    const { client, members } = await service.team([{}]);
    await client.team.membersRemove({ user: byMemberId(members[0]), keep_account: true, wipe_data: false });
    const gone = client.team.membersSetProfile({ user: byMemberId(members[0]), new_surname: "Lee" });
    expect(await catchError(gone)).toEqual({ ".tag": "user_not_in_team" });
    const unknown = client.team.membersSetProfile({ user: withEmail(newEmail()), new_surname: "Lee" });
    expect(await catchError(unknown)).toEqual({ ".tag": "user_not_found" });
  });

  test("members/set_profile refuses an empty email (B-211, Q-45)", async () => {
    const { token, admin } = await service.team();
    const response = await service.post("team/members/set_profile", token, { user: byMemberId(admin), new_email: "" });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("new_email");
  });
});

describeService("members/set_admin_permissions", (service) => {
  test("members/set_admin_permissions gives a member another role, also by its name alone (B-209, B-042)", async () => {
    const { client, token, members } = await service.team([{}, { status: "invited" }]);
    for (const member of members) {
      const user = byMemberId(member);
      for (const new_role of ["support_admin", { ".tag": "team_admin" }, "user_management_admin"]) {
        const response = await service.post("team/members/set_admin_permissions", token, { user, new_role });
        const tag = typeof new_role === "string" ? new_role : new_role[".tag"];
        expect(await response.json()).toEqual({ team_member_id: member.team_member_id, role: { ".tag": tag } });
      }
      expect(await client.team.membersGetInfo({ members: [user] })).toMatchObject([
        { role: { ".tag": "user_management_admin" } },
      ]);
    }
  });

  test("members/set_admin_permissions leaves the team an active administrator, also if two lose their role at once (B-209, B-264, Q-44)", async () => {
    const { client, admin, members } = await service.team([
      { role: "team_admin" },
      { role: "team_admin", status: "invited" },
    ]);
    const both = [admin, members[0]].map(byMemberId);
    const demote = async (user: (typeof both)[number]): Promise<unknown> =>
      catchError(client.team.membersSetAdminPermissions({ user, new_role: "member_only" }));
    const errors = await Promise.all(both.map(demote));
    expect(errors).toEqual(expect.arrayContaining([undefined, { ".tag": "last_admin" }]));
    expect(await demote(byMemberId(members[1]))).toBeUndefined();
    const last = both[errors.indexOf(undefined) === 0 ? 1 : 0] ?? byMemberId(admin);
    const same = await client.team.membersSetAdminPermissions({ user: last, new_role: "team_admin" });
    expect(same.role).toEqual({ ".tag": "team_admin" });
  });

  test("members/set_admin_permissions is not possible for suspended and limited members (B-209, Q-44)", async () => {
    const { client, members } = await service.team([{ status: "suspended" }, { membership_type: "limited" }]);
    for (const member of members) {
      const call = client.team.membersSetAdminPermissions({ user: byMemberId(member), new_role: "support_admin" });
      expect(await catchError(call)).toEqual({ ".tag": "cannot_set_permissions" });
    }
  });

  test("members/set_admin_permissions fails for those who are not on the team (B-209, Q-34)", async () => {
    const { client, members } = await service.team([{}]);
    await client.team.membersRemove({ user: byMemberId(members[0]) });
    const set = (user: ReturnType<typeof byMemberId>): Promise<unknown> =>
      catchError(client.team.membersSetAdminPermissions({ user, new_role: "support_admin" }));
    expect(await set(byMemberId(members[0]))).toEqual({ ".tag": "user_not_in_team" });
    expect(await set(withEmail(newEmail()))).toEqual({ ".tag": "user_not_found" });
  });
});
