import { existsSync } from "node:fs";
import { join } from "node:path";
import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../../src/database/database.js";

/** The invariants of the database: a sentence, and the query for the rows that violate it. */
const contradictions: Readonly<Record<string, Sql>> = {
  "A team has no more members with a license than licenses.": sql`
    select team.id from team join member on member.team_id = team.id
    where member.status in ('active', 'invited') and member.membership_type = 'full'
    group by team.id having count(*) > team.licenses`,
  "A team that has members has an active administrator.": sql`
    select team.id from team
    where exists (select from member where team_id = team.id and status = 'active')
      and not exists (select from member where team_id = team.id and status = 'active' and role = 'team_admin')`,
  "Members of a group are on its team, and were not removed.": sql`
    select group_member.* from group_member
    join team_group on team_group.id = group_member.group_id
    join member on member.id = group_member.member_id
    where team_group.deleted is null and (member.team_id <> team_group.team_id or member.status = 'removed')`,
  "What is not in the root is in something that is there, and is no file.": sql`
    select item.* from item
    where parent_key <> '' and not exists (
      select from item as parent
      where parent.namespace_id = item.namespace_id and parent.path_key = item.parent_key and parent.kind = 'folder')`,
  "A namespace counts the bytes of its files.": sql`
    select namespace.id, namespace.size, sum(item.size) from namespace
    left join item on item.namespace_id = namespace.id
    group by namespace.id having namespace.size <> coalesce(sum(item.size), 0)`,
  "A home holds no more than it may.": sql`
    select account.id from account join namespace on namespace.id = account.home where namespace.size > account.quota`,
  "No change is later than the last one.": sql`
    select item.id from item join namespace on namespace.id = item.namespace_id where item.sequence > namespace.sequence`,
  "Where there is something, nothing is deleted.": sql`
    select item.path from item join tombstone
      on tombstone.namespace_id = item.namespace_id and tombstone.path_key = item.path_key`,
  "A file is as its revision says.": sql`
    select item.path from item left join revision on revision.rev = item.rev
    where item.kind = 'file' and (revision.content is distinct from item.content or revision.size <> item.size)`,
  "Every account that has mounted a namespace may use it.": sql`
    select item.path from item join account on account.home = item.namespace_id
    where item.kind = 'mount' and not exists (
      select from namespace_member
      where namespace_member.namespace_id = item.target and namespace_member.account_id = account.id)`,
  "Nobody is a member of a team folder that is archived.": sql`
    select namespace.id from namespace join namespace_member on namespace_member.namespace_id = namespace.id
    where namespace.status = 'archived'`,
  "An email belongs to one account of a kind.": sql`
    select kind, lower(email) from account where not is_closed group by kind, lower(email) having count(*) > 1`,
};

/** The invariants that a database violates, with the rows. `folder` has the contents. */
export async function findContradictions(queries: Queries, folder: string): Promise<Record<string, object[]>> {
  const found: Record<string, object[]> = {};
  for (const [sentence, statement] of Object.entries(contradictions)) {
    const rows = await queries.all<object>(statement);
    if (rows.length > 0) {
      found[sentence] = rows;
    }
  }
  const contents = await queries.all<{ content: string }>(
    sql`select distinct content from revision union select distinct content from item where content is not null`,
  );
  const lost = contents.filter(({ content }) => !existsSync(join(folder, content.slice(0, 2), content)));
  return lost.length > 0 ? { ...found, "The content of each file is there.": lost } : found;
}
