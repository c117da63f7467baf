import { isIPv4, isIPv6 } from "node:net";
import { rateLimited } from "cloud-storage-api/server";
import sql from "sql-template-tag";
import type { Queries } from "../database/database.js";
import type { Settings } from "../settings.js";
import type { Caller } from "./caller.js";
import { hashSecret } from "./tokens.js";

/** The lengths of the time spans in which calls are counted, in seconds. */
const minute = 60;
const hour = 60 * minute;

/** The limits of failed log-ins for one email or in one known browser (ASVS 5.0, requirement 6.3.1). */
const wrongPasswords = { perMinute: 10, perHour: 100 };

/** The limits of failed log-ins from one network, which a whole company may share. */
const wrongPasswordsOfNetwork = { perMinute: 30, perHour: 300 };

/** The maximum number of password resets that can be requested from one network in an hour. */
const resetsPerHour = 30;

/** A counter of attempts to log in. */
interface LogInCounter {
  readonly subject: string;
  /** The maximum numbers of attempts. */
  readonly perMinute: number;
  readonly perHour: number;
}

/** Counts a call of a user or team. Throws a Refusal if there were too many (B-248). */
export async function countCall(queries: Queries, { callsPerMinute }: Settings, caller: Caller): Promise<void> {
  await count(queries, callsPerMinute, `calls of ${rateLimitSubject(caller)}`, "too_many_requests");
}

/** Counts a write to a storage. Throws a Refusal if there were too many (B-248). */
export async function countWrite(queries: Queries, { writesPerMinute }: Settings, accountId: string): Promise<void> {
  await count(queries, writesPerMinute, `writes of ${accountId}`, "too_many_write_operations");
}

/**
 * Returns the counters that an attempt to log in with an email increments: one for the email and one for the network. A
 * browser in which someone has logged in with the email before has only its own counter, so that strangers cannot lock its
 * user out.
 */
export async function findLogInCounters(
  queries: Queries,
  email: string,
  network: string,
  knownBrowser: string | undefined,
): Promise<LogInCounter[]> {
  if (knownBrowser !== undefined) {
    return [{ subject: `log-ins of browser ${knownBrowser}`, ...wrongPasswords }];
  }
  return [
    { subject: await logInsWith(queries, email), ...wrongPasswords },
    { subject: `log-ins from ${network}`, ...wrongPasswordsOfNetwork },
  ];
}

/**
 * Counts an attempt to log in, before the password is checked, because guesses may arrive concurrently. Returns the number
 * of seconds to wait if there were too many attempts; undefined otherwise.
 */
export async function takeLogInAttempt(
  queries: Queries,
  counters: readonly LogInCounter[],
): Promise<number | undefined> {
  for (const { subject, perMinute, perHour } of counters) {
    const inMinute = await incrementCount(queries, subject);
    if (inMinute.calls > perMinute) {
      return secondsToWait(inMinute);
    }
    const inHour = await incrementCount(queries, subject, hour);
    if (inHour.calls > perHour) {
      return secondsToWait(inHour);
    }
  }
  return undefined;
}

/** Subtracts an attempt from the counters, because its password was correct. */
export async function refundAttempt(queries: Queries, counters: readonly LogInCounter[]): Promise<void> {
  for (const { subject } of counters) {
    await queries.run(sql`
      update call_count set calls = calls - 1
      where subject = ${subject} and span = ${currentSpan(minute)}
         or subject = ${hourlySubject(subject)} and span = ${currentSpan(hour)}`);
  }
}

/** Counts a sign-up from a network. Returns the number of seconds to wait if there were too many; undefined otherwise. */
export async function countSignUp(
  queries: Queries,
  { signUpsPerHour }: Settings,
  network: string,
): Promise<number | undefined> {
  const counted = await incrementCount(queries, `sign-ups from ${network}`, hour);
  return counted.calls > signUpsPerHour ? secondsToWait(counted) : undefined;
}

/** Counts a request to reset a password. Returns the number of seconds to wait if there were too many; undefined otherwise. */
export async function countReset(queries: Queries, network: string): Promise<number | undefined> {
  const counted = await incrementCount(queries, `resets from ${network}`, hour);
  return counted.calls > resetsPerHour ? secondsToWait(counted) : undefined;
}

/** Deletes the counts of past spans. */
export async function forgetCalls(queries: Queries): Promise<void> {
  await queries.run(sql`
    delete from call_count
    where span < case when subject like ${hourlySubject("%")} then ${currentSpan(hour)}::bigint else ${currentSpan(minute)}::bigint end`);
}

function rateLimitSubject(caller: Caller): string {
  switch (caller.kind) {
    case "user":
      return caller.accountId;
    case "team":
      return caller.teamId;
    case "app":
      return caller.app.key;
  }
}

async function count(queries: Queries, limit: number | undefined, subject: string, reason: string): Promise<void> {
  if (limit === undefined) {
    return;
  }
  const { calls, secondsLeft } = await incrementCount(queries, subject);
  if (calls > limit) {
    throw rateLimited(secondsLeft, reason);
  }
}

interface Count {
  readonly calls: number;
  /** The number of seconds until the span ends. */
  readonly secondsLeft: number;
}

/**
 * Increments the count of a subject in the current span of `span` seconds. Counts are in the database, so that
 * processes share them. Spans use real time, not the service's clock.
 */
async function incrementCount(queries: Queries, subject: string, span = minute): Promise<Count> {
  const current = currentSpan(span);
  const key = span === hour ? hourlySubject(subject) : subject;
  const row = await queries.first<{ calls: number }>(sql`
    insert into call_count (subject, span, calls) values (${key}, ${current}, 1)
    on conflict (subject, span) do update set calls = call_count.calls + 1
    returning calls`);
  return { calls: row?.calls ?? 0, secondsLeft: (current + 1) * span - Date.now() / 1000 };
}

/** Returns the subject of an hourly count, which is a separate one because spans of different lengths have the same numbers. */
function hourlySubject(subject: string): string {
  return `in an hour, ${subject}`;
}

function secondsToWait({ secondsLeft }: Count): number {
  return Math.max(1, Math.ceil(secondsLeft));
}

/** Returns the number of the current span of `span` seconds. */
function currentSpan(span: number): number {
  return Math.floor(Date.now() / 1000 / span);
}

/**
 * Returns the subject of the counter for an email. The database converts the email to lower case, as the query for accounts
 * does, because JavaScript converts some letters differently.
 */
async function logInsWith(queries: Queries, email: string): Promise<string> {
  const row = await queries.first<{ folded: string }>(sql`select lower(${email}) as folded`);
  return `log-ins of ${hashSecret(row?.folded ?? "")}`;
}

/**
 * Returns the network of an IP address: a /24 of IPv4 or a /64 of IPv6, whose addresses may all belong to one person or company.
 * Empty if the string is not an IP address.
 */
export function networkOf(address: string): string {
  const v4 = address.replace(/^::ffff:/i, "");
  if (isIPv4(v4)) {
    return `${v4.split(".").slice(0, 3).join(".")}.0/24`;
  }
  const [v6 = ""] = address.split("%"); // without the zone
  if (!isIPv6(v6)) {
    return "";
  }
  const [start = "", end] = v6.split("::");
  const groups = (text: string | undefined): string[] => (text === undefined || text === "" ? [] : text.split(":"));
  const omitted = end === undefined ? 0 : 8 - groups(start).length - groups(end).length;
  const all = [...groups(start), ...Array.from({ length: omitted }, () => "0"), ...groups(end)];
  return `${all
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
