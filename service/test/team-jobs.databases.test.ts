import { expect, onTestFinished, test } from "vitest";
import { catchError } from "./support/errors.js";
import { byMemberId } from "./support/selectors.js";
import { describeService, newEmail, type TestedTeam } from "./support/service.js";

describeService("jobs of a team", (service) => {
  type Kind = "team/groups/delete" | "team/members/add" | "team/members/remove";

  const person = (): object => ({ member_email: newEmail(), member_given_name: "Ann", member_surname: "Lee" });

  /** Launches a job. Returns its id. */
  const launched: Record<Kind, (team: TestedTeam) => Promise<string>> = {
    async "team/groups/delete"({ client }) {
      const { group_id } = await client.team.groupsCreate({ group_name: newEmail() });
      const launch = await client.team.groupsDelete({ ".tag": "group_id", group_id });
      return launch[".tag"] === "async_job_id" ? launch.async_job_id : "";
    },
    async "team/members/add"({ token }) {
      const arg = { new_members: [person()], force_async: true };
      const response = await service.post("team/members/add", token, arg);
      return ((await response.json()) as { async_job_id: string }).async_job_id;
    },
    async "team/members/remove"({ client, admin, members }) {
      const launch = await client.team.membersRemove({
        user: byMemberId(members[0]),
        transfer_dest_id: byMemberId(admin),
        transfer_admin_id: byMemberId(admin),
      });
      return launch[".tag"] === "async_job_id" ? launch.async_job_id : "";
    },
  };

  /** Asks for a job where one of its kind is asked for. */
  const poll = {
    "team/groups/delete": ({ client }: TestedTeam, id: string) => client.team.groupsJobStatusGet({ async_job_id: id }),
    "team/members/add": ({ client }: TestedTeam, id: string) =>
      client.team.membersAddJobStatusGet({ async_job_id: id }),
    "team/members/remove": ({ client }: TestedTeam, id: string) =>
      client.team.membersRemoveJobStatusGet({ async_job_id: id }),
  };
  const kinds = Object.keys(poll) as Kind[];

  const setFault = async (place: "job" | "job-hold"): Promise<void> => {
    onTestFinished(() => service.controls.clearFaults());
    await service.controls.setFault({ place });
  };

  test("jobs of a team are in progress and then complete, and stay so (B-171, B-188, B-196, B-237, Q-56)", async () => {
    const team = await service.team([{}]);
    await setFault("job-hold");
    for (const kind of kinds) {
      const id = await launched[kind](team);
      expect(await poll[kind](team, id)).toEqual({ ".tag": "in_progress" });
      await service.controls.clearFaults();
      expect(await poll[kind](team, id).waitFor({ intervalMs: 20 })).toMatchObject({ ".tag": "complete" });
      for (let count = 0; count < 3; count++) {
        expect(await poll[kind](team, id)).toMatchObject({ ".tag": "complete" });
      }
      await service.controls.setFault({ place: "job-hold" });
    }
  });

  test("jobs of a team fail with a message if there is a tag for it, and otherwise with internal_error (B-171, B-188, B-238)", async () => {
    const team = await service.team([{}]);
    await setFault("job");
    const ids = await Promise.all(kinds.map((kind) => launched[kind](team)));
    const outcomes = kinds.map((kind, index) => poll[kind](team, ids[index] ?? "").waitFor({ intervalMs: 50 }));
    expect(await Promise.allSettled(outcomes)).toMatchObject([
      { status: "rejected", reason: { error: { ".tag": "internal_error" } } },
      { status: "fulfilled", value: { ".tag": "failed", failed: expect.stringMatching(/./) as string } },
      { status: "rejected", reason: { error: { ".tag": "internal_error" } } },
    ]);
    const { members } = await team.client.team.membersList({ include_removed: true });
    expect(members.map(({ profile }) => profile.status)).toEqual([
      { ".tag": "active" },
      { ".tag": "removed", is_recoverable: true },
    ]);
  });

  test("jobs of a team are known only to the calls of their kind (B-171, B-239)", async () => {
    const team = await service.team([{}]);
    for (const kind of kinds) {
      const id = await launched[kind](team);
      for (const other of kinds) {
        const expected = kind === other ? undefined : { ".tag": "invalid_async_job_id" };
        expect([kind, other, await catchError(poll[other](team, id))]).toEqual([kind, other, expected]);
      }
      expect(await catchError(poll[kind](team, "job:none"))).toEqual({ ".tag": "invalid_async_job_id" });
    }
  });

  test("jobs of a team are known only to the team and the app that launched them (B-171, Q-38)", async () => {
    const [team, other] = [await service.team([{}]), await service.team()];
    const token = await service.teamToken(team.id);
    const otherApp = { ...team, token, client: service.clientWith(token) };
    for (const kind of kinds) {
      const id = await launched[kind](team);
      const expected = kind === "team/groups/delete" ? "access_denied" : "invalid_async_job_id";
      for (const stranger of [other, otherApp]) {
        expect(await catchError(poll[kind](stranger, id))).toEqual({ ".tag": expected });
      }
    }
  });

  test("the calls for jobs of a team refuse an empty id (B-058)", async () => {
    const { token } = await service.team();
    for (const path of ["groups/job_status/get", "members/add/job_status/get", "members/remove/job_status/get"]) {
      expect((await service.post(`team/${path}`, token, { async_job_id: "" })).status).toBe(400);
    }
  });
});
