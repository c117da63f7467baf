import { stringify } from "csv-stringify/sync";
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

/** An event as a line of RFC 4180. Text that a spreadsheet would evaluate as a formula gets an apostrophe in front of it. */
function csvLine(event: ExportedEvent): string {
  const values = columns.map((name) => {
    const value = event[name];
    return value instanceof Date ? value.toISOString() : value;
  });
  return stringify([values], { quoted: true, quoted_empty: true, escape_formulas: true });
}
