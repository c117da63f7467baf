import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { startService } from "../../src/service.js";
import { settingsOf } from "../../src/settings.js";

/** What tests copy in order to begin with tables that are there. */
export interface Databases {
  /** A data folder with an embedded database. */
  readonly folder: string;
  /** The URL of a PostgreSQL server, up to the name of the database; undefined if there is no PostgreSQL here. */
  readonly server: string | undefined;
}

declare module "vitest" {
  interface ProvidedContext {
    databases: Databases;
  }
}

/** The name of the database on the server that tests copy. */
export const template = "template_service";

/** Prepares both databases for the tests: the embedded one, and a PostgreSQL server of their own, on an empty folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "service-tests-"));
  await migrated({ DATA_FOLDER: join(folder, "embedded") });
  const postgres = await startPostgres(join(folder, "postgres"));
  if (postgres !== undefined) {
    await inDatabase(`${postgres.url}postgres`, `create database ${template}`);
    await migrated({ DATA_FOLDER: join(folder, "server"), DATABASE_URL: `${postgres.url}${template}` });
  }
  project.provide("databases", { folder: join(folder, "embedded"), server: postgres?.url });
  return async () => {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** Runs a statement on a server. */
export async function inDatabase(url: string, statement: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function migrated(environment: Readonly<Record<string, string>>): Promise<void> {
  const service = await startService(settingsOf({ ...environment, PORT: "0", LOG_LEVEL: "warn" }));
  await service.stop();
}

/** Where PostgreSQL's programs are: in the path, or where Debian has the newest. */
function programs(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env["PATH"] ?? "").split(":"),
    ...versions.map((version) => join(debian, version, "bin")),
  ];
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
}

async function startPostgres(folder: string): Promise<{ url: string; stop: () => Promise<void> } | undefined> {
  const place = programs();
  if (place === undefined) {
    const missing = "there is no PostgreSQL here (Debian: apt-get install -y postgresql)";
    if (process.env["CI"] !== undefined) {
      throw new Error(`The service cannot be tested on a server: ${missing}.`);
    }
    console.warn(`\n*** SKIPPED: the service on a PostgreSQL server, for ${missing} ***\n`);
    return undefined;
  }
  const user = ownUser();
  const port = await freePort();
  execFileSync("mkdir", ["-p", folder]);
  if (user !== undefined) {
    execFileSync("chown", [String(user), folder]);
    execFileSync("chmod", ["a+x", join(folder, "..")]);
  }
  const options = user === undefined ? {} : { uid: user };
  const data = join(folder, "data");
  execFileSync(join(place, "initdb"), ["-D", data, "-U", "service", "-A", "trust", "-E", "UTF8", "--no-sync"], {
    ...options,
    cwd: folder,
    stdio: "ignore",
  });
  // Where it writes is gone with the tests, so nothing needs to be safe on the disk.
  const quick = ["-c", "fsync=off", "-c", "max_connections=300", "-c", `unix_socket_directories=${folder}`];
  const server = spawn(join(place, "postgres"), ["-D", data, "-p", String(port), "-h", "127.0.0.1", ...quick], {
    ...options,
    cwd: folder,
    stdio: "ignore",
  });
  const url = `postgresql://service@127.0.0.1:${port}/`;
  await isReady(url, server);
  return {
    url,
    async stop() {
      const ended = new Promise((done) => server.once("exit", done));
      server.kill("SIGINT");
      await ended;
    },
  };
}

/** PostgreSQL does not run as root: then it runs as the user that Debian's packages make for it. */
function ownUser(): number | undefined {
  return process.getuid?.() === 0 ? Number(execFileSync("id", ["-u", "postgres"], { encoding: "utf8" })) : undefined;
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}

async function isReady(url: string, server: ChildProcess): Promise<void> {
  for (let left = 300; ; left--) {
    try {
      return await inDatabase(`${url}postgres`, "select 1");
    } catch (thrown) {
      if (left === 0 || server.exitCode !== null) {
        throw thrown;
      }
      await setTimeout(100);
    }
  }
}
