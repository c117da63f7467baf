import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import sql from "sql-template-tag";
import { migrate } from "../src/database/migrate.js";
import { startService } from "../src/service.js";
import { readSettings } from "../src/settings.js";
import { runCommand } from "./support/command.js";
import { emptyFolder } from "./support/process.js";
import { databaseFor, freshData, testedService, type TestedService } from "./support/service.js";

async function start(environment: Readonly<Record<string, string>>): Promise<TestedService> {
  const running = await startService(readSettings({ LOG_LEVEL: "silent", ...environment }));
  onTestFinished(() => running.stop());
  return testedService(() => running.url);
}

/** Runs statements on the database of a service that has these environment variables. */
async function change(environment: Readonly<Record<string, string>>, script: string): Promise<void> {
  const database = await databaseFor(environment);
  await database.script(script);
  await database.close();
}

const { server } = inject("databases");

describe("a release and the database of a newer one", () => {
  test("a release refuses to start on the database of a newer one, and names the migration and the version that ran it (OPS-1)", async () => {
    const environment = await freshData(server, emptyFolder());
    await change(environment, "insert into migration values ('999-split-items.sql', '7.1.0', false)");
    await expect(start(environment)).rejects.toThrow(
      "Version 7.1.0 has changed the database with the migration 999-split-items.sql, which this version, 0.1.0, does not know.",
    );
    await change(environment, "update migration set is_compatible = true where name = '999-split-items.sql'");
    const service = await start(environment);
    expect((await service.team()).members).toEqual([]);
  });

  test("`migrate --dry-run` prints what would run, and changes nothing (OPS-2)", async () => {
    const environment = await freshData(server, emptyFolder());
    expect(await runCommand(environment, ["migrate", "--dry-run"])).toBe("The database is up to date.\n");
    await change(environment, "drop schema public cascade; create schema public");
    for (const words of ["would run", "would run"]) {
      expect(await runCommand(environment, ["migrate", "--dry-run"])).toContain(`${words}:\n\n  001-initial.sql\n`);
    }
    expect(await runCommand(environment, ["migrate"])).toContain("have run:\n\n  001-initial.sql\n");
    expect(await runCommand(environment, ["migrate"])).toBe("The database is up to date.\n");
  });
});

describe.skipIf(server === undefined)("a process that runs while a newer one migrates", () => {
  test("a process answers 503 and touches nothing from the migration of a newer release on (OPS-1)", async () => {
    const environment = await freshData(server, emptyFolder());
    const older = await start(environment);
    const team = await older.team();
    const newer = await databaseFor(environment);
    onTestFinished(() => newer.close());
    const migrations = emptyFolder();
    cpSync(join(import.meta.dirname, "../migrations"), migrations, { recursive: true });
    writeFileSync(join(migrations, "998-rename.sql"), "alter table team rename name to title");
    expect(await migrate(newer, migrations)).toEqual(["998-rename.sql"]);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => older.post("team/members/list", team.token, {})),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect(answers[0]?.headers.get("retry-after")).toBe("1");
    expect((await fetch(`${older.url}/health`)).status).toBe(503);
    expect((await fetch(`${older.url}/oauth2/authorize?client_id=x`)).status).toBe(503);
  });

  test("a process continues beside a newer one whose migration is compatible (OPS-1)", async () => {
    const environment = await freshData(server, emptyFolder());
    const older = await start(environment);
    await change(
      environment,
      "insert into migration values ('999-notes.sql', '7.1.0', true); create table note (text text)",
    );
    const newer = await databaseFor(environment);
    await newer.run(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
    );
    await newer.close();
    expect((await older.team()).members).toEqual([]);
  });
});
