import sql from "sql-template-tag";
import type { Queries } from "../database/database.js";
import type { Caller } from "./caller.js";

/** Who made a change, by which route or command, and from which address. It contains ids, not names. */
export interface Actor {
  /** The account, if it is known. */
  readonly account?: string | null | undefined;
  /** The key of the app that was used. */
  readonly app?: string | undefined;
  /** The path of a route or page, or the name of an operator's command. */
  readonly through?: string | undefined;
  /** The IP address of the browser. */
  readonly address?: string | undefined;
}

/** Returns the actor for a caller. For a team app, that is the administrator who approved it. */
export function toActor(caller: Caller): Actor {
  const { app, route: through } = caller;
  switch (caller.kind) {
    case "user":
      return { account: caller.accountId, app: app.key, through };
    case "team":
      return { account: caller.approvedBy, app: app.key, through };
    case "app":
      return { app: app.key, through };
  }
}

/** Sets the actor of the current transaction, which the database's triggers store with every change. */
export async function nameActor(queries: Queries, actor: Actor): Promise<void> {
  await queries.run(sql`select set_config('service.actor', ${JSON.stringify(actor)}, true)`);
}

/** Events that no trigger records, because they change no audited table. */
export type UntriggeredEvent =
  | "consent refused"
  | "code replayed"
  | "invitations listed"
  | "audit trail exported"
  | "backup"
  | "password reset"
  | "passkey used"
  | "passkey refused"
  | "recovery codes made"
  | "recovery code used"
  | "recovery code refused";

/** Records an event that no trigger records. */
export async function recordEvent(
  queries: Queries,
  event: UntriggeredEvent,
  actor: Actor,
  { account, subject }: { readonly account?: string | undefined; readonly subject?: string } = {},
): Promise<void> {
  await queries.run(sql`
    insert into audit_event (event, team_id, account_id, subject, actor)
    values (${event}, (select team_id from member where account_id = ${account ?? null}), ${account ?? null},
            ${subject ?? null}, ${JSON.stringify(actor)}::jsonb)`);
}

/** Counts a refused log-in for an email address from a network. */
export async function countRefusedLogIn(queries: Queries, email: string, network: string): Promise<void> {
  await queries.run(sql`
    insert into refused_log_in (hour, account_id, network)
    select date_trunc('hour', clock_timestamp()), account.id, ${network}
    from (select coalesce(max(id), '') as id from account where lower(email) = lower(${email}) and not is_closed) account
    on conflict (hour, account_id, network) do update set attempts = refused_log_in.attempts + 1`);
}

/** Deletes all events that are older than a number of days. */
export async function deleteOldEvents(queries: Queries, days: number): Promise<void> {
  await queries.run(sql`select end_audit_events(clock_timestamp() - make_interval(days => ${days}::int))`);
}

/** An exported event. */
export interface ExportedEvent {
  readonly at: Date;
  readonly event: string;
  readonly team_id: string | null;
  readonly account_id: string | null;
  readonly subject: string | null;
  readonly actor: Actor | null;
  readonly before: unknown;
  readonly after: unknown;
}

const pageSize = 1_000;

/** The events since a time, of one team or all teams, oldest first, then the refused log-ins. Reads them page by page. */
export async function* listEvents(queries: Queries, since: Date, teamId?: string): AsyncGenerator<ExportedEvent, void> {
  const team = teamId ?? null;
  for (let after = { at: since, number: 0 }; ;) {
    const page = await queries.all<ExportedEvent & { number: number }>(sql`
      select number, at, event, team_id, account_id, subject, actor, before, after from audit_event
      where (at, number) > (${after.at}, ${after.number}::bigint) and (${team}::text is null or team_id = ${team})
      order by at, number limit ${pageSize}`);
    for (const { number, ...event } of page) {
      yield event;
      after = { at: event.at, number };
    }
    if (page.length < pageSize) {
      break;
    }
  }
  for (let offset = 0; ; offset += pageSize) {
    const page = await queries.all<ExportedEvent>(sql`
      select hour as at, 'log-in refused' as event, member.team_id, nullif(account_id, '') as account_id,
             null as subject, jsonb_build_object('address', network) as actor, null as before,
             jsonb_build_object('attempts', attempts) as after
      from refused_log_in left join member using (account_id)
      where hour >= date_trunc('hour', ${since}::timestamptz) and (${team}::text is null or team_id = ${team})
      order by hour, refused_log_in.account_id, network limit ${pageSize} offset ${offset}`);
    yield* page;
    if (page.length < pageSize) {
      return;
    }
  }
}
