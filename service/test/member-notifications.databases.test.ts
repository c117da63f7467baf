import { expect, test } from "vitest";
import { catchError } from "./support/errors.js";
import { startReceiver, subscribe } from "./support/receiver.js";
import { byMemberId } from "./support/selectors.js";
import { describeService, newEmail } from "./support/service.js";

describeService("changes of members", (service) => {
  test("changes of members are sent to apps with the ids of exactly the members whom a call has changed (B-221, B-223, N-09)", async () => {
    const { controls } = service;
    const { id: team_id, admin, members, client } = await service.team([{}]);
    const { team } = client;
    const receiver = await startReceiver();
    await subscribe(service, team_id, ["Team member management"], receiver.url);

    let count = 0;
    /** The members in the next notification, after a call. */
    const notifiedOf = async (call: Promise<unknown>): Promise<string[]> => {
      await call;
      count++;
      const { body = "" } = (await receiver.next(count))[count - 1] ?? {};
      const { team_events } = JSON.parse(body) as { team_events: { member_ids: string[] }[] };
      expect(team_events).toMatchObject([{ event: "member_info_change", team_id }]);
      return team_events.flatMap(({ member_ids }) => member_ids);
    };

    const [member] = members;
    const [user, id] = [byMemberId(member), member?.team_member_id ?? ""];
    const person = { member_given_name: "Ann", member_surname: "Lee" };
    const addedIds: string[] = [];
    for (const force_async of [false, true]) {
      const emails = [newEmail(), newEmail(), admin.email, newEmail()];
      const new_members = emails.map((member_email) => ({ ...person, member_email }));
      const ids = await notifiedOf(team.membersAdd({ new_members, force_async }).waitFor({ intervalMs: 20 }));
      const { members: all } = await team.membersList();
      const added = all.map(({ profile }) => profile.team_member_id).slice(2 + addedIds.length);
      expect(added).toHaveLength(3);
      expect(ids).toEqual(added);
      addedIds.push(...added);
    }
    const [invited = ""] = addedIds;
    expect(await notifiedOf(controls.acceptInvitation({ team_member_id: invited }))).toEqual([invited]);
    expect(await notifiedOf(team.membersSetProfile({ user, new_surname: "Lee" }))).toEqual([id]);
    expect(await notifiedOf(team.membersSetAdminPermissions({ user, new_role: "support_admin" }))).toEqual([id]);
    expect(await notifiedOf(team.membersSuspend({ user }))).toEqual([id]);
    expect(await notifiedOf(team.membersUnsuspend({ user }))).toEqual([id]);
    expect(await notifiedOf(team.membersRemove({ user }))).toEqual([id]);
    expect(await notifiedOf(team.membersRecover({ user }))).toEqual([id]);

    // There is no notification for calls that fail or change nobody, nor for groups: the next one is for the last call.
    await catchError(team.membersSuspend({ user: byMemberId(admin) }));
    await catchError(team.membersRemove({ user, keep_account: true }));
    await team.membersSendWelcomeEmail(user);
    const same = { new_given_name: "Robin", new_email: admin.email, new_external_id: "" };
    await team.membersSetProfile({ user: byMemberId(admin), ...same });
    await team.membersSetAdminPermissions({ user: byMemberId(admin), new_role: "team_admin" });
    const { group_id } = await team.groupsCreate({ group_name: "Maps" });
    const group = { ".tag": "group_id", group_id } as const;
    await team.groupsMembersAdd({ group, members: [{ user, access_type: "member" }] });
    expect(await notifiedOf(team.membersSetProfile({ user, new_given_name: "Bo" }))).toEqual([id]);
    const ofAdmin = byMemberId(admin);
    expect(await notifiedOf(team.membersSetProfile({ user: ofAdmin, new_given_name: "Ada" }))).toEqual([
      admin.team_member_id,
    ]);
  });
});
