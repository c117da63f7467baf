import sql from "sql-template-tag";
import type { Queries } from "../database/database.js";

/** Returns those of the contents to which the database refers. */
export async function findNeeded(queries: Queries, contents: readonly string[]): Promise<ReadonlySet<string>> {
  const some = [...contents];
  const needed = await queries.all<{ content: string }>(sql`
    select content from item where content = any(${some})
    union select content from revision where content = any(${some})
    union select content from upload_part where content = any(${some})`);
  return new Set(needed.map(({ content }) => content));
}

/** A stored content to which the database refers. */
interface NeededContent {
  readonly content: string;
  readonly size: number;
}

const pageSize = 1_000;

/** Yields all contents to which the database refers, sorted. Reads them page by page. */
export async function* listNeeded(queries: Queries): AsyncGenerator<NeededContent, void> {
  for (let after = ""; ;) {
    const page = await queries.all<NeededContent>(sql`
      select content, max(size) as size from (
        (select content, size from item where content > ${after} order by content limit ${pageSize})
        union all (select content, size from revision where content > ${after} order by content limit ${pageSize})
        union all (select content, size from upload_part where content > ${after} order by content limit ${pageSize})
      ) as needed group by content order by content limit ${pageSize}`);
    yield* page;
    const last = page.at(-1);
    if (last === undefined) {
      return;
    }
    after = last.content;
  }
}
