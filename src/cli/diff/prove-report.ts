import { findCounterexamples } from "../../diff/proof/counterexamples.js";
import { Exchanges } from "../../diff/proof/exchanges.js";
import { findInterests } from "../../diff/proof/interests.js";
import type { Counterexample } from "../../diff/proof/judge.js";
import { findContradictions, withProofs } from "../../diff/proof/proofs.js";
import { WitnessSearch } from "../../diff/proof/witnesses.js";
import type { Finding, Report } from "../../diff/report.js";
import type { Api } from "../../ir/api.js";
import { loadExecutableApi } from "./executable-api.js";

export interface ProvenReport {
  readonly report: Report;
  /** Messages that are not understood where the rules say that they are. */
  readonly contradictions: readonly Counterexample[];
}

/**
 * The report with messages that show its findings: `count` of each part of each route that a finding reaches are written and
 * read.
 */
export async function proveReport(report: Report, before: Api, after: Api, count: number): Promise<ProvenReport> {
  if (report.findings.length === 0) {
    return { report, contradictions: [] };
  }
  const { stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = 0; // thousands of messages are refused, and nobody sees from where
    return await prove(report, before, after, count);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

async function prove(report: Report, before: Api, after: Api, count: number): Promise<ProvenReport> {
  const old = await loadExecutableApi(before);
  const exchanges = new Exchanges(old, await loadExecutableApi(after));
  const interests = findInterests(report.findings);
  const search = new WitnessSearch(report, exchanges, old.json, interests);
  const reached = new Set(report.findings.flatMap(({ affects }) => affects.map(({ route }) => route)));
  const usual = (route: string): number => (reached.has(route) ? count : Math.ceil(count / fewerMessages));
  const examples = [...findCounterexamples(exchanges, old.json, interests, usual)];
  let proven = withProofs(report, search, examples);
  const open = new Set(proven.findings.filter(isUndecided).flatMap(({ affects }) => affects.map(({ route }) => route)));
  if (open.size > 0) {
    const more = (route: string): number => (open.has(route) ? count * moreMessages : 0);
    examples.push(...findCounterexamples(exchanges, old.json, interests, more));
    proven = withProofs(report, search, examples);
  }
  return { report: proven, contradictions: findContradictions(report, examples) };
}

/** So many times fewer messages are tried of routes that no finding reaches: only a bug in Ashlar is found there. */
const fewerMessages = 5;
/** So many times more messages are tried of routes with an effect that no message has shown. */
const moreMessages = 40;

function isUndecided({ proofs = [] }: Finding): boolean {
  return proofs.some(({ status }) => status === "undecided");
}

export function describeContradiction({ route, part, json, refusal }: Counterexample): string {
  const what = refusal === undefined ? "reads something else" : `refuses it: ${refusal.message}`;
  return (
    `The ${part} of ${route} is compatible by the rules, but the other side ${what}\n  ${json}\n` +
    "This is a bug in Ashlar. Please report it with both specifications.\n"
  );
}
