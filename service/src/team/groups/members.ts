import { routeError, type TeamHandlers } from "cloud-storage-api/server";
import {
  groupsMembersAdd,
  groupsMembersList,
  groupsMembersListContinue,
  type GroupsMembersListResultInput,
  groupsMembersRemove,
  groupsMembersSetAccessType,
  type MemberAccess,
  type UserSelectorArg,
} from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import type { Queries } from "../../database/database.js";
import { launchJob } from "../../jobs/job.js";
import { changeTeam, type TeamChange } from "../change.js";
import { type MemberRow, selectMember, selectMembers, selectorText } from "../members/member.js";
import { pageSize, TeamList, type Position } from "../page.js";
import {
  findGroupMembers,
  groupMemberInfo,
  type GroupRow,
  idsInGroup,
  loadChangedInfo,
  selectGroup,
  selectOwnGroup,
} from "./group.js";

interface MemberPosition extends Position {
  readonly group: string;
}

/** Returns the handlers that list the members of groups. */
export function groupMemberListHandlers({
  database,
  clock,
  cursors,
}: Backend): Pick<TeamHandlers<Caller>, "groupsMembersList" | "groupsMembersListContinue"> {
  const list = new TeamList<MemberPosition>(cursors, "team/groups/members/list");

  async function readPage(teamId: string, place: MemberPosition): Promise<GroupsMembersListResultInput> {
    const now = await clock.now(database);
    const { rows, ...page } = await list.page(teamId, place, (after, limit) =>
      findGroupMembers(database, sql`group_member.group_id = ${place.group} and group_member.number > ${after}`, limit),
    );
    return { members: rows.map((member) => groupMemberInfo(member, now)), ...page };
  }

  return {
    async groupsMembersList({ group: selector, limit }, { teamId }) {
      const size = pageSize(groupsMembersList, limit);
      const group = await selectGroup(database, teamId, selector);
      if (group === undefined) {
        throw routeError(groupsMembersList, "group_not_found");
      }
      return readPage(teamId, { group: group.id, after: 0, limit: size });
    },
    async groupsMembersListContinue({ cursor }, { teamId }) {
      const place = list.position(teamId, cursor);
      // The listing cannot be continued if the group has been deleted in the meantime.
      const group = place && (await selectGroup(database, teamId, { ".tag": "group_id", group_id: place.group }));
      if (place === undefined || group === undefined) {
        throw routeError(groupsMembersListContinue, "invalid_cursor");
      }
      return readPage(teamId, place);
    },
  };
}

/** Returns the handler that adds members to groups: all members of a call, or none. */
export function groupMemberAddHandlers({ database, clock }: Backend): Pick<TeamHandlers<Caller>, "groupsMembersAdd"> {
  return {
    groupsMembersAdd: ({ group: selector, members, return_members }, caller) =>
      changeTeam(database, clock, caller, async (change) => {
        const { queries, team, now } = change;
        const group = await selectOwnGroup(queries, team.id, selector, (reason) =>
          routeError(groupsMembersAdd, reason),
        );
        const selectors = members.map(({ user }) => user);
        const users = await selectUsers(change, selectors, (error) => routeError(groupsMembersAdd, error));
        await refuseDuplicates(queries, group, users);
        refuseOwners(group, members, users);
        await add(queries, group, members, users);
        return {
          group_info: await loadChangedInfo(queries, group.id, now, return_members),
          async_job_id: await launchJob(queries, "team/groups/members/add", caller, { group: group.id }, now),
        };
      }),
  };
}

/** Throws a route error if a member is already in the group, or is listed twice. */
async function refuseDuplicates(queries: Queries, group: GroupRow, users: readonly MemberRow[]): Promise<void> {
  const ids = new Set(users.map(({ id }) => id));
  if (ids.size < users.length || (await idsInGroup(queries, group.id, [...ids])).size > 0) {
    throw routeError(groupsMembersAdd, "duplicate_user");
  }
}

/** Throws a route error if a member is to be an owner but cannot (B-160, B-161). */
function refuseOwners(group: GroupRow, members: readonly MemberAccess[], users: readonly MemberRow[]): void {
  const owners = members.filter(({ access_type }) => access_type[".tag"] === "owner");
  if (users.some(({ status }, index) => status === "suspended" && members[index]?.access_type[".tag"] === "owner")) {
    throw routeError(groupsMembersAdd, "user_must_be_active_to_be_owner");
  }
  if (group.management_type === "company_managed" && owners.length > 0) {
    throw routeError(groupsMembersAdd, {
      ".tag": "user_cannot_be_manager_of_company_managed_group",
      user_cannot_be_manager_of_company_managed_group: owners.map(({ user }) => selectorText(user)),
    });
  }
}

async function add(
  queries: Queries,
  group: GroupRow,
  members: readonly MemberAccess[],
  users: readonly MemberRow[],
): Promise<void> {
  const ids = users.map(({ id }) => id);
  const accessTypes = members.map(({ access_type }) => access_type[".tag"]);
  await queries.run(sql`
    insert into group_member (group_id, member_id, access_type)
    select ${group.id}, added.id, added.access_type
    from unnest(${ids}::text[], ${accessTypes}::text[]) with ordinality as added (id, access_type, place)
    order by added.place`);
}

/** Returns the handler that removes members from groups: all members of a call, or none. */
export function groupMemberRemoveHandlers({
  database,
  clock,
}: Backend): Pick<TeamHandlers<Caller>, "groupsMembersRemove"> {
  return {
    groupsMembersRemove: ({ group: selector, users: selectors, return_members }, caller) =>
      changeTeam(database, clock, caller, async (change) => {
        const { queries, team, now } = change;
        const group = await selectOwnGroup(queries, team.id, selector, (reason) =>
          routeError(groupsMembersRemove, reason),
        );
        const users = await selectUsers(change, selectors, (error) => routeError(groupsMembersRemove, error));
        const ids = new Set(users.map(({ id }) => id));
        if ((await idsInGroup(queries, group.id, [...ids])).size < ids.size) {
          throw routeError(groupsMembersRemove, "member_not_in_group");
        }
        await queries.run(sql`delete from group_member where group_id = ${group.id} and member_id = any(${[...ids]})`);
        return {
          group_info: await loadChangedInfo(queries, group.id, now, return_members),
          async_job_id: await launchJob(queries, "team/groups/members/remove", caller, { group: group.id }, now),
        };
      }),
  };
}

/** Returns the handler that changes the access type of group members. */
export function groupAccessHandlers({
  database,
  clock,
}: Backend): Pick<TeamHandlers<Caller>, "groupsMembersSetAccessType"> {
  return {
    groupsMembersSetAccessType: ({ group: selector, user, access_type, return_members }, caller) =>
      changeTeam(database, clock, caller, async ({ queries, now }) => {
        const { teamId } = caller;
        const group = await selectGroup(queries, teamId, selector);
        if (group === undefined) {
          throw routeError(groupsMembersSetAccessType, "group_not_found");
        }
        const member = await selectMember(queries, teamId, user);
        if (member === undefined || !(await idsInGroup(queries, group.id, [member.id])).has(member.id)) {
          throw routeError(groupsMembersSetAccessType, "member_not_in_group");
        }
        if (access_type[".tag"] === "owner") {
          if (member.status === "suspended") {
            // The rule of members/add applies (B-160), although this route has no tag for it.
            throw routeError(groupsMembersSetAccessType, "other", "A suspended user cannot be an owner.");
          }
          if (group.management_type === "company_managed") {
            throw routeError(groupsMembersSetAccessType, "user_cannot_be_manager_of_company_managed_group");
          }
        }
        await queries.run(sql`
          update group_member set access_type = ${access_type[".tag"]}
          where group_id = ${group.id} and member_id = ${member.id}`);
        return { ".tag": "group_info", ...(await loadChangedInfo(queries, group.id, now, return_members)) };
      }),
  };
}

/** The error for selectors that do not match a member of the team. */
type UsersError =
  | { readonly ".tag": "users_not_found"; readonly users_not_found: string[] }
  | { readonly ".tag": "members_not_in_team"; readonly members_not_in_team: string[] };

/**
 * Returns the members that selectors identify. Rejects with the error that `fail` returns unless all are on the team (B-158,
 *
 */
async function selectUsers(
  { queries, team }: TeamChange,
  selectors: readonly UserSelectorArg[],
  fail: (error: UsersError) => Error,
): Promise<MemberRow[]> {
  const selectedMembers = await selectMembers(queries, team.id, selectors);
  const users = selectedMembers.filter((member) => member !== undefined).filter(({ status }) => status !== "removed");
  if (users.length === selectors.length) {
    return users;
  }
  const absent = selectors.filter((_, index) => (selectedMembers[index]?.status ?? "removed") === "removed");
  const strangers = selectors.filter((_, index) => selectedMembers[index] === undefined);
  const elsewhere = await findOnOtherTeams(queries, strangers);
  const unknown = strangers.filter((selector) => !elsewhere.has(selectorText(selector).toLowerCase()));
  throw fail(
    unknown.length > 0
      ? { ".tag": "users_not_found", users_not_found: unknown.map(selectorText) }
      : { ".tag": "members_not_in_team", members_not_in_team: absent.map(selectorText) },
  );
}

/**
 * Returns the ids and emails in selectors that belong to a member of any team, in lower case. External ids are excluded,
 * because they are local to a team.
 */
async function findOnOtherTeams(queries: Queries, selectors: readonly UserSelectorArg[]): Promise<Set<string>> {
  const texts = selectors.filter((selector) => selector[".tag"] !== "external_id").map(selectorText);
  const rows = await queries.all<{ text: string }>(sql`
    select id as text from member where id = any(${texts})
    union
    select email as text from account
    where lower(email) in (select lower(text) from unnest(${texts}::text[]) as text) and not is_closed`);
  return new Set(rows.map(({ text }) => text.toLowerCase()));
}
