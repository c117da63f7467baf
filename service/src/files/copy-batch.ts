import {
  copyBatchCheck,
  type RelocationBatchArg,
  type RelocationBatchErrorInput,
  type RelocationBatchJobStatusInput,
  type RelocationPath,
  type RelocationResultInput,
} from "cloud-storage-api/files";
import { type FilesHandlers, Refusal, routeError } from "cloud-storage-api/server";
import sql from "sql-template-tag";
import type { Caller, UserCaller } from "../access/caller.js";
import { countWrite } from "../access/rate-limits.js";
import type { Backend } from "../backend.js";
import type { Clock } from "../clock.js";
import type { Queries } from "../database/database.js";
import { findOwnJob, launchJob } from "../jobs/job.js";
import type { JobOutcome, Work } from "../jobs/worker.js";
import { toMetadata } from "./metadata.js";
import { notifyApps } from "./tree/change.js";
import { copyItem } from "./tree/copy.js";
import { locate } from "./tree/locate.js";
import { lockPaths } from "./tree/lock.js";
import { ancestorPaths } from "./tree/path.js";
import { loadReach, type Reach } from "./tree/reach.js";
import { relocationLimit } from "./tree/relocation.js";

/** Returns the handlers that copy many files and folders in the background. */
export function copyBatchHandlers({
  database,
  clock,
  settings,
}: Backend): Pick<FilesHandlers<Caller>, "copyBatch" | "copyBatchCheck"> {
  return {
    async copyBatch(arg, caller) {
      await countWrite(database, settings, caller.accountId);
      return database.transaction(async (queries) => {
        const now = await clock.now(queries);
        const id = await launchJob(queries, "files/copy_batch", caller, jobArgument(caller, arg), now);
        return { ".tag": "async_job_id", async_job_id: id };
      });
    },
    async copyBatchCheck({ async_job_id }, caller): Promise<RelocationBatchJobStatusInput> {
      const job = await findOwnJob(database, caller, async_job_id, ["files/copy_batch"], () =>
        routeError(copyBatchCheck, "invalid_async_job_id"),
      );
      switch (job.status) {
        case "in_progress":
          return { ".tag": "in_progress" };
        case "complete":
          return { ".tag": "complete", entries: job.result as RelocationResultInput[] };
        case "failed":
          if (job.result === null) {
            throw routeError(copyBatchCheck, "internal_error");
          }
          return { ".tag": "failed", failed: job.result as RelocationBatchErrorInput };
      }
    },
  };
}

interface Batch {
  readonly caller: UserCaller;
  readonly arg: RelocationBatchArg;
}

/** Returns the argument of a job. It is stored as text, because PostgreSQL's JSON cannot represent all valid paths. */
function jobArgument(caller: UserCaller, arg: RelocationBatchArg): string {
  const batch: Batch = { caller: { ...caller, tokenHash: "" }, arg };
  return JSON.stringify(batch);
}

/**
 * Returns the work of a job that copies the entries of a batch: all or none, unless shared folders are allowed (B-128, B-129).
 */
export function copyBatchWork(clock: Clock): Work {
  return async (queries, job) => {
    const { caller, arg } = JSON.parse(job.arg as string) as Batch;
    if (arg.entries.length > relocationLimit) {
      return failed("too_many_files");
    }
    const reach = await lockReach(queries, caller, arg, await clock.now(queries));
    if (reach === undefined) {
      return failed("other");
    }
    if (await doEntriesOverlap(reach, arg.entries)) {
      return failed("duplicated_or_nested_paths");
    }
    const copyEntry = entryCopier(reach, arg);
    return arg.allow_shared_folder ? copyEach(reach, arg, copyEntry) : copyAll(reach, arg, copyEntry);
  };
}

/**
 * Loads what the caller can access, and locks the affected namespaces. Undefined if the account has been closed or the app
 * unlinked in the meantime.
 */
async function lockReach(
  queries: Queries,
  caller: UserCaller,
  { entries }: RelocationBatchArg,
  now: Date,
): Promise<Reach | undefined> {
  try {
    const reach = await loadReach(queries, caller, now);
    await lockPaths(
      reach,
      entries.flatMap(({ from_path, to_path }) => [from_path, to_path]),
    );
    return reach;
  } catch (thrown) {
    if (thrown instanceof Refusal) {
      return undefined;
    }
    throw thrown;
  }
}

/** A copied entry: the namespace of the copy, and the result to return. */
interface Copied {
  readonly namespace: number;
  readonly result: RelocationResultInput;
}

/** Copies one entry. Rejects with a {@link CopyFailed} if that is impossible. */
type CopyEntry = (entry: RelocationPath) => Promise<Copied>;

/**
 * Returns a function that copies an entry of a batch. One limit applies to all files and folders of the batch together.
 */
function entryCopier(reach: Reach, { allow_shared_folder, autorename }: RelocationBatchArg): CopyEntry {
  let left = relocationLimit;
  return async (entry) => {
    const arg = { ...entry, allow_shared_folder, autorename };
    const copy = await copyItem(reach, arg, (error) => new CopyFailed(error), left);
    left -= copy.count;
    return { namespace: copy.view.namespace, result: { metadata: toMetadata(copy) } };
  };
}

/** Copies all entries, or none. */
function copyAll(reach: Reach, { entries }: RelocationBatchArg, copyEntry: CopyEntry): Promise<JobOutcome> {
  return undoOnFailure(reach.queries, async () => {
    const copies: Copied[] = [];
    for (const entry of entries) {
      copies.push(await copyEntry(entry));
    }
    return complete(reach, copies);
  });
}

/** Copies every entry that can be copied. The outcome is the first failure, if there is one. */
async function copyEach(reach: Reach, { entries }: RelocationBatchArg, copyEntry: CopyEntry): Promise<JobOutcome> {
  const copies: Copied[] = [];
  let failure: JobOutcome | undefined;
  for (const entry of entries) {
    const outcome = await undoOnFailure(reach.queries, async () => {
      copies.push(await copyEntry(entry));
      return { status: "complete" };
    });
    failure ??= outcome.status === "failed" ? outcome : undefined;
  }
  const outcome = await complete(reach, copies);
  return failure ?? outcome;
}

/** Notifies apps of all copies at once. Returns the outcome of a complete batch. */
async function complete({ queries, now }: Reach, copies: readonly Copied[]): Promise<JobOutcome> {
  await notifyApps(queries, [...new Set(copies.map(({ namespace }) => namespace))], now);
  return { status: "complete", result: copies.map(({ result }) => result) };
}

/** Runs work, and undoes its changes if it fails, without aborting the transaction. */
async function undoOnFailure(queries: Queries, work: () => Promise<JobOutcome>): Promise<JobOutcome> {
  await queries.run(sql`savepoint before_work`);
  const outcome = await work().catch((thrown: unknown) => {
    if (thrown instanceof CopyFailed) {
      return failed(thrown.error);
    }
    throw thrown;
  });
  if (outcome.status === "failed") {
    await queries.run(sql`rollback to savepoint before_work`);
  }
  await queries.run(sql`release savepoint before_work`);
  return outcome;
}

function failed(error: RelocationBatchErrorInput): JobOutcome {
  return { status: "failed", result: error };
}

/** Thrown if an entry could not be copied. */
class CopyFailed extends Error {
  readonly error: RelocationBatchErrorInput;

  constructor(error: RelocationBatchErrorInput) {
    super("An entry could not be copied.");
    this.error = error;
  }
}

/** The locations that the entries of a batch read or write, each with the indexes of these entries. */
type Places = ReadonlyMap<string, ReadonlySet<number>>;

/**
 * Returns whether an entry writes to a location that another entry reads or writes, so that the order of the entries would
 * matter.
 */
async function doEntriesOverlap(reach: Reach, entries: readonly RelocationPath[]): Promise<boolean> {
  const sources = await findPlaces(
    reach,
    entries.map(({ from_path }) => from_path),
  );
  const targets = await findPlaces(
    reach,
    entries.map(({ to_path }) => to_path),
  );
  return isAnyWithin(targets, targets) || isAnyWithin(targets, sources) || isAnyWithin(sources, targets);
}

/** Returns whether a location of an entry equals a location of another entry, or is inside it. */
function isAnyWithin(inner: Places, outer: Places): boolean {
  return [...inner].some(([place, entries]) =>
    [...ancestorPaths(place), place].some((folder) => areTwo(entries, outer.get(folder) ?? new Set())),
  );
}

/** Returns whether one set contains an entry, and the other set a different entry. */
function areTwo(first: ReadonlySet<number>, second: ReadonlySet<number>): boolean {
  return first.size > 0 && second.size > 0 && new Set([...first, ...second]).size > 1;
}

/** Resolves paths to locations, which are paths that start with the namespace. Omits malformed and inaccessible paths. */
async function findPlaces(reach: Reach, paths: readonly string[]): Promise<Places> {
  const places = new Map<string, Set<number>>();
  for (const [entry, path] of paths.entries()) {
    const location = await locate(reach, path);
    if (typeof location === "object") {
      const place = `/${location.view.namespace}${location.key}`;
      places.set(place, (places.get(place) ?? new Set()).add(entry));
    }
  }
  return places;
}
