import { membersListContinue, type MembersListResultInput } from "cloud-storage-api/team";
import { badRequest, routeError, type TeamHandlers } from "cloud-storage-api/server";
import sql from "sql-template-tag";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import { findMembers, memberInfo } from "./profile.js";
import { selectMember, textOf } from "./selector.js";

/** Where a list of members goes on. */
interface Position {
  readonly after: number;
  readonly limit: number;
  readonly include_removed: boolean;
}

/** The largest page that anybody gets. */
const largestPage = 1_000;

type Handlers = Pick<TeamHandlers<Caller>, "membersList" | "membersListContinue" | "membersGetInfo">;

/** Answers what the members of a team are. */
export function memberListHandlers({ database, clock, cursors }: Backend): Handlers {
  const purpose = (teamId: string): string => `team/members/list of ${teamId}`;

  async function page(teamId: string, { after, limit, include_removed }: Position): Promise<MembersListResultInput> {
    const now = await clock.now(database);
    const found = await findMembers(
      database,
      sql`member.id in (
        select id from member where team_id = ${teamId} and number > ${after}
        and (status <> 'removed' or ${include_removed}::boolean)
        order by number limit ${limit + 1})`,
    );
    const members = found.slice(0, limit);
    const position: Position = { after: members.at(-1)?.number ?? after, limit, include_removed };
    return {
      members: members.map((member) => memberInfo(member, now)),
      cursor: cursors.write(purpose(teamId), position),
      has_more: found.length > limit,
    };
  }

  return {
    membersList({ limit, include_removed }, { teamId }) {
      if (limit === 0) {
        throw badRequest('"limit" must be at least 1.');
      }
      return page(teamId, { after: 0, limit: Math.min(limit, largestPage), include_removed });
    },
    membersListContinue({ cursor }, { teamId }) {
      const position = cursors.read(purpose(teamId), cursor);
      if (position === undefined) {
        throw routeError(membersListContinue, "invalid_cursor");
      }
      return page(teamId, position as Position);
    },
    async membersGetInfo({ members }, { teamId }) {
      const now = await clock.now(database);
      return Promise.all(
        members.map(async (selector) => {
          const member = await selectMember(database, teamId, selector);
          return member === undefined
            ? { ".tag": "id_not_found", id_not_found: textOf(selector) }
            : { ".tag": "member_info", ...memberInfo(member, now) };
        }),
      );
    },
  };
}
