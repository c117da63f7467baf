import { rateLimited } from "cloud-storage-api/server";
import sql from "sql-template-tag";
import type { Backend } from "../backend.js";
import type { Queries } from "../database/database.js";
import type { Caller } from "./caller.js";
import { hashOf } from "./tokens.js";

/** How long things are counted, in seconds. */
const minute = 60;
const hour = 60 * minute;

/** How many wrong passwords may be tried with one email, in a minute and in an hour (ASVS 4.0.3, requirement 2.2.1). */
const wrongPasswords = { minute: 10, hour: 100 };

/** Counts a call of a user or team. Throws a Refusal if there were too many (B-248). */
export async function countCall(backend: Backend, caller: Caller): Promise<void> {
  await count(backend, backend.settings.callsPerMinute, `calls of ${subjectOf(caller)}`, "too_many_requests");
}

/** Counts something that is written into a storage. Throws a Refusal if there was too much (B-248). */
export async function countWrite(backend: Backend, accountId: string): Promise<void> {
  await count(backend, backend.settings.writesPerMinute, `writes of ${accountId}`, "too_many_write_operations");
}

/**
 * Counts an attempt to log in with an email, before anybody knows whether its password is right: guesses may come at the
 * same time. Gives how many seconds to wait if there were too many; undefined otherwise.
 */
export async function countLogIn({ database }: Backend, email: string): Promise<number | undefined> {
  const subject = await logInsWith(database, email);
  const perMinute = await callsOf(database, subject);
  if (perMinute.calls > wrongPasswords.minute) {
    return wholeSeconds(perMinute);
  }
  const perHour = await callsOf(database, subject, hour);
  return perHour.calls > wrongPasswords.hour ? wholeSeconds(perHour) : undefined;
}

/** Takes back that an attempt was counted, as its password was right. */
export async function forgiveLogIn({ database }: Backend, email: string): Promise<void> {
  const subject = await logInsWith(database, email);
  await database.run(sql`
    update call_count set calls = calls - 1
    where subject = ${subject} and span = ${currentSpan(minute)}
       or subject = ${hourly(subject)} and span = ${currentSpan(hour)}`);
}

/** Counts an account that somebody wants to make from an address; gives how many seconds to wait if there were too many. */
export async function countSignUp(
  { database, settings }: Backend,
  address: string | undefined,
): Promise<number | undefined> {
  const counted = await callsOf(database, `sign-ups from ${hashOf(address ?? "")}`, hour);
  return counted.calls > settings.signUpsPerHour ? wholeSeconds(counted) : undefined;
}

/** Forgets the calls that count no longer. */
export async function forgetCalls(queries: Queries): Promise<void> {
  await queries.run(sql`
    delete from call_count
    where span < case when subject like ${hourly("%")} then ${currentSpan(hour)}::bigint else ${currentSpan(minute)}::bigint end`);
}

function subjectOf(caller: Caller): string {
  switch (caller.kind) {
    case "user":
      return caller.accountId;
    case "team":
      return caller.teamId;
    case "app":
      return caller.app.key;
  }
}

async function count({ database }: Backend, limit: number | undefined, subject: string, reason: string): Promise<void> {
  if (limit === undefined) {
    return;
  }
  const { calls, secondsLeft } = await callsOf(database, subject);
  if (calls > limit) {
    throw rateLimited(secondsLeft, reason);
  }
}

interface Count {
  readonly calls: number;
  /** Until they are counted anew. */
  readonly secondsLeft: number;
}

/** Counts one more call of a subject within a span of seconds, in the database, for all processes, and by real time. */
async function callsOf(queries: Queries, subject: string, span = minute): Promise<Count> {
  const current = currentSpan(span);
  const key = span === hour ? hourly(subject) : subject;
  const row = await queries.first<{ calls: number }>(sql`
    insert into call_count (subject, span, calls) values (${key}, ${current}, 1)
    on conflict (subject, span) do update set calls = call_count.calls + 1
    returning calls`);
  return { calls: row?.calls ?? 0, secondsLeft: (current + 1) * span - Date.now() / 1000 };
}

/** What is counted by the hour: spans of different lengths have numbers of their own. */
function hourly(subject: string): string {
  return `in an hour, ${subject}`;
}

function wholeSeconds({ secondsLeft }: Count): number {
  return Math.max(1, Math.ceil(secondsLeft));
}

/** The number of the span, in seconds, that it is now. */
function currentSpan(span: number): number {
  return Math.floor(Date.now() / 1000 / span);
}

/** Of an email as accounts are found by it: the database knows other letters as one than JavaScript does. */
async function logInsWith(queries: Queries, email: string): Promise<string> {
  const row = await queries.first<{ folded: string }>(sql`select lower(${email}) as folded`);
  return `log-ins of ${hashOf(row?.folded ?? "")}`;
}
