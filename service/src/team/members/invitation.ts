import sql from "sql-template-tag";
import type { Cursors } from "../../cursor.js";
import type { Queries } from "../../database/database.js";

const purpose = "invitation";

/** How long an invitation can be accepted, in milliseconds. */
const lifetime = 7 * 24 * 60 * 60 * 1000;

/** The data in an invitation link. */
export interface InvitationLink {
  readonly memberId: string;
  /** The number of the invitation. Only the latest invitation of a member is valid. Links of older versions have no number. */
  readonly number?: number;
  /** When the invitation expires, in milliseconds since 1970. */
  readonly expires: number;
}

/**
 * Returns the path of the page where an invited member joins the team. The invitation is sent at the time `sent`. Keep the
 * path secret: for seven days, it works like a password.
 */
export function invitationPath(cursors: Cursors, memberId: string, number: number, sent: Date): string {
  const link: InvitationLink = { memberId, number, expires: sent.getTime() + lifetime };
  return `/invitations/${cursors.write(purpose, link)}`;
}

/** Returns the data in the last part of an invitation path; undefined if it is invalid. */
export function readInvitation(cursors: Cursors, text: string): InvitationLink | undefined {
  return cursors.read(purpose, text) as InvitationLink | undefined;
}

/** Starts a new invitation of a member, which invalidates older ones. Returns the number of the invitation. */
export async function countInvitation(queries: Queries, memberId: string): Promise<number> {
  const row = await queries.first<{ invitations: number }>(sql`
    update member set invitations = invitations + 1 where id = ${memberId} and status = 'invited' returning invitations`);
  return row?.invitations ?? 0;
}
