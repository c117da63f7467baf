import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addAccount } from "../src/accounts/account.js";
import type { Database } from "../src/database/database.js";
import { newMemberId, newTeamId } from "../src/database/ids.js";
import { findMembers, type MemberRow } from "../src/team/members/member.js";
import { moveHome } from "../src/team/members/transfer.js";
import { databaseFor, freshData } from "./support/service.js";

// What no call of the team shows of a transfer: mounts, revisions, what was deleted, and the counts of namespaces.
describe("moving a home (B-198)", () => {
  const now = new Date("2016-12-01T12:00:00Z");
  let folder: string;
  let database: Database;
  let member: MemberRow;
  let destination: MemberRow;

  const addMember = async (teamId: string, email: string): Promise<MemberRow> => {
    const account = { email, givenName: "Mara", surname: "Okafor", kind: "work", isEmailVerified: true } as const;
    const { id: accountId } = await addAccount(database, { ...account, quota: undefined }, now);
    const id = newMemberId();
    await database.run(sql`
      insert into member (id, team_id, account_id, role, status)
      values (${id}, ${teamId}, ${accountId}, 'member_only', 'active')`);
    const [row] = await findMembers(database, sql`member.id = ${id}`);
    if (row === undefined) {
      throw new Error("The member is not there.");
    }
    return row;
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "service-test-"));
    database = await databaseFor(await freshData(undefined, folder));
    const teamId = newTeamId();
    await database.run(sql`insert into team (id, name, licenses, created) values (${teamId}, 'Team', 9, ${now})`);
    member = await addMember(teamId, "mara@example.com");
    destination = await addMember(teamId, "jonas@example.com");
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const addShared = async (accountIds: readonly string[], isReadOnly: boolean): Promise<number> => {
    const namespace = await database.first<{ id: number }>(
      sql`insert into namespace (kind, created) values ('shared', ${now}) returning id`,
    );
    for (const accountId of accountIds) {
      await database.run(sql`
        insert into namespace_member (namespace_id, account_id, is_read_only)
        values (${namespace?.id}, ${accountId}, ${isReadOnly && accountId === destination.account_id})`);
    }
    return namespace?.id ?? 0;
  };

  const addMount = (home: number, path: string, target: number): Promise<number> =>
    database.run(sql`
      insert into item (id, namespace_id, parent_key, path, path_key, name, kind, sequence, target)
      values (${`id:${home}${path}`}, ${home}, '', ${path}, ${path}, ${path.slice(1)}, 'mount', 1, ${target})`);

  test("moving a home takes mounts, revisions and counts along, and mounts nothing twice (B-198)", async () => {
    const both = await addShared([member.account_id, destination.account_id], true);
    const own = await addShared([member.account_id], false);
    await addMount(member.home, "/both", both);
    await addMount(member.home, "/own", own);
    await addMount(destination.home, "/here", both);
    await database.run(sql`
      insert into item (id, namespace_id, parent_key, path, path_key, name, kind, sequence, content, size, rev)
      values ('id:file', ${member.home}, '', '/A.txt', '/a.txt', 'A.txt', 'file', 1, 'c2', 7, '100000002')`);
    for (const [rev, item] of [
      ["100000001", "id:file"],
      ["100000002", "id:file"],
      ["100000003", "id:deleted"],
    ] as const) {
      await database.run(sql`
        insert into revision (rev, item_id, namespace_id, path_key, name, content, size, client_modified, server_modified)
        values (${rev}, ${item}, ${member.home}, '/a.txt', 'A.txt', 'c', 7, ${now}, ${now})`);
    }
    for (const path of ["/mara okafor", "/mara okafor/a.txt", "/mara okafor/b.txt"]) {
      await database.run(sql`
        insert into tombstone (namespace_id, parent_key, path, path_key, name, sequence, deleted)
        values (${destination.home}, '', ${path}, ${path}, 'x', 4, ${now})`);
    }
    await database.run(sql`update namespace set sequence = 4, size = 10 where id = ${destination.home}`);
    await database.run(sql`update namespace set sequence = 2, size = 7 where id = ${member.home}`);

    await database.run(sql`update namespace set owner_id = ${member.account_id} where id = ${own}`);

    const isMoved = await database.transaction((queries) => moveHome(queries, member, destination, now));
    expect(isMoved).toBe(true);
    const items = await database.all(sql`
      select parent_key, path, path_key, kind, sequence, target from item
      where namespace_id = ${destination.home} order by path_key`);
    const key = "/mara okafor";
    expect(items).toEqual([
      { parent_key: "", path: "/here", path_key: "/here", kind: "mount", sequence: 1, target: both },
      { parent_key: "", path: "/Mara Okafor", path_key: key, kind: "folder", sequence: 5, target: null },
      {
        parent_key: key,
        path: "/Mara Okafor/A.txt",
        path_key: `${key}/a.txt`,
        kind: "file",
        sequence: 5,
        target: null,
      },
      { parent_key: key, path: "/Mara Okafor/own", path_key: `${key}/own`, kind: "mount", sequence: 5, target: own },
    ]);
    expect(await database.all(sql`select id from item where namespace_id = ${member.home}`)).toEqual([]);
    expect(
      await database.all(sql`
        select rev, path_key from revision where namespace_id = ${destination.home} order by rev`),
    ).toEqual([
      { rev: "100000001", path_key: `${key}/a.txt` },
      { rev: "100000002", path_key: `${key}/a.txt` },
    ]);
    expect(await database.all(sql`select path_key from tombstone where namespace_id = ${destination.home}`)).toEqual([
      { path_key: `${key}/b.txt` },
    ]);
    expect(
      await database.all(sql`
        select sequence, size from namespace where id in (${member.home}, ${destination.home}) order by id`),
    ).toEqual([
      { sequence: 3, size: 0 },
      { sequence: 5, size: 17 },
    ]);
    expect(await database.all(sql`select owner_id from namespace where id = ${own}`)).toEqual([
      { owner_id: destination.account_id },
    ]);
    // The destination may do what either of them could.
    expect(
      await database.all(
        sql`select namespace_id, account_id, is_read_only from namespace_member order by namespace_id`,
      ),
    ).toEqual([
      { namespace_id: both, account_id: destination.account_id, is_read_only: false },
      { namespace_id: own, account_id: destination.account_id, is_read_only: false },
    ]);
  });
});
