import { connectionFailure } from "./database.js";

/** Thrown if the connection to the database was lost during a transaction. */
export class LostConnection extends Error {
  override readonly name = "LostConnection";
  /** The SQLSTATE of a transaction that had no effect, or whose outcome is unknown. */
  readonly code: string;

  /** If `isCommitting` is true, the commit may have been sent, so the outcome is unknown. */
  constructor(isCommitting: boolean, cause: unknown) {
    super("The connection to the database was lost.", { cause });
    this.code = isCommitting ? "08007" : connectionFailure;
  }
}
