import { stringify } from "csv-stringify/sync";
import sql, { join, type Sql } from "sql-template-tag";
import type { Queries } from "../database/database.js";
import type { Actor, ExportedEvent } from "./audit.js";

/** The kinds of events that concern teams. */
export const eventKinds = [
  "account added",
  "account changed",
  "code replayed",
  "consent refused",
  "device changed",
  "group added",
  "group changed",
  "group member added",
  "group member changed",
  "group member removed",
  "linked app added",
  "linked app removed",
  "log-in added",
  "log-in changed",
  "log-in removed",
  "member added",
  "member changed",
  "passkey added",
  "passkey changed",
  "passkey refused",
  "passkey removed",
  "passkey used",
  "password reset",
  "recovery code refused",
  "recovery code used",
  "recovery codes made",
  "team added",
  "team app added",
  "team app removed",
  "team changed",
  "team folder added",
  "team folder changed",
  "team folder removed",
  "token added",
  "token changed",
] as const;

/** The conditions that the events of a page satisfy. */
export interface AuditFilter {
  readonly teamId: string;
  /** The email of the person who acted, or whom the event concerns. */
  readonly person?: string | undefined;
  readonly kind?: string | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  /** The last event of the previous page. */
  readonly before?: { readonly at: Date; readonly number: number } | undefined;
}

/** An event of a team's audit log. */
export interface LoggedEvent {
  readonly number: number;
  readonly at: Date;
  readonly event: string;
  readonly actor: Actor | null;
  /** The email of the person who acted. */
  readonly by: string | null;
  /** The email of the person whom the event concerns. */
  readonly about: string | null;
  readonly app_name: string | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** Returns a page of a team's audit log, newest events first. */
export async function auditPage(queries: Queries, filter: AuditFilter, pageSize: number): Promise<LoggedEvent[]> {
  const { teamId, person, kind, since, until, before } = filter;
  const conditions = [
    sql`team_id = ${teamId}`,
    ...(kind === undefined ? [] : [sql`event = ${kind}`]),
    ...(since === undefined ? [] : [sql`at >= ${since}`]),
    ...(until === undefined ? [] : [sql`at < ${until}`]),
    ...(before === undefined ? [] : [sql`(at, number) < (${before.at}, ${before.number}::bigint)`]),
  ];
  const latestEvents = (more: readonly Sql[]): Sql => sql`(
    select * from audit_event where ${join([...conditions, ...more], " and ")}
    order by at desc, number desc limit ${pageSize})`;
  // Two queries, for the events that a person caused and for those that concern the person, because each has its own index.
  const accounts =
    person === undefined
      ? []
      : await queries.all<{ id: string }>(sql`select id from account where lower(email) = lower(${person})`);
  const ids = accounts.map(({ id }) => id);
  const events =
    person === undefined
      ? latestEvents([])
      : sql`${latestEvents([sql`account_id = any(${ids})`])} union ${latestEvents([sql`actor ->> 'account' = any(${ids})`])}`;
  return queries.all<LoggedEvent>(sql`
    select event.number, event.at, event.event, event.actor, event.before, event.after, doer.email as by,
           concerned.email as about, app.name as app_name
    from (${events}) as event
    left join account as doer on doer.id = event.actor ->> 'account'
    left join account as concerned on concerned.id = event.account_id
    left join app on app.key = event.actor ->> 'app'
    order by event.at desc, event.number desc limit ${pageSize}`);
}

/** The number of refused log-ins of a member from one network within an hour. */
interface RefusedLogIns {
  readonly hour: Date;
  readonly email: string;
  readonly network: string;
  readonly attempts: number;
}

/** Returns the refused log-ins of a team's members since a time, newest first. */
export function refusedLogIns(queries: Queries, teamId: string, since: Date): Promise<RefusedLogIns[]> {
  return queries.all<RefusedLogIns>(sql`
    select hour, account.email, network, attempts
    from refused_log_in join account on account.id = account_id join member on member.account_id = account.id
    where hour >= ${since} and member.team_id = ${teamId} order by hour desc, account.email limit 100`);
}

type ExportFormat = "ndjson" | "csv";

const columns = {
  at: true,
  event: true,
  team_id: true,
  account_id: true,
  subject: true,
  actor: true,
  before: true,
  after: true,
} satisfies Record<keyof ExportedEvent, true>;
const exportedColumns = Object.keys(columns) as (keyof ExportedEvent)[];

/** Yields the lines of an export, one for each event. CSV starts with a line that contains the column names. */
export async function* exportLines(
  events: AsyncIterable<ExportedEvent>,
  format: ExportFormat,
): AsyncGenerator<string, void> {
  if (format === "csv") {
    yield `${exportedColumns.join(",")}\n`;
  }
  for await (const event of events) {
    yield format === "csv" ? csvLine(event) : `${JSON.stringify(event)}\n`;
  }
}

/**
 * Returns an event as a line of CSV (RFC 4180). A value that a spreadsheet would evaluate as a formula is prefixed with an
 * apostrophe.
 */
function csvLine(event: ExportedEvent): string {
  const values = exportedColumns.map((name) => {
    const value = event[name];
    return value instanceof Date ? value.toISOString() : value;
  });
  return stringify([values], { quoted: true, quoted_empty: true, escape_formulas: true });
}
