import type { MarkFileArg, Membership } from "#controls/storage";
import type { StorageHandlers } from "#controls/server";
import { DecodeError } from "cloud-storage-api";
import { decodeFileMetadata, type FileMetadata } from "cloud-storage-api/files";
import sql from "sql-template-tag";
import type { Backend } from "../backend.js";
import type { Queries } from "../database/database.js";
import { jsonText } from "../database/text.js";
import { propertyProblem } from "../files/properties.js";
import { sweep } from "../sweeper.js";
import { beginChange, completeChange } from "../files/tree/change.js";
import { freshItemId } from "../files/tree/item.js";
import { addFolders } from "../files/tree/add-folders.js";
import { mount } from "../files/tree/mount.js";
import { pathKey } from "../files/tree/path.js";
import { nameKey } from "../fold-case.js";
import { impossible } from "./impossible.js";
import { findInconsistencies } from "./inconsistencies.js";
import { placeForFolder } from "./place-for-folder.js";

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
