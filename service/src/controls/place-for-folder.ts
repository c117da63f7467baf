import sql from "sql-template-tag";
import type { Queries } from "../database/database.js";
import type { Item } from "../files/tree/item.js";
import { ancestorsOf, joined, keyOf, parsePath } from "../files/tree/path.js";
import { impossible } from "./impossible.js";

/** A place in a home at which a folder is, or could be. */
interface FolderPlace {
  /** Folders that are there already are spelled as they are. */
  readonly path: string;
  /** The folders that are not there yet, the outermost first; the last one is the place itself, unless that is there. */
  readonly missing: readonly string[];
}

/** The place for a folder that a path of a home means. Throws a route error if there can be no folder of the home there. */
export async function placeForFolder(queries: Queries, home: number, text: string): Promise<FolderPlace> {
  const names = namesIn(text);
  const key = keyOf(joined(names));
  const found = await queries.all<Pick<Item, "kind" | "path">>(sql`
    select kind, path from item
    where namespace_id = ${home} and path_key = any(${[...ancestorsOf(key), key]}) order by path_key desc`);
  const [innermost] = found;
  if (innermost !== undefined && innermost.kind !== "folder") {
    throw impossible(
      innermost.kind === "file" ? `${innermost.path} is a file.` : `Another folder is mounted at ${innermost.path}.`,
    );
  }
  const path = [innermost?.path ?? "", ...names.slice(found.length)].join("/");
  const missing = [...ancestorsOf(path), path].slice(found.length);
  return { path, missing };
}

function namesIn(text: string): readonly string[] {
  const parsed = parsePath(text);
  if (typeof parsed === "string") {
    throw impossible(parsed);
  }
  if (parsed.start.kind !== "root" || (text !== "" && !text.startsWith("/"))) {
    throw impossible("The path must begin with a slash.");
  }
  if (parsed.names.length === 0) {
    throw impossible("The path is that of the root.");
  }
  return parsed.names;
}
