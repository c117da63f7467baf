import { signWebhook, type WebhookPayload } from "cloud-storage-api/server/webhooks";
import sql from "sql-template-tag";
import { openSecret } from "../access/app.js";
import type { Backend } from "../backend.js";
import { WorkLoop } from "../jobs/work-loop.js";
import { askReceiver } from "./receiver.js";

interface Notification {
  readonly number: number;
  readonly app_key: string;
  readonly body: string;
  /** The number of attempts, including this one. */
  readonly attempts: number;
}

/** The maximum number of attempts for a notification (N-10). */
const attempts = 5;

/**
 * The maximum number of notifications that this process sends at the same time. At most one of them is for the same app, so
 * that a slow receiver does not delay the notifications for other apps.
 */
const maxConcurrent = 20;

/** Sends notifications to apps until it is stopped. Unacknowledged notifications are retried, so that none is lost. */
export class Delivery {
  readonly #backend: Backend;
  readonly #loop: WorkLoop;
  /** The deliveries in progress, by the key of the app. */
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(backend: Backend) {
    this.#backend = backend;
    this.#loop = new WorkLoop(backend, "notification", () => this.#beginNext());
  }

  start(): Promise<void> {
    return this.#loop.start();
  }

  /** Stops sending. Resolves when no delivery is in progress. Interrupted notifications are left to the next process. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    await Promise.all(this.#underWay.values());
  }

  /** Starts sending the next notification. Resolves to whether there was one. */
  async #beginNext(): Promise<boolean> {
    const notification = this.#underWay.size < maxConcurrent ? await this.#claim() : undefined;
    if (notification === undefined) {
      return false;
    }
    const delivery = this.#deliver(notification)
      .catch((thrown: unknown) => this.#backend.log.error(thrown, "failed to process a notification"))
      .finally(() => {
        this.#underWay.delete(notification.app_key);
        this.#loop.look();
      });
    this.#underWay.set(notification.app_key, delivery);
    return true;
  }

  #claim(): Promise<Notification | undefined> {
    // A process that has not finished after twice the timeout for receivers must have crashed.
    const lease = (this.#backend.settings.webhookTimeout * 2) / 1000;
    return this.#backend.database.first<Notification>(sql`
      update notification set due = now() + make_interval(secs => ${lease}), attempts = attempts + 1
      where number = (
        select number from notification
        where due <= now() and app_key <> all(${[...this.#underWay.keys()]}::text[])
        order by number limit 1
        for update skip locked)
      returning number, app_key, body, attempts`);
  }

  async #deliver(notification: Notification): Promise<void> {
    const { database, log, stopping } = this.#backend;
    const { number, app_key, attempts: made } = notification;
    if (await this.#isReceived(notification)) {
      await database.run(sql`delete from notification where number = ${number}`);
    } else if (stopping.aborted) {
      await database.run(sql`update notification set due = now(), attempts = attempts - 1 where number = ${number}`);
    } else if (made < attempts) {
      const delay = (this.#backend.settings.webhookRetryDelay * 4 ** (made - 1)) / 1000;
      await database.run(sql`
        update notification set due = now() + make_interval(secs => ${delay}) where number = ${number}`);
    } else {
      log.warn({ app: app_key, notification: number }, "gave up on a notification");
      await database.run(sql`delete from notification where number = ${number}`);
    }
  }

  /** Sends a notification. Resolves to true if the app has received it, or has no webhook any more. */
  async #isReceived({ app_key, body }: Notification): Promise<boolean> {
    const { database, log } = this.#backend;
    const app = await database.first<{ webhook_url: string | null; secret: string }>(
      sql`select webhook_url, secret from app where key = ${app_key}`,
    );
    if (app?.webhook_url == null) {
      return true;
    }
    try {
      const signed = await signWebhook(
        JSON.parse(body) as WebhookPayload,
        openSecret(this.#backend.cursors, app_key, app.secret),
      );
      const request = { method: "POST", ...signed } as const;
      return await askReceiver(this.#backend, new URL(app.webhook_url), request, ({ ok }) => ok); // only the status counts
    } catch (thrown) {
      log.info({ err: thrown, app: app_key }, "webhook receiver did not respond");
      return false;
    }
  }
}
