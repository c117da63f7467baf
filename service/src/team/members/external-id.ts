import sql from "sql-template-tag";
import type { TeamChange } from "../change.js";

/** Returns whether another member of a team has an external id. Removed members who can be recovered count as well (B-184). */
export async function isExternalIdUsed(
  { queries, team }: TeamChange,
  externalId: string | null,
  ownId?: string,
): Promise<boolean> {
  const other = await queries.first(sql`
    select from member
    where team_id = ${team.id} and external_id = ${externalId} and not is_released and id is distinct from ${ownId ?? null}`);
  return other !== undefined;
}
