import type { RouteInfo } from "cloud-storage-api";
import sql from "sql-template-tag";
import { nameKey } from "../../fold-case.js";
import { badField } from "../bad-field.js";
import type { TeamChange } from "../change.js";

/** The maximum lengths of a name and of an external id, in characters. */
const longestName = 255;
const longestExternalId = 64;

/** The name and external id of a group; undefined fields are not set. */
export interface GroupIdentity {
  readonly name: string | undefined;
  /** The external id; an empty string removes it. */
  readonly externalId: string | undefined;
}

type Conflict = "group_name_invalid" | "group_name_already_used" | "external_id_already_in_use";

/** Throws a Refusal that names the field of the argument if an external id is too long. */
export function refuseLongExternalId(route: RouteInfo, field: string, externalId = ""): void {
  const { length } = [...externalId];
  if (length > longestExternalId) {
    throw badField(route, field, `at most ${longestExternalId} characters`, `${length} characters`);
  }
}

/**
 * Returns why a group cannot have a name and external id; undefined if it can. `groupId` is the id of the group, unless it is
 * new.
 */
export async function findIdentityConflict(
  { queries, team }: TeamChange,
  { name, externalId }: GroupIdentity,
  groupId?: string,
): Promise<Conflict | undefined> {
  if (name !== undefined && !isGroupName(name)) {
    return "group_name_invalid";
  }
  const others = sql`select from team_group
    where team_id = ${team.id} and deleted is null and id is distinct from ${groupId ?? null}`;
  if (name !== undefined && (await queries.first(sql`${others} and name_key = ${nameKey(name)}`)) !== undefined) {
    return "group_name_already_used";
  }
  if (externalId !== undefined && (await queries.first(sql`${others} and external_id = ${externalId}`)) !== undefined) {
    return "external_id_already_in_use";
  }
  return undefined;
}

/**
 * Returns whether a group name is valid. It must not be blank or too long, or contain characters that names of people must not
 * contain.
 */
function isGroupName(name: string): boolean {
  return (
    name.trim() !== "" && [...name.normalize("NFC")].length <= longestName && !/[/:?*<>"|\p{Cc}\p{Cs}]/u.test(name)
  );
}
