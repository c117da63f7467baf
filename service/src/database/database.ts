import { setTimeout } from "node:timers/promises";
import sql, { type Sql } from "sql-template-tag";
import { NewerSchema } from "./schema-guard.js";
import { DatabaseUnavailable } from "./unavailable.js";

/** Runs statements, either on the database itself or in a transaction. */
export interface Queries {
  /** Returns all rows. */
  all<Row extends object>(statement: Sql): Promise<Row[]>;
  /**
   * Returns all rows, each as an array of its columns. Use this for long lists: in a process that has read rows of many
   * statements, `pg` takes twice as long to create objects.
   */
  arrays(statement: Sql): Promise<(readonly unknown[])[]>;
  /** Returns the first row; undefined if there is none. */
  first<Row extends object>(statement: Sql): Promise<Row | undefined>;
  /** Runs a statement. Returns the number of rows that were inserted, updated or deleted. */
  run(statement: Sql): Promise<number>;
  /** Runs a script of several statements. */
  script(text: string): Promise<void>;
}

/**
 * A PostgreSQL database, embedded or on a server. Columns of the type `bigint` are read as numbers, `timestamptz` as `Date`,
 * `jsonb` as parsed JSON.
 */
export interface Database extends Queries {
  /**
   * Runs the work in one transaction, which is rolled back if the work rejects. On conflicts, the work is retried, so it must not
   * have other side effects. Inside the work, only the queries that are passed to it may be used.
   *
   * Pass the `owner` of the rows, such as an account, if the work waits for locks that other calls of the same owner may hold for
   * long: while they wait for each other, they must leave connections to others.
   */
  transaction<Result>(work: (queries: Queries) => Promise<Result>, owner?: string): Promise<Result>;
  /** Makes later calls fail with a `NewerSchema` if the database has an incompatible migration that is not in this list. */
  guardSchema(knownMigrations: readonly string[]): void;
  /**
   * Calls `onNotice` with the payload of each `pg_notify` to the channel, after its transaction is committed. The returned
   * function ends this.
   */
  listen(channel: string, onNotice: (payload: string) => void): Promise<() => Promise<void>>;
  /** Returns how much this process uses the database. */
  load(): DatabaseLoad;
  /** Writes a snapshot of the whole database to a file. */
  dump(file: string): Promise<void>;
  close(): Promise<void>;
}

/** How much a process uses a database: its statements so far, and its current connections. */
export interface DatabaseLoad {
  readonly statements: number;
  /** The total duration of the statements. */
  readonly seconds: number;
  readonly pools: readonly {
    readonly name: string;
    readonly total: number;
    readonly idle: number;
    readonly pending: number;
  }[];
}

/** The SQLSTATE with which a prepared statement fails after a newer version of the service has changed its tables. */
export const changedTables = "0A000";

/** The SQLSTATE of connections that the server has ended, because it stops or because of a migration. */
export const endedByAdministrator = "57P01";

/** The SQLSTATE of transactions that lost their connection before they were committed. */
const connectionFailure = "08006";

/**
 * The SQLSTATEs of transactions and statements that can be retried because they had no effect: a serialization failure, a
 * deadlock, a connection that was lost or that an administrator has ended, and changed tables. If a connection is lost during
 * a commit, or during a single statement that writes, the outcome is unknown. This is not retried, because it could be applied
 * twice.
 */
const retryableErrors = new Set(["40001", "40P01", endedByAdministrator, connectionFailure, changedTables]);
const attempts = 10;

/** The maximum pause before the next attempt, in milliseconds. Pauses are random, to spread out conflicting transactions. */
const longestPause = 50;

/** Runs a transaction or a statement, and retries it after errors without an effect. */
export async function withRetries<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let left = attempts - 1; ; left--) {
    try {
      return await attempt();
    } catch (thrown) {
      if (left === 0 || !retryableErrors.has(sqlState(thrown))) {
        throw thrown;
      }
      await setTimeout(Math.random() * longestPause);
    }
  }
}

/** Returns the code of an error, which is the SQLSTATE if the database has reported it; empty if it has none. */
export function sqlState(thrown: unknown): string {
  return typeof thrown === "object" && thrown !== null && "code" in thrown ? String(thrown.code) : "";
}

/** The SQLSTATEs for strings that contain the character U+0000, which the database cannot store, even in JSON. */
const unstorable = new Set(["22021", "22P05"]);

/**
 * Returns a sentence that describes the problem if a statement failed because a string cannot be stored; undefined
 * otherwise.
 */
export function describeTextProblem(thrown: unknown): string | undefined {
  if (thrown instanceof BrokenText) {
    return thrown.message;
  }
  return unstorable.has(sqlState(thrown)) ? "A string must not contain the character U+0000." : undefined;
}

/** The SQLSTATE of statements that timed out while they waited for a lock, so that they had no effect. */
export const lockNotAvailable = "55P03";

/** Returns whether a statement or transaction without an effect has waited too long for a lock. */
export function hasWaitedTooLong(thrown: unknown): boolean {
  return sqlState(thrown) === lockNotAvailable;
}

/** The SQLSTATEs of statements without effect: a lost connection, a timeout, too few resources, a starting or stopping server. */
const unavailableStates = /^(08006|57014|53\w{3}|57P0[123])$/;

/** Returns whether a call had no effect because the database is unavailable. */
export function isDatabaseUnavailable(thrown: unknown): boolean {
  return (
    thrown instanceof NewerSchema || thrown instanceof DatabaseUnavailable || unavailableStates.test(sqlState(thrown))
  );
}

/** Lets a transaction of background work wait for locks without a timeout. */
export async function disableLockTimeout(queries: Queries): Promise<void> {
  await queries.run(sql`set local lock_timeout = 0`);
}

/** Returns the constraint that a failed statement would have violated; undefined for other errors. */
export function violatedConstraint(thrown: unknown): string | undefined {
  const isViolation = sqlState(thrown).startsWith("23");
  return isViolation && typeof thrown === "object" && thrown !== null && "constraint" in thrown
    ? String(thrown.constraint)
    : undefined;
}

/** Thrown for a string that the database cannot store or find, because the string contains a lone surrogate. */
export class BrokenText extends Error {
  override readonly name = "BrokenText";

  constructor() {
    super("A string must not contain a lone surrogate.");
  }
}

/** Throws a {@link BrokenText} if a value contains a lone surrogate, because it would be stored as a different string. */
export function checkTexts(values: readonly unknown[]): void {
  if (values.some((value) => typeof value === "string" && /\p{Surrogate}/u.test(value))) {
    throw new BrokenText();
  }
}

/** Returns the value as JSON for a column of type `jsonb`. Throws a {@link BrokenText} if it contains a lone surrogate. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  // JSON.stringify writes \ud… only for lone surrogates. A doubled backslash is a backslash in the string itself.
  if (/(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(text)) {
    throw new BrokenText();
  }
  return text;
}

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
