import type { Cursors } from "../../cursor.js";

const purpose = "invitation";

/** How long an invitation can be accepted, in milliseconds. */
const lifetime = 7 * 24 * 60 * 60 * 1000;

/** What the link in an invitation stands for. */
export interface InvitationLink {
  readonly memberId: string;
  /** When it expires, in milliseconds since 1970. */
  readonly expires: number;
}

/**
 * The page on which an invited member joins the team, in a mail that was sent at that time. Only they should be told: the
 * path is as good as a password, for seven days.
 */
export function invitationPath(cursors: Cursors, memberId: string, sent: Date): string {
  const link: InvitationLink = { memberId, expires: sent.getTime() + lifetime };
  return `/invitations/${cursors.write(purpose, link)}`;
}

/** What the last part of such a path stands for; undefined if nobody was given it. */
export function readInvitation(cursors: Cursors, text: string): InvitationLink | undefined {
  return cursors.read(purpose, text) as InvitationLink | undefined;
}
