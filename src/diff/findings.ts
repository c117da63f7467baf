import { describe } from "./messages.js";
import type { Details } from "./change.js";
import type { Affected, Back, Difference, Finding, Rule } from "./report.js";
import type { Use } from "./use.js";
import { noEffect, toSeverity, worseVerdict, type Severity, type Verdict } from "./verdict.js";

/** Pairs of endings that turn a rule name into that of the reverse rule. */
const reverseEnds = [
  ["-added", "-removed"],
  ["-added-required", "-removed-required"],
  ["-added-optional", "-removed-optional"],
  ["-made-optional", "-made-required"],
  ["-widened", "-narrowed"],
  ["-opened", "-closed"],
  ["-omitted", "-unomitted"],
  ["-deprecated", "-undeprecated"],
  ["struct-became-tree", "tree-became-struct"],
] as const;

/** Returns the rule that applies with the sides swapped; two rules if it depends on the values. */
function mirrorRules(rule: Rule): readonly string[] {
  if (rule === "auth-narrowed") {
    return ["auth-widened", "auth-narrowed"];
  }
  for (const [one, other] of reverseEnds) {
    if (rule.endsWith(one)) {
      return [rule.slice(0, -one.length) + other];
    }
    if (rule.endsWith(other)) {
      return [rule.slice(0, -other.length) + one];
    }
  }
  return [rule];
}

interface Draft {
  use: Use;
  verdict: Verdict;
  readonly affected: Map<string, Affected>;
  /** The subjects with the sides swapped. */
  readonly mirrors: Set<string>;
}

/** Collects uses. A change with several uses is one finding, whose verdict is the worst of all (CMP-16). */
export class FindingList {
  readonly #drafts = new Map<string, Draft>();
  readonly #routes = new Map<string, Verdict>();

  add(uses: readonly Use[]): void {
    uses.forEach((use) => this.#add(use));
  }

  #add(use: Use): void {
    const id = idOf(use);
    let draft = this.#drafts.get(id);
    if (draft === undefined) {
      draft = { use, verdict: noEffect, affected: new Map(), mirrors: new Set() };
      this.#drafts.set(id, draft);
    }
    if (use.details.replacement === undefined) {
      draft.use = use; // the subject itself has changed, too
    }
    draft.mirrors.add(use.mirror ?? use.subject);
    draft.verdict = worseVerdict(draft.verdict, use.verdict);
    if (use.affected !== undefined) {
      const { route, part } = use.affected;
      const key = `${route} ${part}`;
      if (!draft.affected.has(key)) {
        draft.affected.set(key, use.affected);
      }
      this.#routes.set(route, worseVerdict(this.#routes.get(route) ?? noEffect, use.verdict));
    }
  }

  /**
   * Adds uses by importers of a definition, unless routes also reach the change, for example a change of a parent's field
   * through its children.
   */
  addExported(uses: readonly Use[]): void {
    this.add(uses.filter((use) => (this.#drafts.get(idOf(use))?.affected.size ?? 0) === 0));
  }

  /** Returns the findings by severity, then subject, then rule. `mirrored` contains the verdicts with the sides swapped. */
  findings(mirrored?: ReadonlyMap<string, Verdict>): readonly Finding[] {
    const findings = [...this.#drafts].map(([id, draft]) => toFinding(id, draft, mirrored));
    return findings.sort(compareFindings);
  }

  /** Finding id to its verdict. */
  get verdicts(): ReadonlyMap<string, Verdict> {
    return new Map([...this.#drafts].map(([id, { verdict }]) => [id, verdict]));
  }

  /** Route to its verdict: the worst of all its uses (CMP-43). */
  get routes(): ReadonlyMap<string, Verdict> {
    return this.#routes;
  }
}

function idOf({ rule, subject }: Use): string {
  return `${rule} ${subject}`;
}

function toFinding(id: string, draft: Draft, mirrored: ReadonlyMap<string, Verdict> | undefined): Finding {
  const { use, verdict, affected } = draft;
  const { rule, subject, details } = use;
  const { differences, replacement } = details;
  return {
    id,
    rule,
    subject,
    severity: toSeverity(verdict),
    verdict,
    ...(mirrored && { back: backOf(draft, mirrored) }),
    ...(details.isPrivate === true && { privacy: true }),
    ...describe(use, verdict),
    ...detailOf(details),
    ...(details.wasDeprecated === true && { wasDeprecated: true }),
    ...(details.successor !== undefined && { successor: details.successor }),
    ...(replacement !== undefined && { replacement }),
    ...(differences !== undefined && { differences: differences.map(toDifference) }),
    affects: [...affected.values()].sort((a, b) => compareText(a.route, b.route) || compareText(a.part, b.part)),
  };
}

function detailOf({ from, to }: Details): Pick<Finding, "detail"> {
  return from === undefined && to === undefined
    ? {}
    : { detail: { ...(from !== undefined && { from }), ...(to !== undefined && { to }) } };
}

function toDifference({
  change: { rule, verdict, details },
  path,
}: NonNullable<Details["differences"]>[number]): Difference {
  return { rule, path: path.replace(/^ → /, ""), request: verdict.req, response: verdict.res, ...detailOf(details) };
}

const severities: readonly Severity[] = ["breaking", "altering", "source", "compatible"];

/** Returns the verdict of a finding with the sides swapped (CMP-7). */
function backOf({ use, mirrors }: Draft, mirrored: ReadonlyMap<string, Verdict>): Back {
  const verdicts = mirrorRules(use.rule).flatMap((rule) =>
    [...mirrors].map((subject) => mirrored.get(`${rule} ${subject}`) ?? noEffect),
  );
  const { request, response } = verdicts.reduce(worseVerdict, noEffect);
  return { request, response };
}

function compareFindings(a: Finding, b: Finding): number {
  return (
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    compareText(a.subject, b.subject) ||
    compareText(a.rule, b.rule)
  );
}

/** Compares names, which are ASCII, by code units. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
