import type { UserSelectorArg } from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Queries } from "../../database/database.js";
import type { TeamChange } from "../change.js";
import type { MemberRow } from "../members/profile.js";
import { selectMembers, selectorText } from "../members/selector.js";

/** The error for selectors that do not match a member of the team. */
export type UsersError =
  | { readonly ".tag": "users_not_found"; readonly users_not_found: string[] }
  | { readonly ".tag": "members_not_in_team"; readonly members_not_in_team: string[] };

/**
 * Returns the members that selectors identify. Rejects with the error that `fail` returns unless all are on the team (B-158,
 *
 */
export async function selectUsers(
  { queries, team }: TeamChange,
  selectors: readonly UserSelectorArg[],
  fail: (error: UsersError) => Error,
): Promise<MemberRow[]> {
  const found = await selectMembers(queries, team.id, selectors);
  const users = found.filter((member) => member !== undefined).filter(({ status }) => status !== "removed");
  if (users.length === selectors.length) {
    return users;
  }
  const absent = selectors.filter((_, index) => (found[index]?.status ?? "removed") === "removed");
  const strangers = selectors.filter((_, index) => found[index] === undefined);
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
  const known = await queries.all<{ text: string }>(sql`
    select id as text from member where id = any(${texts})
    union
    select email as text from account
    where lower(email) in (select lower(text) from unnest(${texts}::text[]) as text) and not is_closed`);
  return new Set(known.map(({ text }) => text.toLowerCase()));
}
