import sql from "sql-template-tag";
import type { Queries } from "../../database/database.js";

/** Takes a namespace, which is locked, away from everybody who can use it, and out of the homes where it is mounted. */
export async function unmountEverywhere(queries: Queries, namespaceId: number, now: Date): Promise<void> {
  await queries.run(sql`delete from namespace_member where namespace_id = ${namespaceId}`);
  // In the order of their ids, like everybody who locks several.
  await queries.run(sql`
    select id from namespace where id in (select namespace_id from item where target = ${namespaceId})
    order by id for update`);
  await queries.run(sql`
    update namespace set sequence = sequence + 1
    where id in (select namespace_id from item where target = ${namespaceId})`);
  await queries.run(sql`
    insert into tombstone (namespace_id, parent_key, path, path_key, name, sequence, deleted)
    select item.namespace_id, item.parent_key, item.path, item.path_key, item.name, namespace.sequence, ${now}
    from item join namespace on namespace.id = item.namespace_id
    where item.target = ${namespaceId}
    on conflict (namespace_id, path_key) do update
    set path = excluded.path, name = excluded.name, sequence = excluded.sequence, deleted = excluded.deleted`);
  await queries.run(sql`delete from item where target = ${namespaceId}`);
}
