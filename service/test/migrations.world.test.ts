import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import sql from "sql-template-tag";
import { expect, onTestFinished, test } from "vitest";
import { startService } from "../src/service.js";
import { readSettings } from "../src/settings.js";
import type { Database } from "../src/database/database.js";
import { secretKey } from "./support/databases.js";
import { runStatement } from "./support/postgres.js";
import { databaseFor, describeDatabases, testedService } from "./support/service.js";
import { dataFolder } from "./support/process.js";

const robin = `aid:${"r".repeat(36)}`;
const scripts = join(import.meta.dirname, "../migrations");

describeDatabases("a database of an earlier version", (server) => {
  test("the migration of an older database renames files whose names have become equal, loses none, and finds all by their new keys (Q-10)", async () => {
    const environment = await emptyDatabase(server, "007");
    const old = await databaseFor(environment);
    await addAccount(old);
    // The keys are those of the version before: lower case, as JavaScript has it.
    const items = [
      ["/Δρόμος.txt", "file", 1],
      ["/ΔΡΌΜΟΣ.TXT", "file", 2],
      ["/Δρόμος", "folder", 3],
      ["/Δρόμος/ας.txt", "file", 4],
      ["/Δρόμος/ασ.txt", "file", 5],
      ["/δρόμοσ", "folder", 6],
      ["/δρόμοσ/β.txt", "file", 7],
      ["/ſ", "file", 8],
      ["/S", "file", 9],
      ["/Straße", "folder", 10],
      ["/Straße/É.txt", "file", 11],
      ["/plain.txt", "file", 12],
    ] as const;
    for (const [path, kind, sequence] of items) {
      await addItem(old, path, kind, sequence);
    }
    await addTombstone(old, "/ως", 13);
    await addTombstone(old, "/ωσ", 14);
    await addTombstone(old, "/ΔΡΌΜΟΣ (1).txt", 15);
    await old.close();

    const service = await startServiceWith(environment);
    expect(await service.storage.findInconsistencies()).toEqual([]);
    const client = service.clientWith(await service.userToken(robin));
    const { entries } = await client.files.listFolder({ path: "", recursive: true });
    const paths = entries.map(({ path_display }) => path_display).sort();
    expect(paths).toEqual(
      [
        "/S",
        "/ſ (1)",
        "/plain.txt",
        "/Straße",
        "/Straße/É.txt",
        // This key was already what it is now, so it is the other one that is renamed.
        "/ΔΡΌΜΟΣ.TXT",
        "/Δρόμος (1).txt",
        "/δρόμοσ",
        "/δρόμοσ/β.txt",
        "/Δρόμος (1)",
        "/Δρόμος (1)/ασ.txt",
        "/Δρόμος (1)/ας (1).txt",
      ].sort(),
    );
    const found = await client.files.getMetadata({ path: "/δρόμος (1)/ΑΣ (1).TXT" });
    expect(found).toMatchObject({ id: "id:/Δρόμος/ας.txt", name: "ας (1).txt" });
    const revisions = await client.files.listRevisions({ path: "/ΔΡΌΜΟΣ (1).TXT" });
    expect(revisions).toMatchObject({ is_deleted: false, entries: [{ rev: "100000001" }] });
    const deleted = await client.files.listFolder({ path: "", include_deleted: true });
    const tombstones = deleted.entries.filter((entry) => entry[".tag"] === "deleted");
    expect(tombstones).toMatchObject([{ path_display: "/ωσ" }]);
  });

  test("the migration of an older database renames groups and team folders whose names have become equal", async () => {
    const environment = await emptyDatabase(server, "007");
    const old = await databaseFor(environment);
    await addTeam(old);
    for (const [index, name] of ["Ομάς", "ΟΜΆΣ X", "Ομάσ", "Crew", "Crew "].entries()) {
      const key = name.normalize("NFC").toLowerCase();
      await old.run(sql`
        insert into team_group (id, team_id, name, name_key, management_type, created)
        values (${`gid:${index}`}, 'tid:team', ${name}, ${key}, 'company_managed', now())`);
      await old.run(sql`
        insert into namespace (kind, team_id, name, name_key, status, created)
        values ('team', 'tid:team', ${name}, ${key}, 'active', now())`);
    }
    await old.close();
    const service = await startServiceWith(environment);
    const { team } = service.clientWith(await service.teamToken("tid:team"));
    const expected = ["Crew", "Crew (1)", "Ομάς (1)", "Ομάσ", "ΟΜΆΣ X"].sort();
    const { groups } = await team.groupsList();
    expect(groups.map(({ group_name }) => group_name).sort()).toEqual(expected);
    const { team_folders } = await team.teamFolderList();
    expect(team_folders.map(({ name }) => name).sort()).toEqual(expected);
    expect(await team.groupsCreate({ group_name: "οΜάς" }).outcome()).toMatchObject({
      error: { ".tag": "group_name_already_used" },
    });
  });

  test("the migration of an older database revokes the team tokens, whose approver is unknown, and no others", async () => {
    const environment = await emptyDatabase(server, "007");
    const old = await databaseFor(environment);
    await addTeam(old);
    await addAccount(old);
    const hash = sql`encode(sha256('user'::bytea), 'hex')`;
    const teamHash = sql`encode(sha256('team'::bytea), 'hex')`;
    await old.run(sql`insert into app (key, secret, name, kind, created) values ('k', 's', 'App', 'user', now())`);
    await old.run(sql`
      insert into token (hash, app_key, kind, account_id, created) values (${hash}, 'k', 'user', ${robin}, now())`);
    await old.run(sql`
      insert into token (hash, app_key, kind, team_id, created) values (${teamHash}, 'k', 'team', 'tid:team', now())`);
    await old.close();
    const service = await startServiceWith(environment);
    expect((await service.post("team/get_info", "team", null)).status).toBe(401);
    expect((await service.post("files/list_folder", "user", { path: "" })).status).toBe(200);
    // Its secret is encrypted by now.
    const body = new URLSearchParams({ client_id: "k", client_secret: "s", token: "user" });
    const known = await fetch(`${service.url}/oauth2/introspect`, { method: "POST", body });
    expect(await known.json()).toMatchObject({ active: true });
  });
});

/** The environment of a service whose database has been migrated up to a script, by the number in its name. */
async function emptyDatabase(server: string | undefined, last: string): Promise<Record<string, string>> {
  const folder = dataFolder();
  // The folder is a copy of one with a new database, whose marker an older one does not have.
  rmSync(join(folder, "contents"), { recursive: true, force: true });
  const environment: Record<string, string> = { PORT: "0", TEST_CONTROLS: "1", DATA_FOLDER: folder };
  if (server !== undefined) {
    const name = `old_${Math.random().toString(36).slice(2)}`;
    await runStatement(`${server}postgres`, `create database ${name}`);
    environment["DATABASE_URL"] = `${server}${name}`;
    environment["SECRET_KEY"] = secretKey;
  }
  const database = await databaseFor(environment);
  // The embedded database is a copy, as making one takes seconds.
  await database.script("drop schema public cascade; create schema public;");
  await database.run(sql`create table migration (name text primary key)`);
  const names = readdirSync(scripts).sort();
  for (const name of names.filter((each) => each.slice(0, last.length) <= last)) {
    await database.script(readFileSync(join(scripts, name), "utf8"));
    await database.run(sql`insert into migration (name) values (${name})`);
  }
  await database.close();
  return environment;
}

async function startServiceWith(
  environment: Readonly<Record<string, string>>,
): Promise<ReturnType<typeof testedService>> {
  const running = await startService(readSettings({ LOG_LEVEL: "fatal", ...environment }));
  onTestFinished(() => running.stop());
  return testedService(() => running.url);
}

async function addTeam(database: Database): Promise<void> {
  await database.run(sql`insert into team (id, name, licenses, created) values ('tid:team', 'Team', 9, now())`);
}

/** An account with an empty home, which has counted twenty changes. */
async function addAccount(database: Database): Promise<void> {
  await database.run(sql`
    with home as (insert into namespace (kind, sequence, size, created) values ('home', 20, 0, now()) returning id)
    insert into account (id, email, given_name, surname, kind, home, created)
    select ${robin}, 'robin@example.com', 'Robin', 'Doe', 'personal', id, now() from home`);
}

async function addItem(database: Database, path: string, kind: "file" | "folder", sequence: number): Promise<void> {
  const key = path.normalize("NFC").toLowerCase();
  const above = (text: string): string => text.slice(0, text.lastIndexOf("/"));
  const name = path.slice(path.lastIndexOf("/") + 1);
  const rev = kind === "file" ? (0x100000000 + sequence).toString(16) : null;
  const content = kind === "file" ? "c" : null;
  const size = kind === "file" ? 1 : null;
  await database.run(sql`
    insert into item (id, namespace_id, parent_key, path, path_key, name, kind, sequence, content, size, rev,
                      client_modified, server_modified)
    select ${`id:${path}`}, home, ${above(key)}, ${path}, ${key}, ${name}, ${kind}, ${sequence}, ${content}, ${size}::bigint,
           ${rev}, now(), now()
    from account`);
  await database.run(sql`
    insert into revision (rev, item_id, namespace_id, path_key, name, content, size, client_modified, server_modified)
    select rev, id, namespace_id, path_key, name, content, size, now(), now() from item
    where id = ${`id:${path}`} and kind = 'file'`);
  await database.run(sql`update namespace set size = size + ${size ?? 0} where kind = 'home'`);
}

async function addTombstone(database: Database, path: string, sequence: number): Promise<void> {
  const key = path.normalize("NFC").toLowerCase();
  await database.run(sql`
    insert into tombstone (namespace_id, parent_key, path, path_key, name, sequence, deleted)
    select home, '', ${path}, ${key}, ${path.slice(1)}, ${sequence}, now() from account`);
}
