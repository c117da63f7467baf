import type { Transporter } from "nodemailer";
import sql from "sql-template-tag";
import type { Backend } from "../backend.js";
import { WorkLoop } from "../background/work-loop.js";
import type { MailSettings } from "../settings.js";
import { mailText, type Mail } from "./mail-text.js";

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
