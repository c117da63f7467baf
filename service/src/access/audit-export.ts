import type { ExportedEvent } from "./audit.js";

export type ExportFormat = "ndjson" | "csv";

const columns = ["at", "event", "team_id", "account_id", "subject", "actor", "before", "after"] as const;

/** The lines of an export, one event each; CSV begins with the names of the columns. */
export async function* exportLines(
  events: AsyncIterable<ExportedEvent>,
  format: ExportFormat,
): AsyncGenerator<string, void> {
  if (format === "csv") {
    yield `${columns.join(",")}\n`;
  }
  for await (const event of events) {
    yield format === "csv" ? csvLine(event) : `${JSON.stringify(event)}\n`;
  }
}

function csvLine(event: ExportedEvent): string {
  return `${columns.map((name) => csvField(event[name])).join(",")}\n`;
}

/** A value as a CSV field (RFC 4180). Text that a spreadsheet would take for a formula is prefixed with a quote. */
function csvField(value: unknown): string {
  if (value === null) {
    return '""';
  }
  const text = value instanceof Date ? value.toISOString() : typeof value === "string" ? value : JSON.stringify(value);
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}
