import type { RouteInfo } from "cloud-storage-api";
import { badCall, routeError, type TeamHandlers } from "cloud-storage-api/server";
import {
  groupsCreate,
  groupsDelete,
  groupsGetInfo,
  type GroupsGetInfoItemInput,
  groupsJobStatusGet,
  groupsList,
  groupsListContinue,
  type GroupsListResultInput,
  groupsUpdate,
} from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import { newGroupId } from "../../database/ids.js";
import { nameKey } from "../../fold-case.js";
import { findOwnJob, launchJob, toPollResult } from "../../jobs/job.js";
import type { Work } from "../../jobs/worker.js";
import { changeTeam, type TeamChange } from "../change.js";
import { pageSize, TeamList, type Position } from "../page.js";
import { areForeign, findGroups, fullInfos, groupSummary, loadChangedInfo, selectGroup } from "./group.js";
import {
  groupAccessHandlers,
  groupMemberAddHandlers,
  groupMemberListHandlers,
  groupMemberRemoveHandlers,
} from "./members.js";

type Handlers = Pick<TeamHandlers<Caller>, keyof TeamHandlers<Caller> & `groups${string}`>;

/** Returns the handlers of the routes about groups. */
export function groupHandlers(backend: Backend): Handlers {
  return {
    ...groupListHandlers(backend),
    ...groupCreateHandlers(backend),
    ...groupUpdateHandlers(backend),
    ...groupDeleteHandlers(backend),
    ...groupMemberListHandlers(backend),
    ...groupMemberAddHandlers(backend),
    ...groupMemberRemoveHandlers(backend),
    ...groupAccessHandlers(backend),
    ...groupJobHandlers(backend),
  };
}

/** Returns the handlers that list groups. */
function groupListHandlers({
  database,
  clock,
  cursors,
}: Backend): Pick<TeamHandlers<Caller>, "groupsList" | "groupsListContinue" | "groupsGetInfo"> {
  const list = new TeamList<Position>(cursors, "team/groups/list");

  async function readPage(teamId: string, place: Position): Promise<GroupsListResultInput> {
    const { rows, ...page } = await list.page(teamId, place, (after, limit) =>
      findGroups(database, sql`team_id = ${teamId} and number > ${after}`, limit),
    );
    return { groups: rows.map(groupSummary), ...page };
  }

  return {
    groupsList: ({ limit }, { teamId }) => readPage(teamId, { after: 0, limit: pageSize(groupsList, limit) }),
    groupsListContinue({ cursor }, { teamId }) {
      const place = list.position(teamId, cursor);
      if (place === undefined) {
        throw routeError(groupsListContinue, "invalid_cursor");
      }
      return readPage(teamId, place);
    },
    async groupsGetInfo(selector, { teamId }) {
      const byId = selector[".tag"] === "group_ids";
      const ids = byId ? selector.group_ids : selector.group_external_ids;
      if (byId && (await areForeign(database, teamId, ids))) {
        throw routeError(groupsGetInfo, "group_not_on_team");
      }
      const groups = await findGroups(
        database,
        sql`team_id = ${teamId} and ${byId ? sql`id` : sql`external_id`} = any(${ids})`,
      );
      const infos = await fullInfos(database, groups, await clock.now(database));
      const byKey = new Map(infos.map((info) => [byId ? info.group_id : info.group_external_id, info]));
      return ids.map((id): GroupsGetInfoItemInput => {
        const info = byKey.get(id);
        return info === undefined ? { ".tag": "id_not_found", id_not_found: id } : { ".tag": "group_info", ...info };
      });
    },
  };
}

/** Returns the handler that creates groups. */
function groupCreateHandlers({ database, clock }: Backend): Pick<TeamHandlers<Caller>, "groupsCreate"> {
  return {
    async groupsCreate({ group_name: name, group_external_id: externalId = "", group_management_type }, caller) {
      const { teamId } = caller;
      refuseLongExternalId(groupsCreate, "group_external_id", externalId);
      return changeTeam(database, clock, caller, async (change) => {
        const { queries, now } = change;
        const conflict = await findIdentityConflict(change, { name, externalId });
        if (conflict !== undefined) {
          throw routeError(groupsCreate, conflict);
        }
        const id = newGroupId();
        // By default only administrators manage a group (Q-30).
        const type = group_management_type?.[".tag"] ?? "company_managed";
        await queries.run(sql`
          insert into team_group (id, team_id, name, name_key, external_id, management_type, created)
          values (${id}, ${teamId}, ${name}, ${nameKey(name)}, nullif(${externalId}, ''), ${type}, ${now})`);
        return loadChangedInfo(queries, id, now);
      });
    },
  };
}

/** Returns the handler that changes the name, external id and management of groups. */
function groupUpdateHandlers({ database, clock }: Backend): Pick<TeamHandlers<Caller>, "groupsUpdate"> {
  return {
    async groupsUpdate(arg, caller) {
      const { teamId } = caller;
      refuseLongExternalId(groupsUpdate, "new_group_external_id", arg.new_group_external_id);
      return changeTeam(database, clock, caller, async (change) => {
        const { queries, now } = change;
        const group = await selectGroup(queries, teamId, arg.group);
        if (group === undefined) {
          throw routeError(groupsUpdate, "group_not_found");
        }
        const identity = { name: arg.new_group_name, externalId: arg.new_group_external_id };
        const conflict = await findIdentityConflict(change, identity, group.id);
        if (conflict !== undefined) {
          throw routeError(groupsUpdate, conflict);
        }
        const { name = group.name, externalId = group.external_id ?? "" } = identity;
        const type = arg.new_group_management_type?.[".tag"] ?? group.management_type;
        await queries.run(sql`
          update team_group set name = ${name}, name_key = ${nameKey(name)}, external_id = nullif(${externalId}, ''),
                                management_type = ${type}
          where id = ${group.id}`);
        if (type === "company_managed") {
          // Groups managed by the company have no owners (Q-36).
          await queries.run(sql`update group_member set access_type = 'member' where group_id = ${group.id}`);
        }
        return loadChangedInfo(queries, group.id, now, arg.return_members);
      });
    },
  };
}

/** Returns the handler that deletes groups. A group is deleted immediately, and its memberships in the background. */
function groupDeleteHandlers({ database, clock }: Backend): Pick<TeamHandlers<Caller>, "groupsDelete"> {
  return {
    groupsDelete: (selector, caller) =>
      changeTeam(database, clock, caller, async ({ queries, team, now }) => {
        const group = await selectGroup(queries, team.id, selector);
        if (group === undefined) {
          // The ids of deleted groups are retained, so that they can be recognized (Q-31).
          const wasThere =
            selector[".tag"] === "group_id" &&
            (await queries.first(sql`select from team_group where id = ${selector.group_id} and team_id = ${team.id}`));
          throw routeError(groupsDelete, wasThere ? "group_already_deleted" : "group_not_found");
        }
        await queries.run(sql`update team_group set deleted = ${now} where id = ${group.id}`);
        const id = await launchJob(queries, "team/groups/delete", caller, { group: group.id }, now);
        return { ".tag": "async_job_id", async_job_id: id };
      }),
  };
}

/** The work of a job that deletes the memberships of a deleted group. */
export const groupDeleteWork: Work = async (queries, { arg }) => {
  const { group } = arg as { readonly group: string };
  await queries.run(sql`delete from group_member where group_id = ${group}`);
  return { status: "complete" };
};

const jobKinds = ["team/groups/delete", "team/groups/members/add", "team/groups/members/remove"] as const;

/** Returns the handler that returns the status of group jobs. */
function groupJobHandlers({ database }: Backend): Pick<TeamHandlers<Caller>, "groupsJobStatusGet"> {
  return {
    async groupsJobStatusGet({ async_job_id }, caller) {
      const job = await findOwnJob(database, caller, async_job_id, jobKinds, (reason) =>
        routeError(groupsJobStatusGet, reason === "foreign" ? "access_denied" : "invalid_async_job_id"),
      );
      return toPollResult(job, (reason) => routeError(groupsJobStatusGet, reason));
    },
  };
}

/** The maximum lengths of a name and of an external id, in characters. */
const longestName = 255;
const longestExternalId = 64;

/** The name and external id of a group; undefined fields are not set. */
interface GroupIdentity {
  readonly name: string | undefined;
  /** The external id; an empty string removes it. */
  readonly externalId: string | undefined;
}

type Conflict = "group_name_invalid" | "group_name_already_used" | "external_id_already_in_use";

/** Throws a Refusal that names the field of the argument if an external id is too long. */
function refuseLongExternalId(route: RouteInfo, field: string, externalId = ""): void {
  const { length } = [...externalId];
  if (length > longestExternalId) {
    throw badCall(
      route,
      `request body: ${field}: expected at most ${longestExternalId} characters, found ${length} characters`,
    );
  }
}

/**
 * Returns why a group cannot have a name and external id; undefined if it can. `groupId` is the id of the group, unless it is
 * new.
 */
async function findIdentityConflict(
  { queries, team }: TeamChange,
  { name, externalId }: GroupIdentity,
  groupId?: string,
): Promise<Conflict | undefined> {
  if (name !== undefined && !isGroupName(name)) {
    return "group_name_invalid";
  }
  const otherGroups = sql`select from team_group
    where team_id = ${team.id} and deleted is null and id is distinct from ${groupId ?? null}`;
  if (name !== undefined && (await queries.first(sql`${otherGroups} and name_key = ${nameKey(name)}`)) !== undefined) {
    return "group_name_already_used";
  }
  if (
    externalId !== undefined &&
    (await queries.first(sql`${otherGroups} and external_id = ${externalId}`)) !== undefined
  ) {
    return "external_id_already_in_use";
  }
  return undefined;
}

/**
 * Returns whether a group name is valid. It must not be blank or too long, or contain characters that names of people must not
 * contain (Q-29).
 */
function isGroupName(name: string): boolean {
  return (
    name.trim() !== "" && [...name.normalize("NFC")].length <= longestName && !/[/:?*<>"|\p{Cc}\p{Cs}]/u.test(name)
  );
}
