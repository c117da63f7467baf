import { BudgetSpent } from "../budget.js";
import type { Exchange } from "../http/exchange.js";
import {
  factualCodes,
  severityOf,
  type FindingCode,
  type FoundProblem,
  type Occurrence,
  type Problem,
} from "./problem.js";

/** How to find out more about a problem. */
export interface Investigation {
  /** Makes the calls again. */
  readonly again: () => Promise<Occurrence | undefined>;
  /** A smaller occurrence of the same problem; undefined if nothing can be left out. */
  readonly reduce?: ((occurrence: Occurrence, mayGoOn: () => boolean) => Promise<Occurrence>) | undefined;
}

/** The maximum number of times that the calls of a problem are repeated. */
const maxRepetitions = 3;
/** The maximum number of details that are listed for problems with the same cause. */
const maxDetails = 8;
/** The maximum number of calls, and the time, for reducing one problem. */
const maxCalls = 100;
const maxMilliseconds = 5000;
/** Problems that depend on data which others may change. They are certain only if two repetitions show them. */
const mustRepeat: ReadonlySet<FindingCode> = new Set<FindingCode>(["reads-change", "not-readable"]);

/** Collects problems: each mistake of the server once, after its calls have been repeated. */
export class Collector {
  readonly #found = new Map<string, FoundProblem | "investigated">();
  readonly #calls: () => number;

  /** `calls` returns the number of calls that the run has made. */
  constructor(calls: () => number) {
    this.#calls = calls;
  }

  get problems(): readonly FoundProblem[] {
    return [...this.#found.values()].filter((each) => each !== "investigated");
  }

  async report(route: string, problem: Problem, exchanges: readonly Exchange[], how: Investigation): Promise<void> {
    const key = `${problem.code} ${route} ${problem.cause}`;
    const previousProblem = this.#found.get(key);
    if (previousProblem !== undefined) {
      if (previousProblem !== "investigated") {
        previousProblem.count += 1;
        const { detail } = problem;
        const isNew = [previousProblem.problem.detail, ...previousProblem.also].every(
          (each) => generalForm(each) !== generalForm(detail),
        );
        if (detail !== undefined && isNew && previousProblem.also.size < maxDetails) {
          previousProblem.also.add(detail);
        }
      }
      return;
    }
    this.#found.set(key, "investigated");
    let occurrence: Occurrence = { problem, exchanges };
    let times = 0;
    let of = 0;
    let isInterrupted = false;
    try {
      while (times < 2 && of < maxRepetitions) {
        const repeated = await how.again();
        of += 1;
        if (repeated?.problem.code === problem.code) {
          times += 1;
          occurrence = repeated;
        }
      }
      if (times > 0 && how.reduce !== undefined) {
        const [calls, start] = [this.#calls(), performance.now()];
        const mayGoOn = (): boolean => this.#calls() - calls < maxCalls && performance.now() - start < maxMilliseconds;
        occurrence = await how.reduce(occurrence, mayGoOn);
      }
    } catch (thrown) {
      if (!(thrown instanceof BudgetSpent)) {
        throw thrown;
      }
      isInterrupted = true;
    }
    const severity = severityOf(problem);
    const isFact = factualCodes.has(problem.code);
    const isCertain = isFact || times > (mustRepeat.has(problem.code) ? 1 : 0);
    if (!isCertain && !isInterrupted && problem.code !== "server-error") {
      this.#found.delete(key);
    } else {
      this.#found.set(key, {
        ...occurrence,
        route,
        severity: isCertain ? severity : severity === "error" ? "warning" : severity,
        count: 1,
        also: new Set(),
        repeated: { times, of },
      });
    }
    if (isInterrupted) {
      throw new BudgetSpent();
    }
  }
}

/** Returns a detail without its values. A detail of a known form adds nothing. */
function generalForm(detail: string | undefined): string | undefined {
  return detail?.replace(/"[^"]*"|\d+/g, "…");
}
