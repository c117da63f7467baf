import { createClient as createControls } from "#controls";
import { createClient } from "cloud-storage-api";
import { pino } from "pino";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Backend } from "../src/backend.js";
import { movedClock } from "../src/clock.js";
import { controls as controlsOf } from "../src/controls/controls.js";
import { embeddedDatabase } from "../src/database/embedded.js";
import { migrate } from "../src/database/migrate.js";
import { cursorsOf } from "../src/database/shared-key.js";
import { apiHandler } from "../src/http/api.js";
import { jobWork } from "../src/jobs/work.js";
import { Worker } from "../src/jobs/worker.js";
import { settingsOf } from "../src/settings.js";
import { errorOf } from "./support/errors.js";
import { selectorOf } from "./support/selectors.js";
import { newEmail } from "./support/service.js";

// What is queued for apps, before it is delivered: that can be seen in the database only.
describe("changes of members", () => {
  let backend: Backend;
  let worker: Worker;
  const hosts = "http://localhost";

  beforeAll(async () => {
    const database = await embeddedDatabase(undefined);
    await migrate(database);
    backend = {
      database,
      settings: settingsOf({ TEST_CONTROLS: "1" }),
      log: pino({ level: "silent" }),
      contents: { add: () => Promise.reject(new Error("not here")), read: () => new ReadableStream() },
      clock: movedClock,
      cursors: await cursorsOf(database),
      stopping: new AbortController().signal,
    };
    worker = new Worker(backend, jobWork(backend));
    await worker.start();
  });
  afterAll(async () => {
    await worker.stop();
    await backend.database.close();
  });

  test("are told to apps, with the ids of all whom a call has changed (B-221, N-09)", async () => {
    const [api, control] = [apiHandler(backend), controlsOf(backend)];
    const { controls } = createControls({ hosts, fetch: (...given) => control(new Request(...given)) });
    const seeds = [{ role: "team_admin" }, {}].map((seed) => ({ ...seed, email: newEmail() }));
    const { team_id, members } = await controls.addTeam({ members: seeds });
    const permissions = ["Team information", "Team member management"];
    const { key } = await controls.addApp({ kind: "team", permissions, redirect_uris: [] });
    const owner = { ".tag": "team_id", team_id } as const;
    const { access_token: accessToken } = await controls.issueToken({ app_key: key, owner });
    const { team } = createClient({ hosts, accessToken, fetch: (...given) => api(new Request(...given)) });
    await backend.database.run(sql`update app set webhook_url = 'http://localhost/changes' where key = ${key}`);

    /** Of whom apps were told during a call. */
    const told = async (call: Promise<unknown>): Promise<string[][]> => {
      await call;
      const queued = await backend.database.all<{ body: string }>(sql`select body from notification order by number`);
      await backend.database.run(sql`delete from notification`);
      return queued.flatMap(({ body }) => {
        const { team_events } = JSON.parse(body) as {
          team_events: { event: string; team_id: string; member_ids: string[] }[];
        };
        expect(team_events).toMatchObject([{ event: "member_info_change", team_id }]);
        return team_events.map(({ member_ids }) => member_ids);
      });
    };

    const [admin, member] = members;
    const [user, id] = [selectorOf(member), member?.team_member_id ?? ""];
    const person = { member_given_name: "Ann", member_surname: "Lee" };
    const addedIds: string[] = [];
    for (const force_async of [false, true]) {
      const emails = [newEmail(), newEmail(), seeds[0]?.email ?? "", newEmail()];
      const new_members = emails.map((member_email) => ({ ...person, member_email }));
      const ids = await told(team.membersAdd({ new_members, force_async }).waitFor({ interval: 20 }));
      const { members: all } = await team.membersList();
      const added = all.map(({ profile }) => profile.team_member_id).slice(2 + addedIds.length);
      expect(added).toHaveLength(3);
      expect(ids).toEqual([added]);
      addedIds.push(...added);
    }
    const [invited = ""] = addedIds;
    expect(await told(controls.acceptInvitation({ team_member_id: invited }))).toEqual([[invited]]);
    expect(await told(team.membersSetProfile({ user, new_surname: "Lee" }))).toEqual([[id]]);
    expect(await told(team.membersSetAdminPermissions({ user, new_role: "support_admin" }))).toEqual([[id]]);
    expect(await told(team.membersSuspend({ user }))).toEqual([[id]]);
    expect(await told(team.membersUnsuspend({ user }))).toEqual([[id]]);
    expect(await told(team.membersRemove({ user }))).toEqual([[id]]);
    expect(await told(team.membersRecover({ user }))).toEqual([[id]]);

    // Nothing is told of calls that fail or change nobody, nor of groups (B-223).
    expect(await told(errorOf(team.membersSuspend({ user: selectorOf(admin) })))).toEqual([]);
    expect(await told(errorOf(team.membersRemove({ user, keep_account: true })))).toEqual([]);
    expect(await told(team.membersSendWelcomeEmail(user))).toEqual([]);
    const { group_id } = await team.groupsCreate({ group_name: "Maps" });
    const group = { ".tag": "group_id", group_id } as const;
    expect(await told(team.groupsMembersAdd({ group, members: [{ user, access_type: "member" }] }))).toEqual([]);
  });
});
