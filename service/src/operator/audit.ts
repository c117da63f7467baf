import { listEvents, recordEvent, type ExportedEvent } from "../access/audit.js";
import type { Backend } from "../backend.js";
import { parseChoice, readOptions, requireOption, UsageError } from "./usage.js";

const columns = ["at", "event", "team_id", "account_id", "subject", "actor", "before", "after"] as const;

/** Exports the audit trail, line by line. */
export async function* exportAuditTrail({ database }: Backend, args: readonly string[]): AsyncGenerator<string, void> {
  const options = readOptions(args, { since: { type: "string" }, format: { type: "string", default: "ndjson" } });
  const since = new Date(requireOption("since", options.since));
  if (Number.isNaN(since.getTime())) {
    throw new UsageError(`--since is ${JSON.stringify(options.since)}. It must be a date, such as 2026-01-31.`);
  }
  const isCsv = parseChoice("format", options.format, ["ndjson", "csv"]) === "csv";
  await recordEvent(database, "audit trail exported", { through: "command audit" });
  if (isCsv) {
    yield `${columns.join(",")}\n`;
  }
  for await (const event of listEvents(database, since)) {
    yield isCsv ? csvLine(event) : `${JSON.stringify(event)}\n`;
  }
}

function csvLine(event: ExportedEvent): string {
  return `${columns.map((name) => csvField(event[name])).join(",")}\n`;
}

/** A value as a field of RFC 4180. Text that a spreadsheet would take for a formula gets a quote in front. */
function csvField(value: unknown): string {
  const text =
    value === null
      ? ""
      : value instanceof Date
        ? value.toISOString()
        : typeof value === "string"
          ? value
          : JSON.stringify(value);
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}
