import { keepAffectedParts } from "../../diff/proof/affected-parts.js";
import { findFailedMessages } from "../../diff/proof/counterexamples.js";
import { Exchanges } from "../../diff/proof/exchanges.js";
import { findInterests, mergeInterests, withoutLarge } from "../../diff/proof/interests.js";
import { shrinkMessage, type Counterexample, type Exchange, type FailedMessage } from "../../diff/proof/judge.js";
import { findContradictions, withProofs } from "../../diff/proof/proofs.js";
import { WitnessSearch } from "../../diff/proof/witnesses.js";
import type { Finding, Report } from "../../diff/report.js";
import type { Api } from "../../ir/api.js";
import { loadExecutableApis } from "./executable-api.js";

export interface ProvenReport {
  readonly report: Report;
  /** Messages that fail although no rule predicts it. */
  readonly contradictions: readonly Counterexample[];
}

/**
 * Returns the report with messages that demonstrate the findings. To find them, writes and reads `count` messages for
 * each part of a route whose types differ.
 */
export async function proveReport(report: Report, before: Api, after: Api, count: number): Promise<ProvenReport> {
  if (report.findings.length === 0) {
    return { report, contradictions: [] };
  }
  const { stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = 0; // thousands of messages are rejected, and nobody sees the stack traces
    return await prove(report, before, after, count);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

async function prove(report: Report, before: Api, after: Api, count: number): Promise<ProvenReport> {
  const { old, now, json } = await loadExecutableApis(...keepAffectedParts(before, after));
  const exchanges = new Exchanges(old, now);
  const interests = new Map(report.findings.map((finding) => [finding.id, findInterests(finding)]));
  const inAny = withoutLarge(mergeInterests([...interests.values()]));
  const search = new WitnessSearch(report, exchanges, json, interests);
  const shrink = (message: FailedMessage): Counterexample => shrinkMessage(message, json);
  const failed = [...findFailedMessages(exchanges, json, inAny, () => count)];
  let proven = withProofs(report, search, failed, shrink);
  const open = new Set(
    proven.findings
      .filter(isUndecided)
      .flatMap(({ affects }) => affects.slice(0, maxUses).map(({ route, part }) => `${route} ${part}`)),
  );
  if (open.size > 0) {
    const more = ({ route, part }: Exchange): number => (open.has(`${route} ${part}`) ? count * moreMessages : 0);
    failed.push(...findFailedMessages(exchanges, json, inAny, more));
    proven = withProofs(report, search, failed, shrink);
  }
  return { report: proven, contradictions: findContradictions(report, failed, json).map(shrink) };
}

/** For effects that have not been demonstrated: how many times as many messages are tried, and at how many uses. */
const moreMessages = 40;
const maxUses = 4;

function isUndecided({ proofs = [] }: Finding): boolean {
  return proofs.some(({ status }) => status === "undecided");
}

export function describeContradiction({ route, part, json, refusal }: Counterexample): string {
  const what = refusal === undefined ? "reads something else" : `refuses it: ${refusal.message}`;
  return (
    `No rule explains what happens to this ${part} of ${route}: the other side ${what}\n  ${json}\n` +
    "This is a bug in Ashlar. Please report it with both specifications.\n"
  );
}
