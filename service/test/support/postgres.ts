import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";

/** A PostgreSQL server that is running. */
export interface Postgres {
  /** Its URL for the role of the service, which is no superuser, up to the name of the database. */
  readonly url: string;
  /**
   * Ends all connections at once, and takes new ones as soon as it can. By default the server stops properly, with SIGINT; with
   * SIGQUIT it stops as in a crash. A server that has ended by itself is started again.
   */
  restart(signal?: "SIGINT" | "SIGQUIT"): Promise<void>;
  /** Stops all its processes where they are: connections stay open, and nothing answers until {@link thaw}. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

export const hasPostgres = programs() !== undefined;

/**
 * Starts a separate PostgreSQL server on a new folder, with some settings, such as `fsync=off`; undefined if PostgreSQL is not
 * installed.
 */
export async function startPostgres(folder: string, settings: readonly string[] = []): Promise<Postgres | undefined> {
  const place = programs();
  if (place === undefined) {
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
  execFileSync(join(place, "initdb"), ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"], {
    ...options,
    cwd: folder,
    stdio: "ignore",
  });
  const more = ["max_connections=300", `unix_socket_directories=${folder}`, ...settings].flatMap((each) => [
    "-c",
    each,
  ]);
  const url = `postgresql://service@127.0.0.1:${port}/`;
  const start = async (): Promise<ChildProcess> => {
    const started = spawn(join(place, "postgres"), ["-D", data, "-p", String(port), "-h", "127.0.0.1", ...more], {
      ...options,
      cwd: folder,
      stdio: "ignore",
    });
    await isReady(administratorUrl(url), started);
    return started;
  };
  let server = await start();
  // As in `create-role.sh`, but tests also create databases.
  await runStatement(`${administratorUrl(url)}postgres`, "create role service login createdb");
  const stop = async (signal: NodeJS.Signals = "SIGINT"): Promise<void> => {
    if (server.exitCode === null) {
      const ended = new Promise((done) => server.once("exit", done));
      server.kill(signal);
      await ended;
    }
  };
  return {
    url,
    async restart(signal) {
      await stop(signal);
      server = await start();
    },
    freeze: () => signalAll(server, "SIGSTOP"),
    thaw: () => signalAll(server, "SIGCONT"),
    stop: () => stop(),
  };
}

/** The URL of a server or database for the superuser, for what the role of the service is not allowed to do. */
export function administratorUrl(url: string): string {
  return url.replace("//service@", "//postgres@");
}

/** Sends a signal to a process and to its children. */
function signalAll({ pid = 0 }: ChildProcess, signal: NodeJS.Signals): void {
  const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
  for (const each of [pid, ...children.split("\n").map(Number)]) {
    if (each > 0) {
      process.kill(each, signal);
    }
  }
}

/** Runs a statement on a server. */
export async function runStatement(url: string, statement: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The folder of PostgreSQL's programs: from the path, or the newest one of Debian. */
function programs(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env["PATH"] ?? "").split(":"),
    ...versions.map((version) => join(debian, version, "bin")),
  ];
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
}

/** PostgreSQL does not run as root: then it runs as the user that Debian's packages make for it. */
function ownUser(): number | undefined {
  return process.getuid?.() === 0 ? Number(execFileSync("id", ["-u", "postgres"], { encoding: "utf8" })) : undefined;
}

/** Returns a port on which nothing listens. */
export function freePort(): Promise<number> {
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
      return await runStatement(`${url}postgres`, "select 1");
    } catch (thrown) {
      if (left === 0 || server.exitCode !== null) {
        throw thrown;
      }
      await setTimeout(100);
    }
  }
}
