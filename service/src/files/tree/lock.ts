import sql from "sql-template-tag";
import type { UserCaller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import type { Queries } from "../../database/database.js";
import { isInTree } from "./item.js";
import { locate } from "./locate.js";
import { withReach, type Reach } from "./reach.js";

/** Does something that may write at these paths, in one transaction in which nobody else changes what is there. */
export function withLocked<Result>(
  backend: Backend,
  caller: UserCaller,
  paths: readonly string[],
  work: (reach: Reach) => Promise<Result>,
): Promise<Result> {
  return withReach(backend, caller, async (reach) => {
    await lockPaths(reach, paths);
    return work(reach);
  });
}

/**
 * Locks the namespaces that these paths lead to, with what is mounted there and the home of the caller: from now on
 * nobody else changes them. They are locked all at once, in the order of their ids, so that nobody waits for each other.
 */
export async function lockPaths(reach: Reach, paths: readonly string[]): Promise<void> {
  const locked = await namespacesOf(reach, paths);
  await lockNamespaces(reach.queries, [...locked]);
  // Meanwhile other things may have been mounted on the way.
  const current = await namespacesOf(reach, paths);
  if ([...current].some((namespace) => !locked.has(namespace))) {
    throw tryAgain();
  }
}

/** Locks namespaces in the order of their ids. */
export async function lockNamespaces(queries: Queries, namespaces: readonly number[]): Promise<void> {
  await queries.all(sql`select id from namespace where id = any(${namespaces}) order by id for update`);
}

async function namespacesOf(reach: Reach, paths: readonly string[]): Promise<Set<number>> {
  const namespaces = new Set([reach.caller.home]);
  for (const path of paths) {
    const location = await locate(reach, path);
    if (typeof location === "object") {
      const { view, key } = location;
      const mounts = await reach.queries.all<{ target: number }>(sql`
        select target from item
        where ${isInTree({ namespace_id: view.namespace, path_key: key })} and kind = 'mount'`);
      for (const namespace of [view.namespace, ...mounts.map(({ target }) => target)]) {
        namespaces.add(namespace);
      }
    }
  }
  return namespaces;
}

/** Has the transaction repeated, as the database does where it cannot serialize two of them. */
function tryAgain(): Error {
  return Object.assign(new Error("What is mounted has changed."), { code: "40001" });
}
