import { connectionFailure } from "./database.js";

/** The connection to the database was lost during a transaction. */
export class LostConnection extends Error {
  override readonly name = "LostConnection";
  /** The SQLSTATE: a connection failure, after which nothing is done; or that the end of the transaction is unknown. */
  readonly code: string;

  /** `isCommitting`: the database may have been told to commit, and nobody knows whether it has. */
  constructor(isCommitting: boolean, cause: unknown) {
    super("The connection to the database was lost.", { cause });
    this.code = isCommitting ? "08007" : connectionFailure;
  }
}
