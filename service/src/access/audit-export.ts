import { stringify } from "csv-stringify/sync";
import type { ExportedEvent } from "./audit.js";

export type ExportFormat = "ndjson" | "csv";

const columns = ["at", "event", "team_id", "account_id", "subject", "actor", "before", "after"] as const;

/** Yields the lines of an export, one for each event. CSV starts with a line that contains the column names. */
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

/**
 * Returns an event as a line of CSV (RFC 4180). A value that a spreadsheet would evaluate as a formula is prefixed with an
 * apostrophe.
 */
function csvLine(event: ExportedEvent): string {
  const values = columns.map((name) => {
    const value = event[name];
    return value instanceof Date ? value.toISOString() : value;
  });
  return stringify([values], { quoted: true, quoted_empty: true, escape_formulas: true });
}
