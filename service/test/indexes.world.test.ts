import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { Client as Database } from "pg";
import { describe, expect, inject, test } from "vitest";
import type { Client } from "cloud-storage-api";
import { startService, type RunningService } from "../src/service.js";
import { readSettings } from "../src/settings.js";
import { newPerson, save } from "./support/files.js";
import { administratorUrl } from "./support/postgres.js";
import { byMemberId } from "./support/selectors.js";
import { freshData, testedService, type TestedTeam } from "./support/service.js";

async function callFiles(client: Client): Promise<void> {
  const { files } = client;
  const { rev } = await save(client, "/a/b.txt");
  await files.createFolder({ path: "/c" });
  await files.listFolder({ path: "" });
  const { cursor } = await files.listFolder({ path: "", recursive: true });
  await files.listFolderContinue({ cursor });
  await files.getMetadata({ path: "/a/b.txt" });
  await files.getMetadata({ path: `rev:${rev}` });
  await files.listRevisions({ path: "/a/b.txt" });
  await files.getTemporaryLink({ path: "/a/b.txt" });
  await (await files.download({ path: "/a/b.txt" })).text();
  await files.copy({ from_path: "/a", to_path: "/d" });
  await files.move({ from_path: "/d", to_path: "/e" });
  await files.delete({ path: "/a/b.txt" });
  await files.restore({ path: "/a/b.txt", rev });
  const { session_id } = await files.uploadSessionStart({}, "one ");
  await files.uploadSessionFinish({ cursor: { session_id, offset: 4 }, commit: { path: "/s.txt" } }, "two");
  const entries = [{ from_path: "/a/b.txt", to_path: "/copy.txt" }];
  await files.copyBatch({ entries }).waitFor({ intervalMs: 20 });
}

async function callTeam({ team }: Client, members: TestedTeam["members"]): Promise<void> {
  const [first, second] = [byMemberId(members[0]), byMemberId(members[1])];
  await team.getInfo();
  const { cursor } = await team.membersList({ limit: 1 });
  await team.membersListContinue({ cursor });
  await team.membersGetInfo({ members: [{ ".tag": "email", email: members[2]?.email ?? "" }] });
  const group = await team.groupsCreate({ group_name: "Masons" });
  const selector = { ".tag": "group_id", group_id: group.group_id } as const;
  await team.groupsMembersAdd({ group: selector, members: [{ user: first, access_type: "member" }] });
  await team.groupsList({ limit: 10 });
  await team.groupsMembersList({ group: selector, limit: 10 });
  await team.membersSetProfile({ user: first, new_given_name: "Ann" });
  await team.membersSuspend({ user: first });
  await team.membersRemove({ user: second }).waitFor({ intervalMs: 20 });
  await team.devicesListMembersDevices();
  await team.linkedAppsListMembersLinkedApps();
  await team.teamFolderCreate({ name: "Plans" });
  await team.teamFolderList();
  await team.reportsGetStorage();
  await team.reportsGetActivity();
}

/** What a large team and a large home have; all is inserted without triggers, which would take most of the time. */
const seed = `
  set session_replication_role = replica;
  with home as (
    insert into namespace (kind, created) select 'home', now() from generate_series(1, 20000) returning id
  ), account as (
    insert into account (id, email, given_name, surname, kind, home, created)
    select 'aid:' || rpad(id::text, 36, 'x'), id || '@example.com', 'Ann', 'Mason', 'work', id, now() from home
    returning id, home
  ), member as (
    insert into member (id, team_id, account_id, role, status)
    select 'tmid:' || rpad(home::text, 22, 'x'), (select id from team), id, 'member_only', 'active' from account
    returning id
  )
  insert into group_member (group_id, member_id, access_type)
  select 'g:' || unnest(array[0, row_number() over () % 2000 + 1]), id, 'member' from member;

  insert into team_group (id, team_id, name, name_key, management_type, created)
  select 'g:' || count, (select id from team), count, count, 'company_managed', now() from generate_series(0, 2000) as count;

  with file as (
    insert into item (id, namespace_id, parent_key, path, path_key, name, kind, sequence, content, size, rev,
                      client_modified, server_modified)
    select 'id:' || rpad(count::text, 22, 'x'), home, parent, parent || '/' || count, parent || '/' || count, count, 'file',
           count, repeat('0', 64), 1, to_hex(68719476736 + count), now(), now()
    from account, generate_series(1, 50000) as count, lateral (select '/f' || count % 100 as parent) as folder
    where account.kind = 'personal'
    returning *)
  insert into revision (rev, item_id, namespace_id, path_key, name, content, size, client_modified, server_modified)
  select rev, id, namespace_id, path_key, name, content, size, client_modified, server_modified from file;
  set session_replication_role = origin;
`;

/** The largest number of rows of a table that all calls together may read. */
const maxRows = 5_000;

const { server } = inject("databases");

describe.skipIf(server === undefined)("the service on a PostgreSQL server with 20,000 members and 50,000 files", () => {
  test("the service uses indexes to read only the rows that it needs from a large database (OPS-42)", async () => {
    const folder = mkdtempSync(join(inject("databases").temporary, "indexes-"));
    const environment = await freshData(server, folder);
    const database = new Database(administratorUrl(environment["DATABASE_URL"] ?? ""));
    await database.connect();
    const start = (): Promise<RunningService> => startService(readSettings({ LOG_LEVEL: "fatal", ...environment }));
    let running = await start();
    const service = testedService(() => running.url);
    const [team, person] = [await service.team([{}, {}, {}]), await newPerson(service)];
    await database.query(seed);
    await database.query("vacuum analyze");
    await running.stop(); // its connections report their statistics when they end
    const rowsRead = async (): Promise<ReadonlyMap<string, number>> => {
      const { rows } = await database.query<{ relname: string; count: string }>(
        "select relname, seq_tup_read + coalesce(idx_tup_fetch, 0) as count from pg_stat_user_tables",
      );
      return new Map(rows.map(({ relname, count }) => [relname, Number(count)]));
    };
    const before = await rowsRead();
    running = await start();
    await callFiles(service.clientWith(person.token));
    await callTeam(service.clientWith(team.token), team.members);
    await running.stop();
    const read = [...(await rowsRead())].map(([table, count]) => [table, count - (before.get(table) ?? 0)] as const);
    await database.end();
    expect(read.filter(([, count]) => count > maxRows)).toEqual([]);
    expect(Object.fromEntries(read)["item"]).toBeGreaterThan(10);
  });
});
