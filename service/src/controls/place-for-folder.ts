import sql from "sql-template-tag";
import type { Queries } from "../database/database.js";
import type { Item } from "../files/tree/item.js";
import { ancestorPaths, joinNames, pathKey, parsePath } from "../files/tree/path.js";
import { impossible } from "./impossible.js";

/** A path in a home at which a folder exists or can be created. */
interface FolderPlace {
  /** The path, in which existing folders are spelled as stored. */
  readonly path: string;
  /** The paths of the folders that do not exist yet, outermost first. The last one is `path`, unless that folder exists. */
  readonly missing: readonly string[];
}

/** Resolves a path in a home to a place for a folder. Rejects with a route error if the home cannot have a folder there. */
export async function placeForFolder(queries: Queries, home: number, text: string): Promise<FolderPlace> {
  const names = namesIn(text);
  const key = pathKey(joinNames(names));
  const found = await queries.all<Pick<Item, "kind" | "path">>(sql`
    select kind, path from item
    where namespace_id = ${home} and path_key = any(${[...ancestorPaths(key), key]}) order by path_key desc`);
  const [innermost] = found;
  if (innermost !== undefined && innermost.kind !== "folder") {
    throw impossible(
      innermost.kind === "file" ? `${innermost.path} is a file.` : `Another folder is mounted at ${innermost.path}.`,
    );
  }
  const path = [innermost?.path ?? "", ...names.slice(found.length)].join("/");
  const missing = [...ancestorPaths(path), path].slice(found.length);
  return { path, missing };
}

function namesIn(text: string): readonly string[] {
  const parsed = parsePath(text);
  if (typeof parsed === "string") {
    throw impossible(parsed);
  }
  if (parsed.start.kind !== "root" || (text !== "" && !text.startsWith("/"))) {
    throw impossible("The path must start with a slash.");
  }
  if (parsed.names.length === 0) {
    throw impossible("The path is the root folder.");
  }
  return parsed.names;
}
