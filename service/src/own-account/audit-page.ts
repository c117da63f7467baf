import { Readable } from "node:stream";
import { Hono } from "hono";
import { html } from "hono/html";
import {
  type AuditFilter,
  auditPage,
  eventKinds,
  exportLines,
  type LoggedEvent,
  refusedLogIns,
} from "../access/audit-log.js";
import { listEvents, recordEvent } from "../access/audit.js";
import type { Backend } from "../backend.js";
import { clientAddress } from "../pages/client.js";
import { type Html, page, timeElement } from "../pages/layout.js";
import { findAdmin, type PageEnvironment } from "../pages/session.js";

const path = "/account/audit";

const pageSize = 50;

const day = 24 * 60 * 60 * 1000;

/** Returns the pages where administrators view and export the audit log of their team. */
export function auditPages(backend: Backend): Hono<PageEnvironment> {
  const { database, settings } = backend;
  const pages = new Hono<PageEnvironment>();

  pages.get("/", async (context) => {
    const admin = await findAdmin(context, backend);
    if (admin === undefined) {
      return context.redirect("/account", 303);
    }
    const query = context.req.query();
    const events = await auditPage(database, readFilter(admin.team_id, query), pageSize);
    const refused = await refusedLogIns(database, admin.team_id, new Date(Date.now() - day));
    return context.html(
      page(
        "Audit log",
        html`
          ${filterForm(query)}
          ${
            refused.length === 0
              ? ""
              : html`<h2>Log-ins refused in the last 24 hours</h2>
                  <ul class="items">
                    ${refused.map(
                      ({ hour, email, network, attempts }) =>
                        html`<li>
                          <span>${email}</span>
                          <small>${attempts} from ${network}, in the hour from ${timeElement(hour)}</small>
                        </li>`,
                    )}
                  </ul>`
          }
          <h2>Events</h2>
          ${
            events.length === 0
              ? html`<p>No events.</p>`
              : html`<ul class="items">
                  ${events.map(eventItem)}
                </ul>`
          }
          <nav>
            <a href="/account">Your account</a>
            ${olderLink(query, events)}
            <a href="${path}/export?format=csv">Export all events as CSV</a>
            <a href="${path}/export?format=ndjson">Export all events as NDJSON</a>
          </nav>
        `,
      ),
    );
  });

  pages.get("/export", async (context) => {
    const admin = await findAdmin(context, backend);
    if (admin === undefined) {
      return context.redirect("/account", 303);
    }
    const { id: account, team_id } = admin;
    const format = context.req.query("format") === "csv" ? "csv" : "ndjson";
    const actor = { account, through: `${path}/export`, address: clientAddress(context, settings) };
    await recordEvent(database, "audit trail exported", actor, { account });
    const lines = exportLines(listEvents(database, new Date(0), team_id), format);
    return context.body(Readable.toWeb(Readable.from(lines, { objectMode: false })) as ReadableStream, 200, {
      "Content-Type": format === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson",
      "Content-Disposition": `attachment; filename="audit.${format}"`,
    });
  });

  return pages;
}

type Query = Readonly<Record<string, string | undefined>>;

function readFilter(teamId: string, { person, kind, since, until, at, number }: Query): AuditFilter {
  const [beforeAt, beforeNumber] = [readTime(at), Number(number)];
  return {
    teamId,
    person: person === "" ? undefined : person?.trim(),
    kind: eventKinds.find((each) => each === kind),
    since: readTime(since),
    until: readTime(until),
    before:
      beforeAt === undefined || !Number.isSafeInteger(beforeNumber)
        ? undefined
        : { at: beforeAt, number: beforeNumber },
  };
}

/** Returns the time in a parameter; undefined if the parameter is missing, or not a time that an event can have. */
function readTime(text: string | undefined): Date | undefined {
  const time = new Date(text ?? "");
  const year = time.getUTCFullYear();
  return year >= 1970 && year <= 9999 ? time : undefined;
}

function filterForm({ person = "", kind = "", since = "", until = "" }: Query): Html {
  return html`<form method="get" action="${path}">
    <label>Email of a person <input type="email" name="person" value="${person}" /></label>
    <label>
      Kind of event
      <select name="kind">
        <option value="">All</option>
        ${eventKinds.map((each) => html`<option ${each === kind ? html`selected` : ""}>${each}</option>`)}
      </select>
    </label>
    <label>From the beginning of <input type="date" name="since" value="${since}" /></label>
    <label>Before <input type="date" name="until" value="${until}" /></label>
    <div class="buttons"><button>Filter</button></div>
  </form>`;
}

function olderLink(query: Query, events: readonly LoggedEvent[]): Html | string {
  const last = events.at(-1);
  if (last === undefined || events.length < pageSize) {
    return "";
  }
  const { person = "", kind = "", since = "", until = "" } = query;
  const [at, number] = [last.at.toISOString(), String(last.number)];
  const older = new URLSearchParams({ person, kind, since, until, at, number });
  return html`<a href="${path}?${older.toString()}">Older events</a>`;
}

function eventItem({ at, event, actor, by, about, app_name, before, after }: LoggedEvent): Html {
  const through = [app_name, actor?.through, actor?.address].filter((each) => each != null).join(", ");
  return html`<li>
    <span>${event}${about === null ? "" : ` (${about})`}</span>
    <small>${timeElement(at)} by ${by ?? (actor === null ? "the service" : "an app or the operator")}</small>
    ${through === "" ? "" : html`<small>through ${through}</small>`}
    ${
      before === null || after === null
        ? ""
        : html`<small
            >${Object.keys({ ...before, ...after }).map((name) => html`${name}: ${show(before[name])} → ${show(after[name])} `)}</small
          >`
    }
  </li>`;
}

function show(value: unknown): string {
  if (value === undefined || value === null) {
    return "none";
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}
