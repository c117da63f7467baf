import { expect, test } from "vitest";
import { byMemberId } from "./support/selectors.js";
import { describeService, newEmail } from "./support/service.js";

describeService("team/get_info", (service) => {
  test("team/get_info counts invited and active members (B-144, Q-28)", async () => {
    const seeds = [{ status: "invited" }, { membership_type: "limited" }, {}] as const;
    const { client, id, members } = await service.team(seeds, { licenses: 7, name: "Alpine Survey" });
    const provisioned = async (): Promise<number> => (await client.team.getInfo()).num_provisioned_users;
    expect(await client.team.getInfo()).toMatchObject({
      name: "Alpine Survey",
      team_id: id,
      num_licensed_users: 7,
      num_provisioned_users: 4,
    });
    const person = { member_email: newEmail(), member_given_name: "Ann", member_surname: "Lee" };
    await client.team.membersAdd({ new_members: [person] });
    expect(await provisioned()).toBe(5);
    await client.team.membersSuspend({ user: byMemberId(members[2]) });
    expect(await provisioned()).toBe(4);
    await client.team.membersRemove({ user: byMemberId(members[0]) });
    expect(await provisioned()).toBe(3);
  });

  test("team/get_info returns the policies of the team (B-145)", async () => {
    const { token } = await service.team([], { shared_link_create_policy: "team_only", emm_state: "required" });
    const response = await service.post("team/get_info", token, null);
    expect(await response.json()).toMatchObject({
      policies: {
        sharing: { shared_link_create_policy: { ".tag": "team_only" } },
        emm_state: { ".tag": "required" },
      },
    });
  });
});
