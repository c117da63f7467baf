import { unauthorized } from "cloud-storage-api/server";
import sql from "sql-template-tag";
import type { UserCaller } from "../../access/caller.js";
import type { Clock } from "../../clock.js";
import type { Database, Queries } from "../../database/database.js";
import { locate } from "./locate.js";
import { joinNames, pathKey, parsePath } from "./path.js";
import { loadReach, type Reach } from "./reach.js";

/** Runs work that may write to these paths, in a transaction that locks their namespaces against other changes. */
export function withLocked<Result>(
  database: Database,
  clock: Clock,
  caller: UserCaller,
  paths: readonly string[],
  work: (reach: Reach) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (queries) => {
    const reach = await loadReach(queries, caller, await clock.now(queries));
    await lockPaths(reach, paths);
    return work(reach);
  }, caller.accountId);
}

/**
 * Locks the namespaces to which these paths resolve, the namespaces mounted along or below the paths, and the caller's home
 * against changes by other transactions. They are locked in the order of their ids, to prevent deadlocks.
 */
export async function lockPaths(reach: Reach, paths: readonly string[]): Promise<void> {
  const locked = await findNamespaces(reach, paths);
  await lockNamespaces(reach.queries, [...locked]);
  // The mounts may have changed in the meantime.
  const current = await findNamespaces(reach, paths);
  if ([...current].some((namespace) => !locked.has(namespace))) {
    throw serializationFailure();
  }
  await checkAccount(reach);
}

/**
 * Rejects the call if the caller's account is no longer in use. It may have been closed since authentication, for example
 * while an upload was received, and the files may belong to someone else now.
 */
async function checkAccount({ queries, caller }: Reach): Promise<void> {
  const account = await queries.first(sql`select from account where id = ${caller.accountId} and not is_closed`);
  if (account === undefined) {
    throw unauthorized("invalid_access_token");
  }
}

/** Locks namespaces in the order of their ids. */
export async function lockNamespaces(queries: Queries, namespaces: readonly number[]): Promise<void> {
  await queries.all(sql`select id from namespace where id = any(${namespaces}) order by id for update`);
}

/**
 * Returns the home of the caller, the namespaces to which the paths resolve, and the namespaces mounted along or below the
 * paths.
 */
async function findNamespaces(reach: Reach, paths: readonly string[]): Promise<Set<number>> {
  const places: Place[] = [];
  for (const path of paths) {
    const place = await resolvePlace(reach, path);
    if (place !== undefined) {
      places.push(place);
    }
  }
  const mounted = await reach.queries.all<{ target: number }>(sql`
    select item.target
    from unnest(${places.map(({ namespace }) => namespace)}::bigint[], ${places.map(({ key }) => key)}::text[])
      as place (namespace_id, key)
    join item on item.namespace_id = place.namespace_id and item.target is not null
      and (starts_with(place.key || '/', item.path_key || '/') or starts_with(item.path_key, place.key || '/'))`);
  return new Set([
    reach.caller.home,
    ...places.map(({ namespace }) => namespace),
    ...mounted.map(({ target }) => target),
  ]);
}

interface Place {
  readonly namespace: number;
  readonly key: string;
}

/** Returns the location of a path. For paths that start at the root, mounts are not followed. */
async function resolvePlace(reach: Reach, path: string): Promise<Place | undefined> {
  const parsed = parsePath(path);
  if (typeof parsed === "string") {
    return undefined;
  }
  if (parsed.start.kind === "root") {
    return { namespace: reach.caller.home, key: pathKey(reach.root + joinNames(parsed.names)) };
  }
  const location = await locate(reach, path);
  return typeof location === "object" ? { namespace: location.view.namespace, key: location.key } : undefined;
}

/** Returns an error that, like a serialization failure, causes a retry of the transaction. */
function serializationFailure(): Error {
  return Object.assign(new Error("The mounts have changed."), { code: "40001" });
}
