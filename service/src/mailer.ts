import type { Transporter } from "nodemailer";
import sql from "sql-template-tag";
import { resetPath } from "./accounts/password-reset.js";
import { confirmationPath, type MailedSignUp } from "./accounts/sign-up.js";
import type { Backend } from "./backend.js";
import type { Cursors } from "./cursor.js";
import { WorkLoop } from "./jobs/work-loop.js";
import type { MailSettings } from "./settings.js";
import { invitationPath } from "./team/members/invitation.js";

/** The maximum number of attempts for a mail, and the age in hours after which it is no longer sent. */
const [attempts, lifetime] = [5, 24];

/** How long to wait for the mail server, in milliseconds. */
const timeout = 10_000;

/** Sends mails in the background, and retries failed ones. */
export class Mailer {
  readonly #backend: Backend;
  readonly #settings: MailSettings;
  readonly #loop: WorkLoop;
  #transport: Transporter | undefined;

  constructor(backend: Backend, settings: MailSettings) {
    this.#backend = backend;
    this.#settings = settings;
    this.#loop = new WorkLoop(backend, "mail", () => this.#sendNext());
  }

  start(): Promise<void> {
    return this.#loop.start();
  }

  /** Stops sending mails. Resolves when the attempt in progress has ended. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    this.#transport?.close();
  }

  /** Sends the next mail. Resolves to whether there was one. */
  async #sendNext(): Promise<boolean> {
    const { database, cursors, log } = this.#backend;
    // Sets the time of the next attempt in advance, so that no other process sends the mail in the meantime.
    const mail = await database.first<Mail>(sql`
      update mail set attempts = attempts + 1, due = clock_timestamp() + make_interval(secs => 30 * 2 ^ attempts)
      where number = (
        select number from mail
        where due between clock_timestamp() - make_interval(hours => ${lifetime}::int) and clock_timestamp()
          and attempts < ${attempts}
        order by due limit 1
        for update skip locked)
      returning number, recipient, kind, member_id, detail, sent`);
    if (mail === undefined) {
      return false;
    }
    try {
      const { from, url } = this.#settings;
      await (await this.#connect()).sendMail({ from, to: mail.recipient, ...mailText(mail, cursors, url) });
      await database.run(sql`update mail set due = null where number = ${mail.number}`);
    } catch (thrown) {
      log.warn({ err: thrown, mail: mail.number }, "a mail could not be sent");
    }
    return true;
  }

  async #connect(): Promise<Transporter> {
    if (this.#transport === undefined) {
      const { createTransport } = await import("nodemailer"); // loaded only if mails are sent
      const timeouts = { connectionTimeout: timeout, greetingTimeout: timeout, socketTimeout: timeout };
      this.#transport = createTransport({ url: this.#settings.server, ...timeouts });
    }
    return this.#transport;
  }
}

/** A mail to be sent. */
interface Mail {
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
function mailText(
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
