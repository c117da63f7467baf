import { connectionFailure } from "./database.js";

/** Thrown if the connection to the database was lost during a transaction. */
export class LostConnection extends Error {
  override readonly name = "LostConnection";
  /** The SQLSTATE of a transaction that had no effect, or whose outcome is unknown. */
  readonly code: string;

  /** The outcome is unknown if a commit, or a statement that writes, may have been sent. */
  constructor(isOutcomeUnknown: boolean, cause: unknown) {
    super("The connection to the database was lost.", { cause });
    this.code = isOutcomeUnknown ? "08007" : connectionFailure;
  }
}
