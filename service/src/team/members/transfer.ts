import sql from "sql-template-tag";
import { faultAt } from "../../controls/faults.js";
import { newItemId } from "../../database/ids.js";
import type { Queries } from "../../database/database.js";
import type { Backend } from "../../backend.js";
import type { Work } from "../../jobs/worker.js";
import { folded } from "../../text.js";
import { notifyOfFiles } from "../../webhooks/notify.js";
import { beginChange, type TeamChange } from "../change.js";
import { findMembers, type MemberRow } from "./profile.js";
import { release } from "./release.js";

/** The ids of the people of a transfer: whose files go to whom, and who learns what went wrong. */
export interface TransferArg {
  readonly member: string;
  readonly destination: string;
  readonly admin: string;
}

/** Why files could not be transferred. */
type Obstacle = "destination_not_in_team" | "insufficient_space" | "failed";

/**
 * Transfers the files of somebody who was removed (B-198), who cannot be recovered from then on. If that is not possible,
 * an administrator is told by mail (B-199).
 */
export function transferWork({ clock }: Backend): Work {
  return async (queries, { team_id, arg }) => {
    const change = await beginChange(queries, clock, team_id ?? "");
    const ids = arg as TransferArg;
    const people = await findMembers(queries, sql`member.id in (${ids.member}, ${ids.destination}, ${ids.admin})`);
    const [member, destination, admin] = [ids.member, ids.destination, ids.admin].map((id) =>
      people.find((person) => person.id === id),
    );
    if (member === undefined || destination === undefined || admin === undefined) {
      throw new Error("The people of a transfer are not there.");
    }
    // Who has come back meanwhile keeps what is theirs.
    if (member.status === "removed" && !member.is_released) {
      const obstacle = await transfer(change, member, destination);
      await (obstacle === undefined ? release(queries, [member.id]) : report(change, admin, member, obstacle));
    }
    return { status: "complete" };
  };
}

async function report(
  { queries, now }: TeamChange,
  admin: MemberRow,
  member: MemberRow,
  reason: Obstacle,
): Promise<void> {
  const detail = JSON.stringify({ removed: member.email, reason });
  await queries.run(sql`
    insert into mail (recipient, kind, member_id, detail, sent)
    values (${admin.email}, 'transfer-failed', ${admin.id}, ${detail}::jsonb, ${now})`);
}

/** A home while nobody else can change it. */
interface Home {
  readonly id: number;
  readonly size: number;
  readonly sequence: number;
  readonly quota: number | null;
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
  const homes = await queries.all<Home>(sql`
    select namespace.id, namespace.size, namespace.sequence, account.quota
    from namespace join account on account.home = namespace.id
    where namespace.id in (${member.home}, ${destination.home})
    order by namespace.id for update of namespace`);
  const [from, to] = [member.home, destination.home].map((id) => homes.find((home) => home.id === id));
  if (from === undefined || to === undefined) {
    throw new Error("The homes of a transfer are not there.");
  }
  if (to.quota !== null && to.size + from.size > to.quota) {
    return "insufficient_space";
  }
  await mergeMounts(queries, member, destination);
  const isEmpty = (await queries.first(sql`select from item where namespace_id = ${from.id} limit 1`)) === undefined;
  if (!isEmpty) {
    const name = await freeName(queries, to, `${member.given_name} ${member.surname}`);
    await moveItems(queries, from, to, name);
    await notifyOfFiles(queries, [destination.account_id], now);
  }
  return undefined;
}

/** Gives what is shared with the member to the destination too, whose home mounts it once. */
async function mergeMounts(queries: Queries, member: MemberRow, destination: MemberRow): Promise<void> {
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

/** The name of a person, with a number if the home has something of that name. */
async function freeName(queries: Queries, { id }: Home, person: string): Promise<string> {
  const plain = person.replaceAll("/", "_").trim();
  for (let number = 0; ; number++) {
    const name = number === 0 ? plain : `${plain} (${number})`;
    const key = `/${folded(name)}`;
    if ((await queries.first(sql`select from item where namespace_id = ${id} and path_key = ${key}`)) === undefined) {
      return name;
    }
  }
}

/** Moves all that is in a home into a new folder of another. */
async function moveItems(queries: Queries, from: Home, to: Home, name: string): Promise<void> {
  const [path, key] = [`/${name}`, `/${folded(name)}`];
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
  // Where something was deleted there may be something again.
  await queries.run(sql`
    delete from tombstone using item
    where tombstone.namespace_id = ${to.id} and item.namespace_id = ${to.id} and item.path_key = tombstone.path_key`);
  await queries.run(sql`update namespace set size = 0, sequence = sequence + 1 where id = ${from.id}`);
  await queries.run(sql`update namespace set size = size + ${from.size}, sequence = ${sequence} where id = ${to.id}`);
}
