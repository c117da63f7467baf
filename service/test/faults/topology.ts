import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { startBuckets } from "../support/buckets.js";
import { startFaultyProxy, type FaultyProxy } from "../support/faulty-proxy.js";
import { freePort, runStatement, startPostgres, type Postgres } from "../support/postgres.js";
import { isReady, startRoundRobin } from "../support/round-robin.js";
import { entryPoint, spawnService, type SpawnedService } from "../support/spawn-service.js";
import { mountDisk, type LimitedDisk } from "../support/limited-disk.js";

/** How the topology differs from that of `compose.yaml`. */
export interface Variant {
  /** The contents are in a folder that the processes share, instead of a bucket. */
  readonly hasSharedFolder?: boolean;
  /** What is on a small disk of its own. */
  readonly limited?: "data" | "postgres";
  /** The repository from whose build the processes are started; by default this one. */
  readonly repository?: string | undefined;
  /** Uses Caddy with `Caddyfile`, which must be installed, instead of a proxy in this process. */
  readonly hasCaddy?: boolean;
}

/** The size of a small disk, in bytes. */
const diskSize = 400 << 20;

/** Three processes of the service behind a proxy, on one PostgreSQL server and one bucket. */
export interface Topology {
  /** The URL of the proxy. */
  readonly url: string;
  readonly folder: string;
  readonly postgres: Postgres;
  /** In front of the bucket; undefined if the contents are in a folder. */
  readonly bucket: FaultyProxy | undefined;
  readonly disk: LimitedDisk | undefined;
  readonly processes: readonly Restartable[];
  /** The settings of a process, such as those of a command of the operator. */
  environment(name: string): Record<string, string>;
  /** The settings of a service with a database and a bucket of its own, which are empty. */
  emptyPlace(): Promise<Record<string, string>>;
  stop(): Promise<void>;
}

/** A process of the service that always listens on the same port. */
export class Restartable {
  readonly url: string;
  readonly #environment: Readonly<Record<string, string>>;
  #running: SpawnedService | undefined;
  readonly #outputs: (() => string)[] = [];

  constructor(environment: Readonly<Record<string, string>>, port: number) {
    this.url = `http://127.0.0.1:${port}`;
    this.#environment = { ...environment, PORT: String(port), LOG_LEVEL: "warn" };
  }

  /** Starts it, from the build of a repository. Resolves when it is ready. */
  async start(repository?: string): Promise<void> {
    const running = spawnService(this.#environment, { main: entryPoint(repository) });
    this.#running = running;
    this.#outputs.push(running.output);
    const hasEnded = running.ended.then(() => true);
    while (!(await isReady(this.url))) {
      if (await Promise.race([hasEnded, setTimeout(50, false)])) {
        throw new Error(`A process has ended: ${running.errors()}`);
      }
    }
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    await this.#running?.end(signal);
  }

  /** The lines of all its logs. */
  log(): Record<string, unknown>[] {
    return this.#outputs
      .flatMap((output) => output().split("\n"))
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }
}

/** Starts the topology. Throws if PostgreSQL is not installed. */
export async function startTopology({
  hasSharedFolder = false,
  limited,
  repository,
  hasCaddy = false,
}: Variant = {}): Promise<Topology> {
  const folder = mkdtempSync(join(tmpdir(), "service-faults-"));
  const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })];
  const stop = async (): Promise<void> => {
    for (const close of closers.reverse()) {
      await close();
    }
  };
  try {
    const [data, database] = [join(folder, "data"), join(folder, "postgres")];
    mkdirSync(data);
    mkdirSync(database);
    const disk = limited && mountDisk(limited === "data" ? data : database, diskSize);
    if (limited !== undefined && disk === undefined) {
      throw new Error("This user cannot mount a file system: run this as root, on Linux.");
    }
    closers.push(() => disk?.unmount());
    const postgres = await startPostgres(database, ["max_wal_size=64MB"]);
    if (postgres === undefined) {
      throw new Error("PostgreSQL is not installed (Debian: apt-get install -y postgresql).");
    }
    closers.push(() => postgres.stop());
    await runStatement(`${postgres.url}postgres`, "create database service");
    const buckets = hasSharedFolder ? undefined : await startBuckets(join(folder, "s3"), ["files", "restored"]);
    const bucket = buckets && (await startFaultyProxy(buckets.url));
    closers.push(() => buckets?.close());
    closers.push(() => bucket?.close());
    const environment = (name: string): Record<string, string> => ({
      TEST_CONTROLS: "1",
      SECRET_KEY: "of a test, where nothing is secret",
      DATABASE_URL: `${postgres.url}service`,
      DATA_FOLDER: hasSharedFolder ? data : join(data, name),
      ...(bucket && bucketSettings(`${bucket.url}/files`)),
    });
    const processes: Restartable[] = [];
    for (const name of ["1", "2", "3"]) {
      processes.push(new Restartable(environment(name), await freePort()));
    }
    closers.push(() => Promise.all(processes.map((each) => each.end("SIGKILL"))));
    await Promise.all(processes.map((each) => each.start(repository)));
    const urls = processes.map(({ url }) => url);
    const proxy = hasCaddy ? await startCaddy(folder, urls) : await startRoundRobin(urls);
    closers.push(() => proxy.close());
    const emptyPlace = async (): Promise<Record<string, string>> => {
      await runStatement(`${postgres.url}postgres`, "create database restored");
      return {
        ...environment("restored"),
        DATABASE_URL: `${postgres.url}restored`,
        ...bucketSettings(`${bucket?.url ?? ""}/restored`),
      };
    };
    return { url: proxy.url, folder, postgres, bucket, disk, processes, environment, emptyPlace, stop };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}

/** The settings for a bucket on the server of buckets. */
function bucketSettings(url: string): Record<string, string> {
  return { S3_BUCKET_URL: url, S3_ACCESS_KEY_ID: "S3RVER", S3_SECRET_ACCESS_KEY: "S3RVER" };
}

/** Starts Caddy with `Caddyfile`, in which these processes replace the containers. */
async function startCaddy(folder: string, urls: readonly string[]): Promise<{ url: string; close: () => unknown }> {
  const [port, other] = [await freePort(), await freePort()];
  const text = urls.reduce(
    (config, url, index) => config.replaceAll(`service-${index + 1}:4100`, new URL(url).host),
    readFileSync(join(import.meta.dirname, "../../Caddyfile"), "utf8"),
  );
  const config = join(folder, "Caddyfile");
  writeFileSync(config, `{\n\tadmin off\n\tauto_https off\n}\n\n${text}`);
  const child = spawn("caddy", ["run", "--adapter", "caddyfile", "--config", config], {
    env: {
      ...process.env,
      HOME: folder,
      XDG_DATA_HOME: folder,
      FILES_HOST: `http://127.0.0.1:${port}`,
      CONSOLE_HOST: `http://127.0.0.1:${other}`,
    },
    stdio: "ignore",
  });
  const failed = new Promise<never>((_, fail) => child.once("error", () => fail(new Error("Caddy is not installed."))));
  const url = `http://127.0.0.1:${port}`;
  await Promise.race([failed, untilReady(url)]);
  return { url, close: () => child.kill() };
}

async function untilReady(url: string): Promise<void> {
  while (!(await isReady(url))) {
    await setTimeout(100);
  }
}
