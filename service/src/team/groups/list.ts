import { routeError, type TeamHandlers } from "cloud-storage-api/server";
import {
  groupsGetInfo,
  groupsList,
  groupsListContinue,
  type GroupsGetInfoItemInput,
  type GroupsListResultInput,
} from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import { pageAt, pageSize, type Position } from "../page.js";
import { areForeign, findGroups } from "./group.js";
import { fullInfos, groupSummary } from "./info.js";

type Handlers = Pick<TeamHandlers<Caller>, "groupsList" | "groupsListContinue" | "groupsGetInfo">;

/** Returns the handlers that list groups. */
export function groupListHandlers({ database, clock, cursors }: Backend): Handlers {
  const purpose = (teamId: string): string => `team/groups/list of ${teamId}`;

  async function page(teamId: string, place: Position): Promise<GroupsListResultInput> {
    const { rows, next, has_more } = await pageAt(place, (after, limit) =>
      findGroups(database, sql`team_id = ${teamId} and number > ${after}`, limit),
    );
    return { groups: rows.map(groupSummary), cursor: cursors.write(purpose(teamId), next), has_more };
  }

  return {
    groupsList: ({ limit }, { teamId }) => page(teamId, { after: 0, limit: pageSize(groupsList, limit) }),
    groupsListContinue({ cursor }, { teamId }) {
      const place = cursors.read(purpose(teamId), cursor);
      if (place === undefined) {
        throw routeError(groupsListContinue, "invalid_cursor");
      }
      return page(teamId, place as Position);
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
