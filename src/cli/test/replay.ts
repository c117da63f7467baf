import type { ReplayedFinding } from "../../contract/replay.js";
import type { ContractFinding, ContractReport } from "../../contract/report/report.js";
import { UsageError } from "../../project/failure.js";
import { exitCode } from "../report/exit-code.js";
import { readJsonFile } from "./read-options.js";

/** Reads the findings of a report. Throws a UsageError if the file is not a report. */
export function readFindings(path: string): readonly ContractFinding[] {
  const { findings } = readJsonFile(path) as Partial<ContractReport>;
  if (findings === undefined) {
    throw new UsageError(`${path} is not a report of 'ashlar test --format json'.`);
  }
  return findings;
}

/** Prints which findings occur again. Returns the exit code. */
export async function printReplay(replayed: AsyncIterable<ReplayedFinding>): Promise<number> {
  let errors = 0;
  const statuses: number[] = [];
  for await (const { finding, outcome, status } of replayed) {
    const { code, severity, route, title } = finding;
    errors += outcome === "seen again" && severity === "error" ? 1 : 0;
    statuses.push(status);
    const answer = status === 0 ? "no reply" : `status ${status}`;
    const why =
      outcome === "undecided" ? "; its calls depend on ids or cursors of that run: test again with --seed" : "";
    process.stdout.write(`${severity}[${code}] ${route}: ${outcome} (${answer}${why}): ${title}\n`);
  }
  if (statuses.length > 0 && statuses.every((status) => status === 0)) {
    process.stderr.write("The server cannot be reached.\n");
    return 3;
  }
  return errors > 0 ? 1 : exitCode.done;
}
