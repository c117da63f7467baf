import type { Logger } from "pino";
import type { Clock } from "./clock.js";
import type { Cursors } from "./cursor.js";
import type { Database } from "./database/database.js";
import type { Contents } from "./contents/contents.js";
import type { Settings } from "./settings.js";

/** What all parts of the service work with. */
export interface Backend {
  readonly database: Database;
  readonly contents: Contents;
  readonly clock: Clock;
  readonly cursors: Cursors;
  readonly settings: Settings;
  readonly log: Logger;
  /** Is aborted when the service is about to stop: nobody should wait any longer. */
  readonly stopping: AbortSignal;
}
