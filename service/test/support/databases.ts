import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import v8 from "node:v8";
import type { TestProject } from "vitest/node";
import { runStatement, startPostgres, type Postgres } from "./postgres.js";

/** The databases with tables that tests copy. */
export interface Databases {
  /** A data folder with an embedded database. */
  readonly folder: string;
  /** A folder for the data of services, which is removed when all tests have run. `certificates/ca.crt` in it signs the server's. */
  readonly temporary: string;
  /** The URL of a PostgreSQL server, up to the name of the database; undefined in other tiers than `world`, and if it is not installed. */
  readonly server: string | undefined;
}

declare module "vitest" {
  interface ProvidedContext {
    databases: Databases;
  }
}

/** The secret key of services on the server. */
export const secretKey = "of tests, where nothing is secret";

/** The name of the database on the server that tests copy. */
export const template = "template_service";

/** Prepares the databases for the tests: the embedded one, and in the tier `world` a PostgreSQL server on an empty folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "service-tests-"));
  // One after the other: the embedded database blocks the process, and connections to the server would time out.
  v8.setFlagsFromString("--liftoff-only"); // as in the workers (`vitest.config.ts`)
  await migrateDatabase({ DATA_FOLDER: join(folder, "embedded") });
  // The engine clears its buffers at each start, which takes longer than all else for those of 128 MB.
  appendFileSync(join(folder, "embedded/database/postgres/postgresql.conf"), "shared_buffers = 8MB\n");
  const postgres = project.name === "world" ? await prepareServer(folder) : undefined;
  project.provide("databases", { folder: join(folder, "embedded"), temporary: folder, server: postgres?.url });
  return async () => {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** Starts a server with a migrated database in a folder; undefined if PostgreSQL is not installed. */
async function prepareServer(folder: string): Promise<Postgres | undefined> {
  // Where it writes is gone with the tests, so nothing needs to be safe on the disk.
  const certificates = join(folder, "certificates");
  mkdirSync(certificates);
  execFileSync("sh", [join(import.meta.dirname, "../../certificates.sh"), "localhost"], {
    cwd: certificates,
    stdio: "ignore",
  });
  const postgres = await startPostgres(join(folder, "postgres"), [
    "fsync=off",
    "ssl=on",
    `ssl_cert_file=${join(certificates, "localhost.crt")}`,
    `ssl_key_file=${join(certificates, "localhost.key")}`,
  ]);
  if (postgres === undefined) {
    if (process.env["CI"] !== undefined) {
      throw new Error("The service cannot be tested on a server: PostgreSQL is not installed.");
    }
    return undefined;
  }
  await runStatement(`${postgres.url}postgres`, `create database ${template}`);
  await migrateDatabase({
    DATA_FOLDER: join(folder, "server"),
    DATABASE_URL: `${postgres.url}${template}`,
    SECRET_KEY: secretKey,
  });
  return postgres;
}

async function migrateDatabase(environment: Readonly<Record<string, string>>): Promise<void> {
  // Vitest loads this file before it builds the package that the service imports.
  const { readSettings } = await import("../../src/settings.js");
  const { startService } = await import("../../src/service.js");
  const service = await startService(readSettings({ ...environment, PORT: "0", LOG_LEVEL: "warn" }));
  await service.stop();
}
