import type { MemberAddArgInput, MemberAddResult } from "cloud-storage-api/team";
import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { catchError } from "./support/errors.js";
import { byMemberId, withEmail } from "./support/selectors.js";
import { describeService, moveClock, newEmail, type TestedTeam } from "./support/service.js";

/** Somebody to add. */
function person(more: Partial<MemberAddArgInput> = {}): MemberAddArgInput {
  return { member_email: newEmail(), member_given_name: "Mara", member_surname: "Okafor", ...more };
}

/** The results for people who were added immediately. */
async function addMembers({ client }: TestedTeam, people: MemberAddArgInput[]): Promise<MemberAddResult[]> {
  const launch = await client.team.membersAdd({ new_members: people });
  if (launch[".tag"] !== "complete") {
    throw new Error("There is a job.");
  }
  return launch.complete;
}

const day = 24 * 60 * 60 * 1000;

describeService("members/add", (service) => {
  const mailsTo = async (recipient: string): Promise<string[]> =>
    (await service.controls.listMails({ recipient })).map(({ kind }) => kind);

  test("members/add invites a new user (B-177, B-179)", async () => {
    const team = await service.team();
    const email = newEmail();
    const arg = person({ member_email: email, member_external_id: "E-7", role: "support_admin" });
    const [result] = await addMembers(team, [arg]);
    expect(result).toMatchObject({
      ".tag": "success",
      profile: {
        email,
        email_verified: false,
        status: { ".tag": "invited" },
        external_id: "E-7",
        name: { given_name: "Mara", surname: "Okafor", display_name: "Mara Okafor", abbreviated_name: "MO" },
        membership_type: { ".tag": "full" },
        groups: [],
      },
      role: { ".tag": "support_admin" },
    });
    const { members } = await team.client.team.membersList();
    expect(members.map(({ profile }) => profile.email)).toContain(email);
    expect(await mailsTo(email)).toEqual(["invitation"]);
  });

  test("members/add gives everybody the role member_only and an invitation by default, and no invitation if asked (B-049, B-179)", async () => {
    const team = await service.team();
    const [quiet, plain] = [person({ send_welcome_email: false }), person()];
    const results = await addMembers(team, [quiet, plain]);
    expect(results).toMatchObject([{ role: { ".tag": "member_only" } }, { role: { ".tag": "member_only" } }]);
    expect(await mailsTo(quiet.member_email)).toEqual([]);
    expect(await mailsTo(plain.member_email)).toEqual(["invitation"]);
  });

  test("members/add invites a user with a personal account to migrate, and does not change that account (B-178)", async () => {
    const team = await service.team();
    const email = newEmail();
    const own = await service.controls.addAccount({ email });
    const [result] = await addMembers(team, [person({ member_email: email.toUpperCase() })]);
    expect(result).toMatchObject({ ".tag": "success", profile: { status: { ".tag": "invited" } } });
    expect(result?.[".tag"] === "success" && result.profile.account_id).not.toBe(own.account_id);
    expect(await mailsTo(email)).toEqual(["migration"]);
    const token = await service.userToken(own.account_id);
    const call = await service.post("files/copy", token, { from_path: "/none", to_path: "/copy" });
    expect(call.status).not.toBe(401);
  });

  test("members/add returns the result for each person, in their order, with the email as given (B-180, B-181, B-185)", async () => {
    const team = await service.team([{ status: "suspended" }, { status: "invited" }, {}]);
    await team.client.team.membersRemove({ user: byMemberId(team.members[2]) });
    const before = await team.client.team.membersList({ include_removed: true });
    const known = [team.admin, ...team.members].map(({ email }) => email.toUpperCase());
    const [first, last] = [person(), person()];
    const people = [first, ...known.map((member_email) => person({ member_email })), last];
    const results = await addMembers(team, people);
    expect(results[0]).toMatchObject({ ".tag": "success", profile: { email: first.member_email } });
    expect(results.slice(1, -1)).toEqual(
      known.map((email) => ({ ".tag": "user_already_on_team", user_already_on_team: email })),
    );
    expect(results.at(-1)).toMatchObject({ ".tag": "success", profile: { email: last.member_email } });
    const after = await team.client.team.membersList({ include_removed: true });
    expect(after.members.slice(0, known.length)).toEqual(before.members);
    expect(after.members).toHaveLength(known.length + 2);
  });

  test("members/add adds as many members as there are licenses, which suspended and limited members do not use (B-182, Q-28)", async () => {
    const seeds = [{ status: "suspended" }, { membership_type: "limited" }, { status: "invited" }] as const;
    const team = await service.team(seeds, { licenses: 3 });
    const people = [person(), person()];
    expect(await addMembers(team, people)).toMatchObject([
      { ".tag": "success" },
      { ".tag": "team_license_limit", team_license_limit: people[1]?.member_email },
    ]);
  });

  test("members/add adds nobody beyond the member limit of the free plan (B-182, Q-39)", async () => {
    const team = await service.team([{ status: "suspended" }], { licenses: 2, free_member_limit: 3 });
    const people = [person(), person()];
    expect(await addMembers(team, people)).toMatchObject([
      { ".tag": "success" },
      { ".tag": "free_team_member_limit_reached", free_team_member_limit_reached: people[1]?.member_email },
    ]);
  });

  test("members/add adds nobody who is on another team, is paired, or cannot be created or migrated (B-183, Q-40)", async () => {
    const [team, other] = [await service.team(), await service.team()];
    const [paired, migrating, fresh] = [newEmail(), newEmail(), newEmail()];
    await service.controls.addAccount({ email: paired, is_paired: true });
    await service.controls.addAccount({ email: migrating });
    onTestFinished(() => service.controls.clearFaults());
    await service.controls.setFault({ place: "member-migration", subject: migrating });
    await service.controls.setFault({ place: "member-creation", subject: fresh.toUpperCase() });
    const emails = [other.admin.email, paired, migrating, fresh];
    const people = emails.map((member_email) => person({ member_email }));
    const expected = [
      { ".tag": "user_on_another_team", user_on_another_team: other.admin.email },
      { ".tag": "user_already_paired", user_already_paired: paired },
      { ".tag": "user_migration_failed", user_migration_failed: migrating },
      { ".tag": "user_creation_failed", user_creation_failed: fresh },
    ];
    expect(await addMembers(team, people)).toEqual(expected);
    expect(await addMembers(team, people)).toEqual(expected);
    expect(await mailsTo(migrating)).toEqual([]);
  });

  test("members/add keeps external ids unique, also among recoverable members (B-184)", async () => {
    const team = await service.team([{ external_id: "used" }, { external_id: "gone" }]);
    await team.client.team.membersRemove({ user: byMemberId(team.members[1]) });
    const people = ["used", "gone", "new", "new", "", ""].map((id) => person({ member_external_id: id }));
    const results = await addMembers(team, people);
    const duplicate = "duplicate_external_member_id";
    expect(results.map((result) => result[".tag"])).toEqual([
      duplicate,
      duplicate,
      "success",
      duplicate,
      "success",
      "success",
    ]);
    expect(results[0]).toEqual({ ".tag": duplicate, [duplicate]: people[0]?.member_email });
  });

  test("members/add reports a repeated email in a call as a member who is already on the team (B-181)", async () => {
    const team = await service.team();
    const twice = person();
    const results = await addMembers(team, [twice, { ...twice, member_email: twice.member_email.toUpperCase() }]);
    expect(results.map((result) => result[".tag"])).toEqual(["success", "user_already_on_team"]);
  });

  test("members/add accepts up to 20 people, and an empty list (B-186, Q-41)", async () => {
    const team = await service.team();
    const people = Array.from({ length: 21 }, () => person());
    const response = await service.post("team/members/add", team.token, { new_members: people });
    expect(response.status).toBe(400);
    expect((await team.client.team.membersList()).members).toHaveLength(1);
    expect(await addMembers(team, people.slice(1))).toHaveLength(20);
    expect(await addMembers(team, [])).toEqual([]);
  });

  test("members/add returns the same results in a job on request (B-187, B-188)", async () => {
    const team = await service.team();
    const people = [person({ member_external_id: "E" }), person({ member_email: team.admin.email })];
    const launch = await team.client.team.membersAdd({ new_members: people, force_async: true });
    expect(launch).toEqual({ ".tag": "async_job_id", async_job_id: expect.stringMatching(/./) as string });
    const async_job_id = launch[".tag"] === "async_job_id" ? launch.async_job_id : "";
    const expected = {
      ".tag": "complete",
      complete: [
        { ".tag": "success", profile: { email: people[0]?.member_email, external_id: "E" } },
        { ".tag": "user_already_on_team", user_already_on_team: team.admin.email },
      ],
    };
    const poll = team.client.team.membersAddJobStatusGet({ async_job_id });
    expect(await poll.waitFor({ intervalMs: 20 })).toMatchObject(expected);
    expect(await mailsTo(people[0]?.member_email ?? "")).toEqual(["invitation"]);
    // A job that is done stays done (B-237).
    expect(await team.client.team.membersAddJobStatusGet({ async_job_id })).toMatchObject(expected);
  });

  test("members/add assigns an email to only one of two teams at the same time (B-264)", async () => {
    const teams = [await service.team(), await service.team()];
    const people = [person(), person()];
    const outcomes = await Promise.all([
      ...teams.map((team) => addMembers(team, people)),
      ...teams.map((team) => addMembers(team, people.toReversed())),
    ]);
    for (const { member_email } of people) {
      const infos = await Promise.all(
        teams.map(({ client }) => client.team.membersGetInfo({ members: [withEmail(member_email)] })),
      );
      expect(infos.flat().filter((item) => item[".tag"] === "member_info")).toHaveLength(1);
    }
    expect(outcomes.flat().filter((result) => result[".tag"] === "success")).toHaveLength(2);
  });

  test("members/add gives the last license to one of two who are added at the same time (B-264)", async () => {
    const team = await service.team([], { licenses: 2 });
    const results = await Promise.all([addMembers(team, [person()]), addMembers(team, [person()])]);
    expect(results.flat().map((result) => result[".tag"])).toEqual(
      expect.arrayContaining(["success", "team_license_limit"]),
    );
  });

  test("members/add accepts the email and external id of a member who was removed 7 days ago (B-181, B-197)", async () => {
    const team = await service.team([{ external_id: "E-1" }]);
    const [gone] = team.members;
    await team.client.team.membersRemove({ user: byMemberId(gone) });
    await moveClock(service, 7 * day + 1000);
    const again = person({ member_email: gone?.email ?? "", member_external_id: "E-1" });
    expect(await addMembers(team, [again])).toMatchObject([{ ".tag": "success", profile: { external_id: "E-1" } }]);
    const [item] = await team.client.team.membersGetInfo({ members: [withEmail(again.member_email)] });
    expect(item).toMatchObject({ ".tag": "member_info", profile: { status: { ".tag": "invited" } } });
  });

  test("members/add refuses invalid emails and names (B-053, B-054, B-055)", async () => {
    const { token } = await service.team();
    const wrong = [
      { member_email: "a@b" },
      { member_given_name: "" },
      { member_surname: "a/b" },
      { member_external_id: "x".repeat(65) },
      { member_given_name: "a\0b" },
      { member_external_id: "\0" },
    ];
    for (const more of wrong) {
      for (const force_async of [false, true]) {
        const arg = { new_members: [person(more)], force_async };
        const response = await service.post("team/members/add", token, arg);
        expect([more, response.status]).toEqual([more, 400]);
      }
    }
  });
});

describeService("members/send_welcome_email", (service) => {
  const mailsTo = async (recipient = ""): Promise<string[]> =>
    (await service.controls.listMails({ recipient })).map(({ kind }) => kind);

  test("members/send_welcome_email sends another mail to a member who has not joined yet, and none to others (B-208)", async () => {
    const { client, members } = await service.team([{ status: "invited" }, {}, { status: "suspended" }]);
    for (const member of members) {
      await client.team.membersSendWelcomeEmail(byMemberId(member));
    }
    expect(await Promise.all(members.map(({ email }) => mailsTo(email)))).toEqual([["invitation"], [], []]);
    const items = await client.team.membersGetInfo({ members: members.map(byMemberId) });
    expect(items.map((item) => item[".tag"] === "member_info" && item.profile.status[".tag"])).toEqual([
      "invited",
      "active",
      "suspended",
    ]);
  });

  test("members/send_welcome_email fails for those who are not on the team (B-208, Q-34)", async () => {
    const { client, members } = await service.team([{}]);
    await client.team.membersRemove({ user: byMemberId(members[0]) });
    const gone = client.team.membersSendWelcomeEmail(byMemberId(members[0]));
    expect(await catchError(gone)).toEqual({ ".tag": "user_not_in_team" });
    const unknown = client.team.membersSendWelcomeEmail(withEmail(`${randomUUID()}@example.com`));
    expect(await catchError(unknown)).toEqual({ ".tag": "user_not_found" });
  });
});

describeService("an invitation", (service) => {
  test("an invitation is accepted once, and makes the member active, with a verified email (N-03)", async () => {
    const team = await service.team();
    const arg = person();
    const [result] = await addMembers(team, [arg]);
    const id = result?.[".tag"] === "success" ? result.profile.team_member_id : "";
    await service.controls.acceptInvitation({ team_member_id: id });
    const [item] = await team.client.team.membersGetInfo({ members: [withEmail(arg.member_email)] });
    expect(item).toMatchObject({ profile: { status: { ".tag": "active" }, email_verified: true } });
    expect(await catchError(service.controls.acceptInvitation({ team_member_id: id }))).toMatchObject({
      ".tag": "impossible",
    });
  });

  test("an invitation pairs the personal account of the person until the team account is removed (B-183, N-03)", async () => {
    const [team, other] = [await service.team(), await service.team()];
    const [own, work] = [newEmail(), newEmail()];
    await service.controls.addAccount({ email: own });
    const [result] = await addMembers(team, [person({ member_email: own })]);
    const id = result?.[".tag"] === "success" ? result.profile.team_member_id : "";
    const user = byMemberId({ team_member_id: id });
    await service.controls.acceptInvitation({ team_member_id: id });
    await team.client.team.membersSetProfile({ user, new_email: work });
    expect(await addMembers(other, [person({ member_email: own })])).toMatchObject([{ user_already_paired: own }]);
    const admin = byMemberId(team.admin);
    const removal = { user, transfer_dest_id: admin, transfer_admin_id: admin };
    await team.client.team.membersRemove(removal).waitFor({ intervalMs: 20 });
    expect(await addMembers(other, [person({ member_email: own })])).toMatchObject([{ ".tag": "success" }]);
  });
});
