import { setMaxListeners } from "node:events";
import { mkdir } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { adoptSecretKey } from "./access/app.js";
import { isBreached } from "./accounts/password.js";
import type { Backend } from "./backend.js";
import { restore } from "./backup.js";
import { checkContents } from "./check-contents.js";
import { offsetClock, systemClock } from "./clock.js";
import type { Contents } from "./contents/contents.js";
import { folderContents } from "./contents/folder-contents.js";
import { s3Contents } from "./contents/s3-contents.js";
import { loadCursors } from "./cursor.js";
import type { Database } from "./database/database.js";
import { FolderInUse } from "./database/folder-lock.js";
import { JoinedDatabase } from "./database/joined.js";
import { knownMigrations, migrate, pendingMigrations } from "./database/migrate.js";
import { restoreServer, serverDatabase } from "./database/server.js";
import { copyBatchWork } from "./files/copy-batch.js";
import { closeServer, httpServer } from "./http/http-server.js";
import type { JobKind } from "./jobs/job.js";
import { type Report, type Work, Worker } from "./jobs/worker.js";
import { createLog } from "./log.js";
import { Mailer } from "./mailer.js";
import { findRunningService, openChannel } from "./operator/channel.js";
import { runCommand } from "./operator/run-command.js";
import type { Settings } from "./settings.js";
import { StartProblem } from "./start-problem.js";
import { Sweeper } from "./sweeper.js";
import { archiveWork } from "./team/folders/archive.js";
import { groupDeleteWork } from "./team/groups/handlers.js";
import { memberAddWork } from "./team/members/add.js";
import { transferFailed, transferWork } from "./team/members/transfer.js";
import { Delivery } from "./webhooks/delivery.js";

/** A running service. */
export interface RunningService {
  /** The URL, such as `http://127.0.0.1:4100`. */
  readonly url: string;
  /**
   * Responds to pending requests, ends the background work, and stops. Before that, it still accepts requests for `draining`
   * milliseconds, but asks to close their connections, so that a proxy loses none that are on their way.
   */
  stop(options?: { readonly draining?: number }): Promise<void>;
}

/** Starts the service. Rejects if that is impossible, for example because the port is in use. */
export async function startService(settings: Settings): Promise<RunningService> {
  const { backend, stopping, close } = await openBackend(settings);
  const { log } = backend;
  try {
    const running = await startParts(backend, stopping);
    const { url } = running;
    log.info({ url, database: settings.databaseUrl === undefined ? "embedded" : "server" }, "started");
    return {
      url,
      async stop(options) {
        log.info("stopping");
        await running.stop(options);
        await close();
        log.info("stopped");
      },
    };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/**
 * Runs the pending migrations without starting the service, or only lists them if `isDryRun` is true. Returns the names of
 * the migrations. Rejects if the data cannot be used.
 */
export async function migrateData(settings: Settings, isDryRun: boolean): Promise<string[]> {
  await mkdir(settings.folder, { recursive: true });
  const database = await openDatabase(settings);
  try {
    return await (isDryRun ? pendingMigrations(database) : migrate(database));
  } finally {
    await database.close();
  }
}

/** Restores the backup in a folder. Returns the number of contents. Rejects if the target is not empty. */
export async function restoreData(settings: Settings, backup: string): Promise<number> {
  const { databaseUrl, folder } = settings;
  await mkdir(folder, { recursive: true });
  return restore(backup, {
    contents: await openContents(settings),
    async restoreDatabase(dump) {
      if (databaseUrl !== undefined) {
        return restoreServer(databaseUrl, dump);
      }
      const { restoreEmbedded } = await import("./database/embedded.js");
      return restoreEmbedded(join(folder, "database"), dump);
    },
    openDatabase: () => openDatabase(settings),
  });
}

/** The dependencies of the service, the controller that aborts pending work, and the function that closes the database. */
interface OpenBackend {
  readonly backend: Backend;
  readonly stopping: AbortController;
  readonly close: () => Promise<void>;
}

/** Opens the database, migrates it, and opens the contents. Rejects if one of them cannot be used. */
export async function openBackend(settings: Settings): Promise<OpenBackend> {
  const log = createLog(settings.logLevel);
  await mkdir(settings.folder, { recursive: true });
  const cursors = loadCursors(settings);
  const database = await openDatabase(settings);
  try {
    await migrate(database);
    database.guardSchema(knownMigrations());
    await adoptSecretKey(database, cursors);
    if (settings.breachedPasswords !== undefined) {
      await isBreached("", settings.breachedPasswords); // so that a wrong path is reported at the start
    }
    const stopping = new AbortController();
    setMaxListeners(0, stopping.signal); // each pending task adds a listener, so many are no leak
    const contents = await openContents(settings);
    await checkContents(database, contents, placeOfContents(settings));
    const backend: Backend = {
      database: new JoinedDatabase(database),
      settings,
      log,
      contents,
      clock: settings.hasTestControls ? offsetClock : systemClock,
      cursors,
      stopping: stopping.signal,
    };
    return { backend, stopping, close: () => database.close() };
  } catch (thrown) {
    await database.close();
    throw thrown;
  }
}

/** Starts the server and the background work. If a part cannot start, stops the others and rejects. */
async function startParts(backend: Backend, stopping: AbortController): Promise<RunningService> {
  const { port, host, folder, webUrl, databaseUrl } = backend.settings;
  const server = await httpServer(backend);
  const worker = new Worker(backend, jobWork(backend), failureReports(backend));
  const delivery = new Delivery(backend);
  const sweeper = new Sweeper(backend);
  const mailer = backend.settings.mail && new Mailer(backend, backend.settings.mail);
  let closeChannel: (() => Promise<void>) | undefined;
  const stop: RunningService["stop"] = async ({ draining = 0 } = {}) => {
    stopping.abort(new Error("The service stops."));
    await closeChannel?.();
    await Promise.all([closeServer(server, draining), worker.stop(), delivery.stop(), mailer?.stop(), sweeper.stop()]);
  };
  try {
    await new Promise<void>((done, fail) => {
      server.once("error", fail).listen(port, host, done);
    });
    const url = `http://${host}:${(server.address() as AddressInfo).port}`;
    if (databaseUrl === undefined) {
      closeChannel = await openChannel(folder, url, (args) => runCommand(backend, args, webUrl ?? url));
    }
    await worker.start();
    await delivery.start();
    await mailer?.start();
    sweeper.start();
    return { url, stop };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}

function openContents({ bucket, folder, contentsTimeout: timeout }: Settings): Promise<Contents> {
  const place = join(folder, "contents");
  return bucket === undefined ? folderContents(place) : s3Contents(bucket, place, { timeout });
}

function placeOfContents({ bucket, folder }: Settings): string {
  return bucket === undefined ? `The folder ${join(folder, "contents")}` : `The bucket ${bucket.url}`;
}

async function openDatabase({
  databaseUrl,
  folder,
  isSynced,
  lockTimeout,
  databaseTimeout,
}: Settings): Promise<Database> {
  if (databaseUrl !== undefined) {
    return serverDatabase(databaseUrl, { lockTimeout, timeout: databaseTimeout });
  }
  // Loaded only if it is used: code that is loaded slows down every garbage collection, even if it is not used.
  const { embeddedDatabase } = await import("./database/embedded.js");
  return embeddedDatabase(join(folder, "database"), isSynced).catch((thrown: unknown) => addRunningUrl(folder, thrown));
}

/** Rethrows an error. If another service uses the data folder, adds the URL of that service to the message. */
async function addRunningUrl(folder: string, thrown: unknown): Promise<never> {
  const url = thrown instanceof FolderInUse ? await findRunningService(folder) : undefined;
  throw thrown instanceof FolderInUse && url !== undefined
    ? new StartProblem(`The service is already running at ${url}. ${thrown.message}`)
    : thrown;
}

/** Returns the work of each kind of job. */
function jobWork(backend: Backend): Readonly<Record<JobKind, Work>> {
  // In this service groups have no access to anything, so there is nothing to grant or revoke.
  const nothing: Work = () => Promise.resolve({ status: "complete" });
  return {
    "files/copy_batch": copyBatchWork(backend.clock),
    "team/groups/delete": groupDeleteWork,
    "team/groups/members/add": nothing,
    "team/groups/members/remove": nothing,
    "team/members/add": memberAddWork(backend),
    "team/members/remove": transferWork(backend),
    "team/team_folder/archive": archiveWork(backend.clock),
  };
}

/** Returns the handlers for failed jobs, by the kind of job. */
function failureReports(backend: Backend): Readonly<Partial<Record<JobKind, Report>>> {
  return { "team/members/remove": transferFailed(backend) };
}
