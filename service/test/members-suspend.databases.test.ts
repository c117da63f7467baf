import { expect, test } from "vitest";
import { catchError } from "./support/errors.js";
import { byMemberId, withEmail, withExternalId } from "./support/selectors.js";
import { describeService, newEmail, type TestedTeam } from "./support/service.js";

describeService("members/suspend and members/unsuspend", (service) => {
  const getStatus = async ({ client }: TestedTeam, member: TestedTeam["admin"] | undefined): Promise<unknown> => {
    const [item] = await client.team.membersGetInfo({ members: [byMemberId(member)] });
    return item?.[".tag"] === "member_info" ? item.profile.status[".tag"] : undefined;
  };

  /** The status of the answer to a call with the token of a user. */
  const answerTo = async (token: string): Promise<number> =>
    (await service.post("files/copy", token, { from_path: "/none", to_path: "/copy" })).status;

  test("members/suspend suspends an active member, whose tokens are invalid until the suspension ends (B-192, B-194, N-02, Q-42)", async () => {
    const team = await service.team([{}]);
    const [member] = team.members;
    const token = await service.userToken(member?.account_id ?? "");
    expect(await answerTo(token)).not.toBe(401);
    expect(await team.client.team.membersSuspend({ user: byMemberId(member) })).toBeUndefined();
    expect(await getStatus(team, member)).toBe("suspended");
    expect(await answerTo(token)).toBe(401);
    expect(await team.client.team.membersUnsuspend({ user: byMemberId(member) })).toBeUndefined();
    expect(await getStatus(team, member)).toBe("active");
    expect(await answerTo(token)).not.toBe(401);
  });

  test("members/suspend and members/unsuspend find a member by each kind of selector, an email without regard to case (B-212, Q-47)", async () => {
    const team = await service.team([{ external_id: "E-1" }]);
    const [member] = team.members;
    for (const user of [byMemberId(member), withExternalId("E-1"), withEmail(member?.email.toUpperCase() ?? "")]) {
      await team.client.team.membersSuspend({ user });
      await team.client.team.membersUnsuspend({ user });
    }
    expect(await getStatus(team, member)).toBe("active");
  });

  test("members/suspend deletes the data on linked devices unless asked not to (B-143)", async () => {
    const { client, members } = await service.team([{}, {}]);
    for (const [index, member] of members.entries()) {
      const { team_member_id } = member;
      const session = await service.activity.addDesktopClient({ team_member_id });
      await client.team.membersSuspend({ user: byMemberId(member), ...(index === 1 && { wipe_data: false }) });
      expect(await service.activity.getSession(session)).toMatchObject({ is_to_be_wiped: index === 0 });
    }
  });

  test("members/suspend refuses to suspend members who are not active (B-193)", async () => {
    const team = await service.team([{ status: "invited" }, { status: "suspended" }]);
    for (const member of team.members) {
      const before = await getStatus(team, member);
      const error = await catchError(team.client.team.membersSuspend({ user: byMemberId(member) }));
      expect(error).toEqual({ ".tag": "suspend_inactive_user" });
      expect(await getStatus(team, member)).toBe(before);
    }
  });

  test("members/suspend refuses to suspend the last administrator who is active (B-193, Q-44)", async () => {
    const seeds = [{ role: "team_admin" }, { role: "team_admin", status: "invited" }] as const;
    const team = await service.team(seeds);
    await team.client.team.membersSuspend({ user: byMemberId(team.members[0]) });
    const error = await catchError(team.client.team.membersSuspend({ user: byMemberId(team.admin) }));
    expect(error).toEqual({ ".tag": "suspend_last_admin" });
    expect(await getStatus(team, team.admin)).toBe("active");
  });

  test("members/suspend leaves an administrator if two are suspended at the same time (B-264)", async () => {
    const team = await service.team([{ role: "team_admin" }]);
    const both = [team.admin, ...team.members];
    const errors = await Promise.all(
      both.map((member) => catchError(team.client.team.membersSuspend({ user: byMemberId(member) }))),
    );
    expect(errors).toEqual(expect.arrayContaining([undefined, { ".tag": "suspend_last_admin" }]));
  });

  test("members/suspend and members/unsuspend fail for those who are not on the team, in the same way each time (B-193, B-194, B-265, Q-34)", async () => {
    const [team, other] = [await service.team([{}]), await service.team()];
    const [gone] = team.members;
    await team.client.team.membersRemove({ user: byMemberId(gone) });
    const cases = [
      { user: byMemberId(gone), expected: "user_not_in_team" },
      { user: withEmail(gone?.email ?? ""), expected: "user_not_in_team" },
      { user: withEmail(newEmail()), expected: "user_not_found" },
      { user: byMemberId(other.admin), expected: "user_not_found" },
      { user: withEmail(other.admin.email), expected: "user_not_found" },
    ];
    for (const { user, expected } of [...cases, ...cases]) {
      expect(await catchError(team.client.team.membersSuspend({ user }))).toEqual({ ".tag": expected });
      expect(await catchError(team.client.team.membersUnsuspend({ user }))).toEqual({ ".tag": expected });
    }
  });

  test("members/unsuspend refuses to end the suspension of a member who is not suspended (B-194)", async () => {
    const team = await service.team([{ status: "invited" }]);
    for (const member of [team.admin, ...team.members]) {
      const error = await catchError(team.client.team.membersUnsuspend({ user: byMemberId(member) }));
      expect(error).toEqual({ ".tag": "unsuspend_non_suspended_member" });
    }
  });

  test("members/unsuspend requires a license to end a suspension, unless the member uses none (B-194, Q-28)", async () => {
    const seeds = [{ status: "suspended" }, { status: "suspended", membership_type: "limited" }] as const;
    const team = await service.team(seeds, { licenses: 1 });
    const [full, limited] = team.members;
    const error = await catchError(team.client.team.membersUnsuspend({ user: byMemberId(full) }));
    expect(error).toEqual({ ".tag": "team_license_limit" });
    expect(await getStatus(team, full)).toBe("suspended");
    await team.client.team.membersUnsuspend({ user: byMemberId(limited) });
    expect(await getStatus(team, limited)).toBe("active");
  });

  test("members/unsuspend gives the last license to one of two whose suspensions end at the same time (B-264)", async () => {
    const { client, members } = await service.team([{ status: "suspended" }, { status: "suspended" }], { licenses: 2 });
    const errors = await Promise.all(
      members.map((member) => catchError(client.team.membersUnsuspend({ user: byMemberId(member) }))),
    );
    expect(errors).toEqual(expect.arrayContaining([undefined, { ".tag": "team_license_limit" }]));
  });
});
