import type { MembersHandlers } from "#controls/server";
import sql from "sql-template-tag";
import type { Backend } from "../backend.js";
import { newItemId, newSessionId } from "../database/ids.js";
import { folded } from "../folded.js";

/** What members have: files and devices. */
export function memberControls({ database, clock }: Backend): MembersHandlers<undefined> {
  return {
    addItem: ({ namespace_id, path, size }) =>
      database.transaction(async (queries) => {
        const now = await clock.now(queries);
        const [parent, name] = [path.slice(0, path.lastIndexOf("/")), path.slice(path.lastIndexOf("/") + 1)];
        const isFile = size !== undefined;
        await queries.run(sql`
          insert into item (id, namespace_id, parent_key, path, path_key, name, kind, sequence, content, size, rev,
                            client_modified, server_modified)
          select ${newItemId()}, id, ${folded(parent)}, ${path}, ${folded(path)}, ${name},
                 ${isFile ? "file" : "folder"}, sequence + 1, ${isFile ? "0".repeat(64) : null}, ${size ?? null},
                 ${isFile ? "100000000" : null}, ${isFile ? now : null}, ${isFile ? now : null}
          from namespace where id = ${Number(namespace_id)}`);
        await queries.run(sql`
          update namespace set sequence = sequence + 1, size = size + ${size ?? 0} where id = ${Number(namespace_id)}`);
      }),
    listItems: ({ namespace_id }) =>
      database.all(sql`select id, path, size from item where namespace_id = ${Number(namespace_id)} order by path_key`),
    async addDevice({ team_member_id }) {
      const id = newSessionId();
      const info = { host_name: "desk", client_type: "linux", client_version: "1", platform: "Linux" };
      await database.run(sql`
        insert into device_session (id, member_id, kind, info)
        values (${id}, ${team_member_id}, 'desktop',
                ${JSON.stringify({ ...info, is_delete_on_unlink_supported: true })}::jsonb)`);
      return { session_id: id };
    },
    listDevices: ({ team_member_id }) =>
      database.all(sql`
        select id as session_id, is_to_be_wiped from device_session
        where member_id = ${team_member_id} and not is_revoked order by number`),
  };
}
