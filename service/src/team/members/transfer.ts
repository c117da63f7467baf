import sql from "sql-template-tag";
import type { Queries } from "../../database/database.js";
import { faultAt } from "../../faults.js";
import type { Backend } from "../../backend.js";
import type { Report, Work } from "../../jobs/worker.js";
import { beginChange, type TeamChange } from "../change.js";
import { moveHome } from "./move-home.js";
import { findMembers, type MemberRow } from "./profile.js";
import { release } from "./release.js";

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
