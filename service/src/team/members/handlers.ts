import { routeError, type TeamHandlers } from "cloud-storage-api/server";
import { membersList, membersListContinue, type MembersListResultInput } from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import { pageSize, TeamList, type Position } from "../page.js";
import { memberAddHandlers, memberWelcomeHandlers } from "./add.js";
import { findMembers, memberInfo, selectMembers, selectorText } from "./member.js";
import { memberRecoverHandlers, memberRemoveHandlers } from "./remove.js";
import { memberProfileHandlers, memberRoleHandlers } from "./set-profile.js";
import { memberSuspendHandlers } from "./suspend.js";

type Handlers = Pick<TeamHandlers<Caller>, keyof TeamHandlers<Caller> & `members${string}`>;

/** Returns the handlers of the routes about members. */
export function memberHandlers(backend: Backend): Handlers {
  return {
    ...memberListHandlers(backend),
    ...memberAddHandlers(backend),
    ...memberWelcomeHandlers(backend),
    ...memberProfileHandlers(backend),
    ...memberRoleHandlers(backend),
    ...memberSuspendHandlers(backend),
    ...memberRemoveHandlers(backend),
    ...memberRecoverHandlers(backend),
  };
}

interface MemberListPosition extends Position {
  readonly include_removed: boolean;
}

/** Returns the handlers that list members. */
function memberListHandlers({
  database,
  clock,
  cursors,
}: Backend): Pick<TeamHandlers<Caller>, "membersList" | "membersListContinue" | "membersGetInfo"> {
  const list = new TeamList<MemberListPosition>(cursors, "team/members/list");

  async function readPage(teamId: string, place: MemberListPosition): Promise<MembersListResultInput> {
    const now = await clock.now(database);
    const { rows, ...page } = await list.page(teamId, place, (after, limit) =>
      findMembers(
        database,
        sql`member.team_id = ${teamId} and member.number > ${after}
          and (member.status <> 'removed' or ${place.include_removed}::boolean)`,
        limit,
      ),
    );
    return { members: rows.map((member) => memberInfo(member, now)), ...page };
  }

  return {
    membersList: ({ limit, include_removed }, { teamId }) =>
      readPage(teamId, { after: 0, limit: pageSize(membersList, limit), include_removed }),
    membersListContinue({ cursor }, { teamId }) {
      const place = list.position(teamId, cursor);
      if (place === undefined) {
        throw routeError(membersListContinue, "invalid_cursor");
      }
      return readPage(teamId, place);
    },
    async membersGetInfo({ members }, { teamId }) {
      const now = await clock.now(database);
      const selectedMembers = await selectMembers(database, teamId, members);
      return members.map((selector, index) => {
        const member = selectedMembers[index];
        return member === undefined
          ? { ".tag": "id_not_found", id_not_found: selectorText(selector) }
          : { ".tag": "member_info", ...memberInfo(member, now) };
      });
    },
  };
}
