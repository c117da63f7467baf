import sql from "sql-template-tag";
import type { Queries } from "../database/database.js";
import { addMark } from "../files/tree/names.js";
import { nameKey } from "../fold-case.js";

interface Named {
  readonly id: string;
  /** The team within which the name must be unique; null if it does not have to be unique. */
  readonly team_id: string | null;
  readonly name: string;
  readonly name_key: string;
}

/** Recomputes the keys of groups and folders, like {@link refoldPaths}. Returns the ids of renamed groups and folders. */
export async function refoldNames(queries: Queries): Promise<string[]> {
  const folders = planRenames(
    await queries.all<Named>(sql`
      select id::text, case when kind = 'team' then team_id end as team_id, name, name_key from namespace
      where kind <> 'home' order by namespace.id`),
  );
  const groups = planRenames(
    await queries.all<Named>(sql`
      select id, case when deleted is null then team_id end as team_id, name, name_key from team_group order by number`),
  );
  for (const { id, name, name_key } of folders) {
    await queries.run(sql`update namespace set name = ${name}, name_key = ${name_key} where id = ${id}::bigint`);
  }
  for (const { id, name, name_key } of groups) {
    await queries.run(sql`update team_group set name = ${name}, name_key = ${name_key} where id = ${id}`);
  }
  return [...folders, ...groups].flatMap(({ id, isRenamed }) => (isRenamed ? [id] : []));
}

/** Returns the rows whose keys change, with their new names and keys. A row whose key is taken gets a number. */
function planRenames(all: readonly Named[]): (Named & { readonly isRenamed: boolean })[] {
  const isChanged = ({ name, name_key }: Named): boolean => nameKey(name) !== name_key;
  const taken = new Set(all.filter((each) => !isChanged(each)).map(uniquenessScope));
  return all.filter(isChanged).map((row) => {
    let renamed = { ...row, name_key: nameKey(row.name) };
    for (let number = 1; row.team_id !== null && taken.has(uniquenessScope(renamed)); number++) {
      const name = addMark(row.name.trimEnd(), String(number), false);
      renamed = { ...row, name, name_key: nameKey(name) };
    }
    taken.add(uniquenessScope(renamed));
    return { ...renamed, isRenamed: renamed.name !== row.name };
  });
}

function uniquenessScope({ team_id, name_key }: Named): string {
  return JSON.stringify([team_id, name_key]);
}
