import type { StorageHandlers } from "#controls/server";
import type { MarkFileArg, Membership } from "#controls/storage";
import { DecodeError } from "cloud-storage-api";
import { decodeFileMetadata, type FileMetadata, type PropertyGroup } from "cloud-storage-api/files";
import sql from "sql-template-tag";
import type { Backend } from "../backend.js";
import { jsonText, type Queries } from "../database/database.js";
import { beginChange, completeChange } from "../files/tree/change.js";
import { addFolders, freshItemId, type Item } from "../files/tree/item.js";
import { mount } from "../files/tree/mount.js";
import { ancestorPaths, joinNames, parentPath, parsePath, pathKey } from "../files/tree/path.js";
import { nameKey } from "../fold-case.js";
import { sweep } from "../sweeper.js";
import { impossible } from "./impossible.js";

/** Returns the test controls for storages. */
export function storageControls(backend: Backend): StorageHandlers<undefined> {
  const { database, clock } = backend;
  return {
    addSharedFolder: ({ owner, name, members }) =>
      database.transaction(async (queries) => {
        const now = await clock.now(queries);
        const namespace = await queries.first<{ id: number }>(sql`
          insert into namespace (kind, name, name_key, owner_id, created)
          values ('shared', ${name}, ${nameKey(name)}, ${owner}, ${now}) returning id`);
        return { namespace_id: await addMembers(queries, namespace?.id ?? 0, members, now) };
      }),
    addTeamFolder: ({ team_id, name, members }) =>
      database.transaction(async (queries) => {
        const now = await clock.now(queries);
        const namespace = await queries.first<{ id: number }>(sql`
          insert into namespace (kind, team_id, name, name_key, status, created)
          values ('team', ${team_id}, ${name}, ${nameKey(name)}, 'active', ${now}) returning id`);
        return { namespace_id: await addMembers(queries, namespace?.id ?? 0, members, now) };
      }),
    async markFile({ account_id, path, is_restricted, has_explicit_members, ...more }) {
      const { media_info: media, property_groups: groups } = decodeMarks(more);
      const problem = groups && propertyProblem(groups);
      if (problem !== undefined) {
        throw impossible(problem);
      }
      await database.transaction(async (queries) => {
        const marked = await queries.first<{ id: string }>(sql`
          update item set is_restricted = ${is_restricted}, has_explicit_members = ${has_explicit_members},
            media_info = ${media ? jsonText(media) : null}::jsonb,
            property_groups = ${groups ? jsonText(groups) : null}::jsonb
          from account
          where account.id = ${account_id} and item.namespace_id = account.home and item.path_key = ${pathKey(path)}
          returning item.id`);
        if (marked === undefined) {
          throw impossible("There is no such file.");
        }
        await queries.run(sql`update revision set is_restricted = ${is_restricted} where item_id = ${marked.id}`);
      });
    },
    addFiles: ({ account_id, path: requestedPath, count }) =>
      database.transaction(async (queries) => {
        const now = await clock.now(queries);
        const home = await findHome(queries, account_id);
        const sequence = await beginChange(queries, home, count);
        const { path, missing } = await placeForFolder(queries, home, requestedPath);
        await addFolders(queries, home, sequence, missing);
        await queries.run(sql`
          insert into item (id, namespace_id, parent_key, path, path_key, name, kind, sequence, content, size, rev,
                            client_modified, server_modified, modified_by)
          select ${freshItemId}, ${home}, ${pathKey(path)}, ${path} || '/file-' || number, ${pathKey(path)} || '/file-' || number,
                 'file-' || number, 'file', ${sequence}, 'none', 1, to_hex(nextval('rev_number')), ${now}, ${now},
                 ${account_id}
          from generate_series(1, ${count}::integer) as number`);
        await completeChange(queries, [home], now);
      }),
    async closeAccount({ account_id }) {
      await database.run(sql`update account set is_closed = true where id = ${account_id}`);
    },
    async setWebhook({ app_key, url }) {
      await database.run(sql`update app set webhook_url = ${url} where key = ${app_key}`);
    },
    async listNotifications({ app_key }) {
      const queued = await database.all<{ body: string }>(
        sql`select body from notification where app_key = ${app_key} order by number`,
      );
      return queued.map(({ body }) => body);
    },
    findInconsistencies: () => findInconsistencies(database),
    async sweepContents() {
      return { count: await sweep(backend, new Date(Date.now() + 1000)) };
    },
  };
}

async function addMembers(
  queries: Queries,
  namespace: number,
  members: readonly Membership[],
  now: Date,
): Promise<string> {
  for (const { account_id, is_read_only, mount_path } of members) {
    await queries.run(sql`
      insert into namespace_member (namespace_id, account_id, is_read_only)
      values (${namespace}, ${account_id}, ${is_read_only})`);
    if (mount_path !== undefined) {
      const home = await findHome(queries, account_id);
      const { path, missing } = await placeForFolder(queries, home, mount_path);
      if (missing.length === 0) {
        throw impossible(`${path} already exists.`);
      }
      await mount(queries, home, namespace, path, now);
    }
  }
  return String(namespace);
}

async function findHome(queries: Queries, accountId: string): Promise<number> {
  const account = await queries.first<{ home: number }>(sql`select home from account where id = ${accountId}`);
  if (account === undefined) {
    throw impossible("There is no such account.");
  }
  return account.home;
}

type Marks = Pick<MarkFileArg, "media_info" | "property_groups">;

/** Decodes the JSON of marks. Throws a route error that names the path of an invalid value. */
function decodeMarks(marks: Marks): Pick<FileMetadata, keyof Marks> {
  const time = "2016-11-21T09:14:05Z";
  const file = { name: "a", id: "id:a", client_modified: time, server_modified: time, rev: "123456789", size: 0 };
  const media_info = parsed("media_info", marks);
  const property_groups = parsed("property_groups", marks);
  try {
    return decodeFileMetadata({ ...file, media_info, property_groups }, { strict: true });
  } catch (thrown) {
    throw thrown instanceof DecodeError ? impossible(thrown.message) : thrown;
  }
}

function parsed(name: keyof Marks, { [name]: text }: Marks): unknown {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch {
    throw impossible(`${name}: expected JSON`);
  }
}

/** A path in a home at which a folder exists or can be created. */
interface FolderPlace {
  /** The path, in which existing folders are spelled as stored. */
  readonly path: string;
  /** The paths of the folders that do not exist yet, outermost first. The last one is `path`, unless that folder exists. */
  readonly missing: readonly string[];
}

/** Resolves a path in a home to a place for a folder. Rejects with a route error if the home cannot have a folder there. */
async function placeForFolder(queries: Queries, home: number, text: string): Promise<FolderPlace> {
  const names = namesIn(text);
  const key = pathKey(joinNames(names));
  const existingItems = await queries.all<Pick<Item, "kind" | "path">>(sql`
    select kind, path from item
    where namespace_id = ${home} and path_key = any(${[...ancestorPaths(key), key]}) order by path_key desc`);
  const [innermost] = existingItems;
  if (innermost !== undefined && innermost.kind !== "folder") {
    throw impossible(
      innermost.kind === "file" ? `${innermost.path} is a file.` : `Another folder is mounted at ${innermost.path}.`,
    );
  }
  const path = [innermost?.path ?? "", ...names.slice(existingItems.length)].join("/");
  const missing = [...ancestorPaths(path), path].slice(existingItems.length);
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

/**
 * Finds inconsistencies in the trees of all namespaces, such as items whose folder is missing. There should never be any.
 */
async function findInconsistencies(queries: Queries): Promise<string[]> {
  const wrong = await queries.all<{ problem: string }>(sql`
    select 'no folder for ' || item.path as problem
    from item left join item as folder
      on folder.namespace_id = item.namespace_id and folder.path_key = item.parent_key and folder.kind = 'folder'
    where item.parent_key <> '' and (folder.id is null or item.path <> folder.path || '/' || item.name)
    union all
    select 'both there and deleted: ' || item.path
    from item join tombstone on tombstone.namespace_id = item.namespace_id and tombstone.path_key = item.path_key
    union all
    select 'a change to come: ' || item.path
    from item join namespace on namespace.id = item.namespace_id where item.sequence > namespace.sequence
    union all
    select 'no revision of ' || item.path
    from item left join revision on revision.rev = item.rev and revision.item_id = item.id
    where item.kind = 'file' and item.content <> 'none' and revision.content is distinct from item.content
    union all
    select 'a wrong size of ' || namespace.id
    from namespace left join item on item.namespace_id = namespace.id
    group by namespace.id having namespace.size <> coalesce(sum(item.size), 0)`);
  return [...wrong.map(({ problem }) => problem), ...(await findWrongKeys(queries))];
}

/**
 * Finds items that have incorrect keys. The keys are compared here, because PostgreSQL converts to lower case differently
 * (Q-10).
 */
async function findWrongKeys(queries: Queries): Promise<string[]> {
  const items = await queries.all<{ path: string; path_key: string; parent_key: string }>(
    sql`select path, path_key, parent_key from item`,
  );
  return items
    .filter(({ path, path_key, parent_key }) => path_key !== pathKey(path) || parent_key !== parentPath(path_key))
    .map(({ path }) => `wrong key of ${path}`);
}

const maxProperties = 32;
const longestName = 256;
const longestValue = 1024;

/**
 * Returns a sentence that describes the problem if custom properties are invalid (B-124). The limits of names and values are in
 * bytes.
 */
function propertyProblem(groups: readonly PropertyGroup[]): string | undefined {
  const fields = groups.flatMap((group) => group.fields);
  if (groups.some((group) => group.fields.length > maxProperties)) {
    return `A template has more than ${maxProperties} properties.`;
  }
  if (fields.some(({ name }) => Buffer.byteLength(name) > longestName)) {
    return `The name of a property has more than ${longestName} bytes.`;
  }
  return fields.some(({ value }) => Buffer.byteLength(value) > longestValue)
    ? `The value of a property has more than ${longestValue} bytes.`
    : undefined;
}
