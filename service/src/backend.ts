import type { Logger } from "pino";
import type { Clock } from "./clock.js";
import type { Cursors } from "./cursor.js";
import type { JoinedDatabase } from "./database/joined.js";
import type { Contents } from "./contents/contents.js";
import type { Settings } from "./settings.js";

/** The dependencies that all parts of the service share. */
export interface Backend {
  readonly database: JoinedDatabase;
  readonly contents: Contents;
  readonly clock: Clock;
  readonly cursors: Cursors;
  readonly settings: Settings;
  readonly log: Logger;
  /** Aborted when the service is about to stop, so that all waiting ends. */
  readonly stopping: AbortSignal;
}
