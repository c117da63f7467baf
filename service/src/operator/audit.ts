import { exportLines } from "../access/audit-export.js";
import { listEvents, recordEvent } from "../access/audit.js";
import type { Backend } from "../backend.js";
import { parseChoice, readOptions, requireOption, UsageError } from "./usage.js";

/** Exports the audit trail. Yields its lines. */
export async function* exportAuditTrail({ database }: Backend, args: readonly string[]): AsyncGenerator<string, void> {
  const options = readOptions(args, { since: { type: "string" }, format: { type: "string", default: "ndjson" } });
  const since = new Date(requireOption("since", options.since));
  if (Number.isNaN(since.getTime())) {
    throw new UsageError(`--since is ${JSON.stringify(options.since)}. It must be a date, such as 2026-01-31.`);
  }
  const format = parseChoice("format", options.format, ["ndjson", "csv"]);
  await recordEvent(database, "audit trail exported", { through: "command audit" });
  yield* exportLines(listEvents(database, since), format);
}
