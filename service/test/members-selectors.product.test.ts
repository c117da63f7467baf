import type { Client } from "cloud-storage-api";
import type { UserSelectorArg } from "cloud-storage-api/team";
import { expect, test } from "vitest";
import { catchError } from "./support/errors.js";
import { byMemberId, withEmail, withExternalId } from "./support/selectors.js";
import { describeService, newEmail, type TestedTeam } from "./support/service.js";

type Call = (client: Client["team"], user: UserSelectorArg) => Parameters<typeof catchError>[0];

/** All calls that change one member, each in a way that leaves the member as before, or lets the next call undo it. */
const calls: readonly Call[] = [
  (client, user) => client.membersSetProfile({ user, new_surname: "Lee" }),
  (client, user) => client.membersSetAdminPermissions({ user, new_role: "support_admin" }),
  (client, user) => client.membersSendWelcomeEmail(user),
  (client, user) => client.membersSuspend({ user }),
  (client, user) => client.membersUnsuspend({ user }),
  (client, user) => client.membersRemove({ user }),
  (client, user) => client.membersRecover({ user }),
];

describeService("selectors of members", (service) => {
  const allSelectors = ({ members }: TestedTeam): UserSelectorArg[] => {
    const email = members[0]?.email ?? "";
    return [byMemberId(members[0]), withExternalId("E-1"), withEmail(email), withEmail(email.toUpperCase())];
  };

  test("selectors of members find the member by each kind of selector (B-212, Q-47)", async () => {
    const team = await service.team([{ external_id: "E-1" }]);
    for (const user of allSelectors(team)) {
      for (const call of calls) {
        expect(await catchError(call(team.client.team, user))).toBeUndefined();
      }
    }
  });

  test("selectors of members do not find members of other teams or unknown users (B-212, Q-34)", async () => {
    const [team, other] = [await service.team(), await service.team([{ external_id: "E-1" }])];
    for (const user of [...allSelectors(other), withEmail(newEmail()), withExternalId("")]) {
      for (const call of calls) {
        expect(await catchError(call(team.client.team, user))).toEqual({ ".tag": "user_not_found" });
      }
    }
  });

  test("selectors of members are refused with an invalid text", async () => {
    const { token } = await service.team();
    const nul = "a\0b";
    const args: [route: string, arg: object][] = [
      ["members/suspend", { user: withExternalId(nul) }],
      ["members/get_info", { members: [byMemberId({ team_member_id: nul })] }],
      ["groups/delete", { ".tag": "group_id", group_id: nul }],
      ["groups/create", { group_name: "Maps", group_external_id: nul }],
      ["groups/job_status/get", { async_job_id: nul }],
    ];
    for (const [route, arg] of args) {
      const response = await service.post(`team/${route}`, token, arg);
      expect([route, response.status, await response.text()]).toEqual([
        route,
        400,
        `Error in call to API function "team/${route}": A string must not contain the character U+0000.`,
      ]);
    }
  });

  test("selectors of members consist of exactly one kind, and are no bare strings (B-043, B-044)", async () => {
    const { token } = await service.team();
    const wrong = ["a@b.co", null, {}, { ".tag": "email" }, { ".tag": "name", name: "x" }, { email: "a@b.co" }];
    for (const route of ["suspend", "unsuspend", "remove", "recover"]) {
      for (const user of wrong) {
        const response = await service.post(`team/members/${route}`, token, { user });
        expect([route, user, response.status]).toEqual([route, user, 400]);
      }
    }
  });
});
