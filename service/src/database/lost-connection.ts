import { connectionFailure } from "./database.js";

/** The connection to the database was lost during a transaction. */
export class LostConnection extends Error {
  override readonly name = "LostConnection";
  /** The SQLSTATE: a connection failure without effect, or an unknown outcome of the transaction. */
  readonly code: string;

  /** `isCommitting`: the commit may have been sent, so the outcome is unknown. */
  constructor(isCommitting: boolean, cause: unknown) {
    super("The connection to the database was lost.", { cause });
    this.code = isCommitting ? "08007" : connectionFailure;
  }
}
