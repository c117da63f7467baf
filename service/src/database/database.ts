import { setTimeout } from "node:timers/promises";
import sql, { type Sql } from "sql-template-tag";
import { BrokenText } from "./text.js";

/** Where statements can be sent: the database itself, or a transaction of it. */
export interface Queries {
  /** All rows. */
  all<Row extends object>(statement: Sql): Promise<Row[]>;
  /** The first row; undefined if there is none. */
  first<Row extends object>(statement: Sql): Promise<Row | undefined>;
  /** The number of rows that were inserted, updated or deleted. */
  run(statement: Sql): Promise<number>;
  /** Runs a text of several statements. */
  script(text: string): Promise<void>;
}

/**
 * PostgreSQL, embedded or as a server. Columns of type `bigint` are read as numbers, `timestamptz` as `Date`, `jsonb` as
 * values.
 */
export interface Database extends Queries {
  /**
   * Does the work in one transaction, which is rolled back if it throws. It may be done several times, where others were
   * in its way, so it must do nothing else. Within it only its own queries may be used.
   */
  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  /** Calls back with the payload of each `pg_notify` to the channel, after its transaction; until what it returns is called. */
  listen(channel: string, onNotice: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** What the database says of a statement that was prepared before a newer version of the service has changed the tables. */
export const changedTables = "0A000";

/** What is said of a transaction whose connection was lost before it was committed. */
export const connectionFailure = "08006";

/**
 * What the database may say of a transaction that should just be tried again: it could not be serialized, a deadlock, an
 * administrator has ended its connection. All of these have done nothing. Where a connection is lost while the database
 * commits, or runs a single statement, nobody knows: that is not tried again, for it might be done twice.
 */
const passing = new Set(["40001", "40P01", "57P01", connectionFailure, changedTables]);
const attempts = 10;

/** The longest pause before the next attempt, in milliseconds; those who are in each other's way wait for different times. */
const longestPause = 50;

/** Tries a transaction again if others were in its way. */
export async function persistently<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let left = attempts - 1; ; left--) {
    try {
      return await attempt();
    } catch (thrown) {
      if (left === 0 || !passing.has(sqlState(thrown))) {
        throw thrown;
      }
      await setTimeout(Math.random() * longestPause);
    }
  }
}

/** The SQLSTATE of an error of the database; empty for others. */
export function sqlState(thrown: unknown): string {
  return typeof thrown === "object" && thrown !== null && "code" in thrown ? String(thrown.code) : "";
}

/** What the database says of a text, or of one in JSON, that has the character U+0000: it cannot store that. */
const unstorable = new Set(["22021", "22P05"]);

/** Why the database could not do what it was asked to, if that is the fault of whoever has sent the texts. */
export function faultOfCaller(thrown: unknown): string | undefined {
  if (thrown instanceof BrokenText) {
    return thrown.message;
  }
  return unstorable.has(sqlState(thrown)) ? "A text must not have the character U+0000." : undefined;
}

/** Whether a statement has waited for a lock for too long, so that nothing is done. */
export function hasWaitedTooLong(thrown: unknown): boolean {
  return sqlState(thrown) === "55P03";
}

/** Lets a transaction wait for locks as long as it takes: nobody waits for it. */
export async function waitPatiently(queries: Queries): Promise<void> {
  await queries.run(sql`set local lock_timeout = 0`);
}

/** The constraint that a statement would have violated, if that is what the error says. */
export function violatedConstraint(thrown: unknown): string | undefined {
  const isViolation = sqlState(thrown).startsWith("23");
  return isViolation && typeof thrown === "object" && thrown !== null && "constraint" in thrown
    ? String(thrown.constraint)
    : undefined;
}
