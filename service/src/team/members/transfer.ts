import sql from "sql-template-tag";
import type { Backend } from "../../backend.js";
import type { Queries } from "../../database/database.js";
import { newItemId } from "../../database/ids.js";
import { faultAt } from "../../faults.js";
import { completeChange } from "../../files/tree/change.js";
import { lockNamespaces } from "../../files/tree/lock.js";
import { folderName } from "../../files/tree/path.js";
import { foldCase } from "../../fold-case.js";
import type { Report, Work } from "../../jobs/worker.js";
import { beginChange, type TeamChange } from "../change.js";
import { findMembers, type MemberRow, release } from "./member.js";

/**
 * The ids of the people involved in a transfer: the removed member, the destination, and the administrator who is notified
 * of failures.
 */
export interface TransferArg {
  readonly member: string;
  readonly destination: string;
  readonly admin: string;
}

/** Why files could not be transferred. */
type Obstacle = "destination_not_in_team" | "insufficient_space" | "failed";

/**
 * Returns the work of a job that transfers the files of a removed member (B-198), who can then no longer be recovered. If that
 * is impossible, an administrator is notified by mail (B-199).
 */
export function transferWork({ clock }: Backend): Work {
  return async (queries, { team_id, arg }) => {
    const change = await beginChange(queries, clock, team_id ?? "");
    const people = await loadPeople(queries, arg as TransferArg);
    if (isDue(people)) {
      const { member, destination } = people;
      const obstacle = await transfer(change, member, destination);
      await (obstacle === undefined ? release(queries, [member.id]) : report(queries, people, obstacle, change.now));
    }
    return { status: "complete" };
  };
}

/** Returns a function that notifies the administrator of a transfer whose job has failed. */
export function transferFailed({ clock }: Backend): Report {
  return async (queries, { arg }) => {
    const people = await loadPeople(queries, arg as TransferArg);
    if (isDue(people)) {
      await report(queries, people, "failed", await clock.now(queries));
    }
  };
}

/** The people involved in a transfer. */
type People = Readonly<Record<keyof TransferArg, MemberRow>>;

async function loadPeople(queries: Queries, ids: TransferArg): Promise<People> {
  const people = await findMembers(queries, sql`member.id in (${ids.member}, ${ids.destination}, ${ids.admin})`);
  const [member, destination, admin] = [ids.member, ids.destination, ids.admin].map((id) =>
    people.find((person) => person.id === id),
  );
  if (member === undefined || destination === undefined || admin === undefined) {
    throw new Error("A person of a transfer is missing.");
  }
  return { member, destination, admin };
}

/** Returns whether the files must still be transferred. A member who has been recovered in the meantime keeps the files. */
function isDue({ member }: People): boolean {
  return member.status === "removed" && !member.is_released;
}

async function report(queries: Queries, { member, admin }: People, reason: Obstacle, now: Date): Promise<void> {
  const detail = JSON.stringify({ removed: member.email, reason });
  await queries.run(sql`
    insert into mail (recipient, kind, member_id, detail, sent)
    values (${admin.email}, 'transfer-failed', ${admin.id}, ${detail}::jsonb, ${now})`);
}

async function transfer(
  { queries, now }: TeamChange,
  member: MemberRow,
  destination: MemberRow,
): Promise<Obstacle | undefined> {
  if ((await faultAt(queries, "transfer", member.email)) !== undefined) {
    return "failed";
  }
  if (destination.status === "removed") {
    return "destination_not_in_team";
  }
  return (await moveHome(queries, member, destination, now)) ? undefined : "insufficient_space";
}

/** A locked home. */
interface Home {
  readonly id: number;
  readonly size: number;
  readonly sequence: number;
  readonly quota: number | null;
}

/** The owner of a home. */
export type Owner = Pick<MemberRow, "account_id" | "home">;

/** Locks two homes, and the folders that the owner of the first home has shared. */
export async function lockHomes(queries: Queries, member: Owner, destination: Owner): Promise<void> {
  const owned = await queries.all<{ id: number }>(sql`select id from namespace where owner_id = ${member.account_id}`);
  await lockNamespaces(queries, [member.home, destination.home, ...owned.map(({ id }) => id)]);
}

/**
 * Moves the content of a member's home into a new folder, named after the member, in another home. Returns false, without
 * moving anything, if there is not enough space.
 */
export async function moveHome(queries: Queries, member: MemberRow, destination: Owner, now: Date): Promise<boolean> {
  await lockHomes(queries, member, destination);
  const homes = await queries.all<Home>(sql`
    select namespace.id, namespace.size, namespace.sequence, account.quota
    from namespace join account on account.home = namespace.id
    where namespace.id in (${member.home}, ${destination.home})`);
  const [from, to] = [member.home, destination.home].map((id) => homes.find((home) => home.id === id));
  if (from === undefined || to === undefined) {
    throw new Error("A home of a transfer is missing.");
  }
  if (to.quota !== null && to.size + from.size > to.quota) {
    return false;
  }
  await queries.run(
    sql`update namespace set owner_id = ${destination.account_id} where owner_id = ${member.account_id}`,
  );
  await mergeMounts(queries, member, destination);
  const isEmpty = (await queries.first(sql`select from item where namespace_id = ${from.id} limit 1`)) === undefined;
  if (!isEmpty) {
    const name = await freeName(queries, to, folderName(`${member.given_name} ${member.surname}`, "Files"));
    await moveItems(queries, from, to, name);
    await completeChange(queries, [to.id], now);
  }
  return true;
}

/**
 * Gives the destination access to the member's shared folders. Deletes those of the member's mounts that the destination has
 * already.
 */
async function mergeMounts(queries: Queries, member: Owner, destination: Owner): Promise<void> {
  await queries.run(sql`
    insert into namespace_member (namespace_id, account_id, is_read_only)
    select namespace_id, ${destination.account_id}, is_read_only
    from namespace_member where account_id = ${member.account_id}
    on conflict (namespace_id, account_id)
    do update set is_read_only = namespace_member.is_read_only and excluded.is_read_only`);
  await queries.run(sql`delete from namespace_member where account_id = ${member.account_id}`);
  await queries.run(sql`
    delete from item
    where namespace_id = ${member.home} and target in (
      select target from item where namespace_id = ${destination.home} and target is not null)`);
}

/** Returns a name that is free in a home. Adds a number if necessary. */
async function freeName(queries: Queries, { id }: Home, plain: string): Promise<string> {
  for (let number = 0; ; number++) {
    const name = number === 0 ? plain : `${plain} (${number})`;
    const key = `/${foldCase(name)}`;
    const other = await queries.first(sql`select from item where namespace_id = ${id} and path_key = ${key}`);
    if (other === undefined) {
      return name;
    }
  }
}

/** Moves the content of a home into a new folder of another home. */
async function moveItems(queries: Queries, from: Home, to: Home, name: string): Promise<void> {
  const [path, key] = [`/${name}`, `/${foldCase(name)}`];
  const sequence = to.sequence + 1;
  await queries.run(sql`
    update revision set namespace_id = ${to.id}, path_key = ${key} || path_key
    where namespace_id = ${from.id} and item_id in (select id from item where namespace_id = ${from.id})`);
  await queries.run(sql`
    update item set namespace_id = ${to.id}, parent_key = ${key} || parent_key, path = ${path} || path,
                    path_key = ${key} || path_key, sequence = ${sequence}
    where namespace_id = ${from.id}`);
  await queries.run(sql`
    insert into item (id, namespace_id, parent_key, path, path_key, name, kind, sequence)
    values (${newItemId()}, ${to.id}, '', ${path}, ${key}, ${name}, 'folder', ${sequence})`);
  await queries.run(sql`update namespace set size = 0, sequence = sequence + 1 where id = ${from.id}`);
  await queries.run(sql`update namespace set size = size + ${from.size}, sequence = ${sequence} where id = ${to.id}`);
}
