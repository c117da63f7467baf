import type { Cursors } from "../cursor.js";
import { confirmationPath, type MailedSignUp } from "../accounts/mailed-sign-up.js";
import { resetPath } from "../accounts/password-reset.js";
import { invitationPath } from "../team/members/invitation.js";

/** A mail to be sent. */
export interface Mail {
  readonly number: number;
  readonly recipient: string;
  readonly kind: string;
  readonly member_id: string | null;
  readonly detail: Partial<MailedSignUp> & {
    readonly id?: string;
    readonly team?: string;
    readonly number?: number;
    readonly removed?: string;
    readonly reason?: string;
  };
  readonly sent: Date;
}

/** Returns the subject and the body of a mail. `url` is the public URL of the service. */
export function mailText(
  { kind, recipient, member_id, detail, sent }: Mail,
  cursors: Cursors,
  url: string,
): { readonly subject: string; readonly text: string } {
  switch (kind) {
    case "invitation":
    case "migration":
      return {
        subject: `Join ${detail.team ?? "your team"}`,
        text: `You have been invited to the team ${detail.team ?? ""}. To choose a password and join, open\n\n${url}${invitationPath(cursors, member_id ?? "", detail.number ?? 0, sent)}\n\nThe link is valid for seven days.\n`,
      };
    case "password-reset":
      return {
        subject: "Choose a new password",
        text: `Somebody, probably you, has asked for a new password. To choose one, open\n\n${url}${resetPath(cursors, detail.id ?? "")}\n\nThe link is valid for 30 minutes and can be used once. If it was not you, ignore this mail.\n`,
      };
    case "sign-up":
      return {
        subject: "Confirm your email",
        text: `Somebody, probably you, has signed up with this email. To confirm it, open\n\n${url}${confirmationPath(cursors, recipient, detail as MailedSignUp, sent)}\n\nThe link is valid for a day. If it was not you, ignore this mail.\n`,
      };
    case "sign-up-again":
      return {
        subject: "You have an account already",
        text: `Somebody, probably you, has tried to sign up with this email, which has an account. To log in, or to choose another password, open\n\n${url}/account\n`,
      };
    case "transfer-failed":
      return {
        subject: "Files could not be transferred",
        text: `The files of ${detail.removed ?? "a removed member"} could not be transferred (${detail.reason ?? "failed"}). The member can still be recovered.\n`,
      };
    default:
      throw new Error(`There is no text for mails of the kind ${kind}.`);
  }
}
