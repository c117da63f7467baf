import { setTimeout } from "node:timers/promises";
import sql, { type Sql } from "sql-template-tag";
import { NewerSchema } from "./schema-guard.js";
import { BrokenText } from "./text.js";
import { DatabaseUnavailable } from "./unavailable.js";

/** Runs statements: on the database itself, or in a transaction. */
export interface Queries {
  /** All rows. */
  all<Row extends object>(statement: Sql): Promise<Row[]>;
  /**
   * All rows, each as an array of its columns. Use it for long lists: in a process that has read rows of many statements, `pg`
   * takes twice as long to create objects.
   */
  arrays(statement: Sql): Promise<(readonly unknown[])[]>;
  /** The first row; undefined if there is none. */
  first<Row extends object>(statement: Sql): Promise<Row | undefined>;
  /** The number of rows that were inserted, updated or deleted. */
  run(statement: Sql): Promise<number>;
  /** Runs a script of several statements. */
  script(text: string): Promise<void>;
}

/**
 * PostgreSQL, embedded or as a server. Columns of type `bigint` are read as numbers, `timestamptz` as `Date`, `jsonb` as
 * values.
 */
export interface Database extends Queries {
  /**
   * Runs the work in one transaction, which is rolled back if it throws. On conflicts the work is retried, so it must not
   * have other side effects. Inside the work, only the queries that are passed to it may be used.
   */
  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  /** Makes later calls fail with a `NewerSchema` if there is an incompatible migration other than these. */
  guardSchema(knownMigrations: readonly string[]): void;
  /**
   * Calls back with the payload of each `pg_notify` to the channel, after its transaction, until the returned function
   * is called.
   */
  listen(channel: string, onNotice: (payload: string) => void): Promise<() => Promise<void>>;
  /** The load of this process on the database. */
  load(): DatabaseLoad;
  /** Writes the whole database to a file, as it is now. */
  dump(file: string): Promise<void>;
  close(): Promise<void>;
}

/** The use of a database by a process: the work so far, and the current connections. */
export interface DatabaseLoad {
  readonly statements: number;
  /** The total time of the statements. */
  readonly seconds: number;
  readonly pools: readonly {
    readonly name: string;
    readonly total: number;
    readonly idle: number;
    readonly pending: number;
  }[];
}

/** The SQLSTATE of a prepared statement whose tables a newer version of the service has changed. */
export const changedTables = "0A000";

/** The SQLSTATE of a transaction whose connection was lost before it was committed. */
export const connectionFailure = "08006";

/**
 * The SQLSTATEs of transactions that can be retried because they had no effect: a serialization failure, a deadlock, a
 * connection ended by an administrator. If a connection is lost during a commit or a single statement, the outcome is
 * unknown: that is not retried, because it could be applied twice.
 */
const retryableErrors = new Set(["40001", "40P01", "57P01", connectionFailure, changedTables]);
const attempts = 10;

/** The longest pause before the next attempt, in milliseconds. Pauses are random, to spread out conflicting transactions. */
const longestPause = 50;

/** Retries a transaction on conflicts with others. */
export async function persistently<Result>(attempt: () => Promise<Result>): Promise<Result> {
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

/** The SQLSTATE of an error of the database; empty for other errors. */
export function sqlState(thrown: unknown): string {
  return typeof thrown === "object" && thrown !== null && "code" in thrown ? String(thrown.code) : "";
}

/** The SQLSTATEs for strings, including strings in JSON, with the character U+0000, which the database cannot store. */
const unstorable = new Set(["22021", "22P05"]);

/**
 * A sentence about the problem if a statement failed because a string from the caller cannot be stored; undefined
 * otherwise.
 */
export function describeTextProblem(thrown: unknown): string | undefined {
  if (thrown instanceof BrokenText) {
    return thrown.message;
  }
  return unstorable.has(sqlState(thrown)) ? "A string must not contain the character U+0000." : undefined;
}

/** Whether a statement timed out waiting for a lock, and had no effect. */
export function hasWaitedTooLong(thrown: unknown): boolean {
  return sqlState(thrown) === "55P03";
}

/** The SQLSTATEs of statements without effect: a lost connection, a timeout, a full disk, or a server that is stopping. */
const withoutResources = /^(08006|57014|53\w{3}|57P0[123])$/;

/** Whether a call had no effect because the database is unavailable. */
export function isDatabaseUnavailable(thrown: unknown): boolean {
  return (
    thrown instanceof NewerSchema || thrown instanceof DatabaseUnavailable || withoutResources.test(sqlState(thrown))
  );
}

/** Lets a transaction wait for locks without a timeout, for background work. */
export async function waitPatiently(queries: Queries): Promise<void> {
  await queries.run(sql`set local lock_timeout = 0`);
}

/** The constraint that a failed statement would have violated; undefined for other errors. */
export function violatedConstraint(thrown: unknown): string | undefined {
  const isViolation = sqlState(thrown).startsWith("23");
  return isViolation && typeof thrown === "object" && thrown !== null && "constraint" in thrown
    ? String(thrown.constraint)
    : undefined;
}
