import { routeError, type TeamHandlers } from "cloud-storage-api/server";
import {
  groupsMembersList,
  groupsMembersListContinue,
  type GroupsMembersListResultInput,
} from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import { pageAt, pageSize, type Position } from "../page.js";
import { selectGroup } from "./group.js";
import { findGroupMembers, groupMemberInfo } from "./group-member.js";

interface Place extends Position {
  readonly group: string;
}

type Handlers = Pick<TeamHandlers<Caller>, "groupsMembersList" | "groupsMembersListContinue">;

/** Returns the handlers that list the members of groups. */
export function groupMemberListHandlers({ database, clock, cursors }: Backend): Handlers {
  const purpose = (teamId: string): string => `team/groups/members/list of ${teamId}`;

  async function page(teamId: string, place: Place): Promise<GroupsMembersListResultInput> {
    const now = await clock.now(database);
    const { rows, next, has_more } = await pageAt(place, (after, limit) =>
      findGroupMembers(database, sql`group_member.group_id = ${place.group} and group_member.number > ${after}`, limit),
    );
    return {
      members: rows.map((member) => groupMemberInfo(member, now)),
      cursor: cursors.write(purpose(teamId), next),
      has_more,
    };
  }

  return {
    async groupsMembersList({ group: selector, limit }, { teamId }) {
      const size = pageSize(groupsMembersList, limit);
      const group = await selectGroup(database, teamId, selector);
      if (group === undefined) {
        throw routeError(groupsMembersList, "group_not_found");
      }
      return page(teamId, { group: group.id, after: 0, limit: size });
    },
    async groupsMembersListContinue({ cursor }, { teamId }) {
      const place = cursors.read(purpose(teamId), cursor) as Place | undefined;
      // The listing cannot be continued if the group has been deleted in the meantime.
      const group = place && (await selectGroup(database, teamId, { ".tag": "group_id", group_id: place.group }));
      if (place === undefined || group === undefined) {
        throw routeError(groupsMembersListContinue, "invalid_cursor");
      }
      return page(teamId, place);
    },
  };
}
