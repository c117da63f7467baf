import { AuthenticationError, isApiError, type Client } from "cloud-storage-api";
import { decodeTeamChangeNotification } from "cloud-storage-api/webhooks";
import { join } from "node:path";
import sql from "sql-template-tag";
import { describe, expect, inject, test, vi } from "vitest";
import { serverDatabase } from "../src/database/server.js";
import { findContradictions } from "./support/invariants.js";
import { emptyFolder, startProcess, type ServiceProcess } from "./support/process.js";
import { startReceiver, subscribe } from "./support/receiver.js";
import { byMemberId } from "./support/selectors.js";
import { freshData, newEmail, testedService, type TestedService } from "./support/service.js";

const { server } = inject("databases");

/** Deterministic pseudo-random numbers. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type TestedMember = Awaited<ReturnType<TestedService["team"]>>["admin"];

/** An action of one of many concurrent callers: it succeeds, or fails as the API says. */
type Act = (service: TestedService, random: (below: number) => number) => Promise<unknown>;

/** Conflicting calls: about few members, names and paths, in one team. */
function createActs(team: Awaited<ReturnType<TestedService["team"]>>, userTokens: readonly string[]): Act[] {
  const anybody = (random: (below: number) => number): ReturnType<typeof byMemberId> =>
    byMemberId([team.admin, ...team.members][random(team.members.length + 1)]);
  const teamClient = (service: TestedService): ReturnType<TestedService["clientWith"]>["team"] =>
    service.clientWith(team.token).team;
  const filesOf = (
    service: TestedService,
    random: (below: number) => number,
  ): ReturnType<TestedService["clientWith"]>["files"] =>
    service.clientWith(userTokens[random(userTokens.length)] ?? "").files;
  const path = (random: (below: number) => number): string => {
    const names = ["a", "B", "c"];
    const depth = 1 + random(3);
    const folder = random(2) === 0 ? "/Shared" : "";
    return folder + Array.from({ length: depth }, () => `/${names[random(3)] ?? ""}`).join("");
  };
  const group = (random: (below: number) => number): string => `group ${random(3)}`;
  return [
    (service) =>
      teamClient(service).membersAdd({
        new_members: [{ member_email: newEmail(), member_given_name: "Eve", member_surname: "Quoin" }],
      }),
    (service, random) => teamClient(service).membersSuspend({ user: anybody(random) }),
    (service, random) => teamClient(service).membersUnsuspend({ user: anybody(random) }),
    (service, random) => teamClient(service).membersRemove({ user: anybody(random) }),
    (service, random) => teamClient(service).membersRecover({ user: anybody(random) }),
    (service, random) =>
      teamClient(service).membersSetAdminPermissions({
        user: anybody(random),
        new_role: random(2) === 0 ? "team_admin" : "member_only",
      }),
    (service, random) =>
      teamClient(service).groupsCreate({ group_name: group(random), group_external_id: group(random) }),
    async (service, random) => {
      const { groups } = await teamClient(service).groupsList();
      const { group_id = "" } = groups[random(groups.length || 1)] ?? {};
      const selector = { ".tag": "group_id", group_id } as const;
      const user = anybody(random);
      switch (random(4)) {
        case 0:
          return teamClient(service).groupsDelete(selector);
        case 1:
          return teamClient(service).groupsUpdate({ group: selector, new_group_name: group(random) });
        case 2:
          return teamClient(service).groupsMembersRemove({ group: selector, users: [user] });
        default:
          return teamClient(service).groupsMembersAdd({ group: selector, members: [{ user, access_type: "member" }] });
      }
    },
    (service, random) =>
      filesOf(service, random).upload({ path: path(random), mode: "overwrite" }, "x".repeat(random(50))),
    (service, random) => filesOf(service, random).createFolder({ path: path(random) }),
    (service, random) => filesOf(service, random).move({ from_path: path(random), to_path: path(random) }),
    (service, random) =>
      filesOf(service, random).copy({ from_path: path(random), to_path: path(random), autorename: true }),
    (service, random) => filesOf(service, random).delete({ path: path(random) }),
    async (service, random) => {
      const { team_folders } = await teamClient(service).teamFolderList();
      const { team_folder_id = "0" } = team_folders[random(team_folders.length || 1)] ?? {};
      switch (random(4)) {
        case 0:
          return teamClient(service).teamFolderCreate({ name: `folder ${random(3)}` });
        case 1:
          return teamClient(service).teamFolderArchive({ team_folder_id });
        case 2:
          return teamClient(service).teamFolderActivate({ team_folder_id });
        default:
          return teamClient(service).teamFolderRename({ team_folder_id, name: `folder ${random(3)}` });
      }
    },
  ];
}

/** Calls on the files of members who leave in various ways while they still write. */
function leavingActs(
  team: Awaited<ReturnType<TestedService["team"]>>,
  memberTokens: readonly string[],
  appKey: string,
): Act[] {
  const member = (random: (below: number) => number): TestedMember =>
    team.members[random(team.members.length)] ?? team.admin;
  const filesOf = (service: TestedService, random: (below: number) => number): Client["files"] =>
    service.clientWith(memberTokens[random(memberTokens.length)] ?? "").files;
  const path = (random: (below: number) => number): string =>
    `${random(2) === 0 ? "/Plans" : ""}/${random(3)}/${random(3)}`;
  return [
    (service, random) =>
      ignoreMissing(filesOf(service, random).upload({ path: path(random), mode: "overwrite" }, "x".repeat(random(50)))),
    (service, random) =>
      ignoreMissing(
        filesOf(service, random).move({ from_path: path(random), to_path: path(random), autorename: true }),
      ),
    (service, random) => {
      const entries = [1, 2].map(() => ({ from_path: path(random), to_path: path(random) }));
      return ignoreMissing(filesOf(service, random).copyBatch({ entries, autorename: true }));
    },
    async (service, random) => {
      const { team: calls } = service.clientWith(team.token);
      const [user, transfer_dest_id] = [byMemberId(member(random)), byMemberId(member(random))];
      switch (random(30)) {
        case 0:
          return calls.membersRemove({ user, transfer_dest_id, transfer_admin_id: byMemberId(team.admin) });
        case 1:
          return calls.membersRemove({ user, keep_account: true, wipe_data: false });
        default:
          return calls.linkedAppsRevokeLinkedApp({
            app_id: appKey,
            team_member_id: member(random).team_member_id,
            keep_app_folder: random(2) === 0,
          });
      }
    },
  ];
}

/** A call of a user who may no longer be a member. */
async function ignoreMissing(work: Promise<unknown>): Promise<unknown> {
  return work.catch((thrown: unknown) => {
    if (!(thrown instanceof AuthenticationError)) {
      throw thrown;
    }
  });
}

/** Twelve concurrent callers that make random calls. */
async function manyCallers(
  services: readonly [TestedService, TestedService],
  acts: readonly Act[],
): Promise<{ unexpected: unknown[]; successes: number }> {
  const unexpected: unknown[] = [];
  let successes = 0;
  const caller = async (seed: number): Promise<void> => {
    const random = randomNumbers(seed);
    for (let count = 0; count < 60; count++) {
      const service = services[random(2)] ?? services[0];
      try {
        await acts[random(acts.length)]?.(service, random);
        successes += 1;
      } catch (thrown) {
        if (!isApiError(thrown) || thrown.name !== "RouteError") {
          unexpected.push(thrown);
        }
      }
    }
  };
  await Promise.all(Array.from({ length: 12 }, (_, index) => caller(index + 1)));
  return { unexpected, successes };
}

/** Starts two processes with the same environment variables. */
async function twoProcesses(
  environment: Readonly<Record<string, string>>,
): Promise<{ processes: ServiceProcess[]; services: [TestedService, TestedService] }> {
  const processes = [startProcess(environment), startProcess(environment)];
  const [one = "", two = ""] = await Promise.all(processes.map(({ url }) => url));
  return { processes, services: [testedService(() => one), testedService(() => two)] };
}

describe.skipIf(server === undefined)("two processes on one PostgreSQL server", () => {
  test("two processes on one PostgreSQL server keep all rules during many conflicting calls (B-264)", async () => {
    const environment = await freshData(server, emptyFolder());
    const { DATABASE_URL = "", DATA_FOLDER = "" } = environment;
    const { processes, services } = await twoProcesses(environment);
    const [first] = services;
    const team = await first.team(
      Array.from({ length: 5 }, () => ({ quota: 2_000 })),
      { licenses: 9 },
    );
    const accounts = [];
    for (let count = 0; count < 3; count++) {
      accounts.push((await first.controls.addAccount({ email: newEmail(), quota: 1_000 })).account_id);
    }
    const members = accounts.map((account_id) => ({ account_id, mount_path: "/Shared" }));
    await first.storage.addSharedFolder({ owner: accounts[0] ?? "", members });
    const tokens = await Promise.all(accounts.map((account_id) => first.userToken(account_id)));
    const { unexpected, successes } = await manyCallers(services, createActs(team, tokens));
    expect(unexpected).toEqual([]);
    expect(successes).toBeGreaterThan(150);
    const complaints = processes.flatMap((process) => process.log()).filter(({ level }) => Number(level) > 30);
    expect(complaints).toEqual([]);
    const database = serverDatabase(DATABASE_URL);
    try {
      expect(await findContradictions(database, join(DATA_FOLDER, "contents"))).toEqual({});
    } finally {
      await database.close();
    }
  });

  test("two processes on one PostgreSQL server leave nothing in the storages of members who leave while they write (B-198, B-204, B-264)", async () => {
    const environment = await freshData(server, emptyFolder());
    const { DATABASE_URL = "", DATA_FOLDER = "" } = environment;
    const { processes, services } = await twoProcesses(environment);
    const [first] = services;
    const team = await first.team(Array.from({ length: 12 }, () => ({})));
    const { key } = await first.controls.addApp({ access: "app_folder", permissions: [], redirect_uris: [] });
    const tokens = [];
    for (const { account_id } of team.members) {
      const owner = { ".tag": "account_id", account_id } as const;
      tokens.push(await first.userToken(account_id));
      tokens.push((await first.controls.issueToken({ app_key: key, owner })).access_token);
    }
    const members = team.members.map(({ account_id }) => ({ account_id, mount_path: "/Plans" }));
    await first.storage.addTeamFolder({ team_id: team.id, name: "Plans", members });
    const { unexpected, successes } = await manyCallers(services, leavingActs(team, tokens, key));
    expect(unexpected).toEqual([]);
    expect(successes).toBeGreaterThan(100);
    const database = serverDatabase(DATABASE_URL);
    try {
      const isBusy = sql`select from job where status = 'in_progress'`;
      await vi.waitUntil(async () => (await database.first(isBusy)) === undefined, { timeout: 500_000 });
      expect(await findContradictions(database, join(DATA_FOLDER, "contents"))).toEqual({});
      const left = sql`
        select item.path from item join account on account.home = item.namespace_id where account.is_closed`;
      expect(await database.all(left)).toEqual([]);
      const gone = await database.all(sql`select from account where is_closed or kind = 'personal'`);
      expect(gone.length).toBeGreaterThan(2);
    } finally {
      await database.close();
    }
    const complaints = processes.flatMap((process) => process.log()).filter(({ level }) => Number(level) > 30);
    expect(complaints).toEqual([]);
  });

  test("two processes on one PostgreSQL server send every notification, and only once if nothing fails (N-10)", async () => {
    const patient = { LOCK_TIMEOUT: "60000", DB_TIMEOUT: "60000" }; // on a slow machine, 60 calls wait long for each other
    const { processes, services } = await twoProcesses({ ...(await freshData(server, emptyFolder())), ...patient });
    const [first, second] = services;
    const audiences = [];
    for (let count = 0; count < 3; count++) {
      const { id, members } = await first.team(Array.from({ length: 20 }, () => ({ status: "invited" })));
      const receiver = await startReceiver();
      const { key } = await subscribe(first, id, ["Team member management"], receiver.url);
      audiences.push({ members, receiver, key });
    }
    await Promise.all(
      audiences.flatMap(({ members }) =>
        members.map((member, index) =>
          (index % 2 === 0 ? first : second).controls.acceptInvitation({ team_member_id: member.team_member_id }),
        ),
      ),
    );
    for (const { key } of audiences) {
      await vi.waitFor(
        async () => expect(await first.storage.listNotifications({ app_key: key })).toEqual([]),
        500_000,
      );
    }
    await Promise.all(processes.map((process) => process.end("SIGTERM"))); // what was under way is done
    for (const { members, receiver } of audiences) {
      const told = receiver.received.map(({ body }) => decodeTeamChangeNotification(JSON.parse(body)).team_events);
      const ids = told.flat().flatMap(({ member_ids }) => member_ids);
      expect(ids.sort()).toEqual(members.map(({ team_member_id }) => team_member_id).sort());
    }
  });
});
