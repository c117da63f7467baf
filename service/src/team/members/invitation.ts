import type { Cursors } from "../../cursor.js";

const purpose = "invitation";

/** The page on which an invited member joins the team. Only they should be told: the path is as good as a password. */
export function invitationPath(cursors: Cursors, memberId: string): string {
  return `/invitations/${cursors.write(purpose, memberId)}`;
}

/** The member whom the last part of such a path is for; undefined if nobody was given it. */
export function invitedMember(cursors: Cursors, text: string): string | undefined {
  const memberId = cursors.read(purpose, text);
  return typeof memberId === "string" ? memberId : undefined;
}
