import type { Context } from "../generator/facts/context.js";
import { Random } from "../values/random.js";
import { Budget, BudgetSpent } from "./budget.js";
import { concludingFindings } from "./conclusions.js";
import type { ContractRoute } from "./contract-route.js";
import { Coverage, type UncomparedContent } from "./coverage.js";
import { Collector } from "./findings/collector.js";
import type { FoundProblem } from "./findings/problem.js";
import { bodyText, isSuccess, type Exchange } from "./http/exchange.js";
import { Sender } from "./http/sender.js";
import type { ContractOptions, Phase } from "./options.js";
import { Rounds } from "./phases/rounds.js";
import type { Task } from "./phases/task.js";
import type { Plan } from "./plan.js";
import type { LoadCodecs } from "./checks/check.js";
import { Tester } from "./tester.js";
import { ArgumentMaker } from "./values/argument-maker.js";
import { FreshTexts } from "./values/fresh-text.js";
import { ValuePool } from "./values/pool.js";

/** What a run has not tried before it ended. */
export interface Untried {
  /** The routes that were not called. */
  readonly routes: readonly string[];
  /** The phases that were not tried with all routes. */
  readonly phases: readonly Phase[];
}

/** The result of a run. */
interface ContractRun {
  readonly problems: readonly FoundProblem[];
  readonly coverage: Coverage;
  readonly calls: number;
  readonly notReached: readonly { readonly route: string; readonly why: string }[];
  /** Why the run ended early; undefined if it did not. */
  readonly stopped: string | undefined;
  /** What the run has not tried before it ended; undefined if it has tried everything. */
  readonly untried: Untried | undefined;
  /** The uploads whose contents were not compared with downloads. */
  readonly uncompared: readonly UncomparedContent[];
}

/** The fraction of the budget that is reserved for removing things that the run has created. */
const partForCleaning = 0.03;

/** Tests whether a server conforms to its specification. The context is that of a caller's view of the API. */
export async function runContract(
  context: Context,
  plan: Plan,
  loadCodecs: LoadCodecs,
  options: ContractOptions,
): Promise<ContractRun> {
  const { seed, calls, timeMs, rate, signal } = options;
  const budget = new Budget({ calls, time: timeMs, rate, signal });
  const routes = plan.routes.map(({ route }) => route);
  const fresh = new FreshTexts(context, seed);
  const pool = new ValuePool(context.lookup, options.values, fresh);
  const coverage = new Coverage(routes.map(({ name }) => name));
  const collector = new Collector(() => budget.calls);
  const target = { ...options, binding: context.binding };
  const tester = new Tester({
    context,
    routes,
    api: { context, isNewer: options.isNewer, timeout: options.timeoutMs },
    loadCodecs,
    credentials: options.credentials,
    sender: new Sender(target, budget, options.timeoutMs, options.fetch),
    budget,
    pool,
    maker: new ArgumentMaker(context, pool, fresh, seed, options.destroysExisting),
    collector,
    coverage,
    random: new Random(`calls ${seed}`),
  });
  const report = (phase: string): void =>
    options.onProgress({
      phase,
      calls: budget.calls,
      findings: collector.problems.length,
      reached: [...coverage.routes.values()].filter(({ success }) => success > 0).length,
      routes: routes.length,
    });
  const incomplete = new Set(options.phases);
  const isOver = (): boolean => budget.remaining <= partForCleaning;
  const rounds = new Rounds(tester, options);
  try {
    tester.isTwin = await isTwin(tester);
    for (let round = 0; !isOver() && routes.length > 0; round += 1) {
      const before = budget.calls;
      for (const step of rounds.steps(round)) {
        report(step.phase);
        await runTasks(step.tasks, options.parallel, isOver);
        if (step.isLast && !isOver()) {
          incomplete.delete(step.phase);
        }
      }
      if (budget.calls === before && round > 0) {
        incomplete.clear();
        break; // there is nothing more to call
      }
    }
    report("clean-up");
    const destroying = routes.filter(({ effect }) => effect === "destroys");
    for (const route of destroying) {
      await cleanUp(tester, route, Math.ceil(200 / destroying.length));
    }
    for (const step of rounds.lastSteps()) {
      await runTasks(step.tasks, 1, () => budget.isSpent);
    }
  } catch (thrown) {
    if (!(thrown instanceof BudgetSpent)) {
      throw thrown;
    }
  }
  const called = routes.filter(({ name }) => coverage.isCalled(name));
  const untried =
    incomplete.size === 0
      ? undefined
      : {
          routes: routes.filter((route) => !called.includes(route)).map(({ name }) => name),
          phases: [...incomplete],
        };
  return {
    problems: [...collector.problems, ...concludingFindings(tester)],
    coverage,
    calls: budget.calls,
    notReached: [...notReached(routes, coverage, untried !== undefined), ...plan.others],
    stopped:
      budget.stopped ??
      (signal.aborted ? "The run was interrupted" : undefined) ??
      (untried &&
        `The run ended after ${budget.calls} calls in ${budget.seconds} s, before it had tried everything: allow more with --time or --calls`),
    untried,
    uncompared: tester.isTwin ? [] : tester.contents.others(rounds.pairs, routes),
  };
}

/** Runs the shared tasks concurrently and then the exclusive ones, until all are done or the budget is spent. */
async function runTasks(tasks: readonly Task[], parallel: number, isOver: () => boolean): Promise<void> {
  const queue = tasks.filter(({ isExclusive }) => !isExclusive);
  const work = async (): Promise<void> => {
    for (let task = queue.shift(); task !== undefined && !isOver(); task = queue.shift()) {
      await task.run();
    }
  };
  const results = await Promise.allSettled(Array.from({ length: parallel }, work));
  const failed = results.find((result) => result.status === "rejected");
  if (failed !== undefined) {
    throw failed.reason;
  }
  for (const task of tasks.filter(({ isExclusive }) => isExclusive)) {
    if (isOver()) {
      return;
    }
    await task.run();
  }
}

/** Returns why routes have no successful call. `isCut` is whether the run has ended before it had tried everything. */
function notReached(
  routes: readonly ContractRoute[],
  coverage: Coverage,
  isCut: boolean,
): { readonly route: string; readonly why: string }[] {
  return routes.flatMap(({ name, effect }) => {
    const { success, errors, refusals } = coverage.of(name);
    if (success > 0) {
      return [];
    }
    const answers = [
      ...Object.entries(errors).map(([path, count]) => `${count} × ${path}`),
      ...Object.entries(refusals).map(
        ([status, count]) => `${count} × ${status === "0" ? "no reply" : `status ${status}`}`,
      ),
    ];
    const why =
      answers.length > 0
        ? `no call succeeded (${answers.slice(0, 4).join(", ")})${isCut ? " before the run ended" : "; --values can name what the server has"}`
        : isCut
          ? "the run ended before it was called"
          : effect === "destroys"
            ? "the run has created nothing that it could destroy"
            : "it was not called";
    return [{ route: name, why }];
  });
}

/**
 * Whether the server is a Twin, such as that of `ashlar mock`. A Twin refuses unknown directives in a header that other
 * servers ignore.
 */
async function isTwin(tester: Tester): Promise<boolean> {
  const harmless = tester.parts.routes.filter(
    ({ effect, hasArg }) => effect === "reads" || (!hasArg && effect !== "destroys"),
  );
  for (const route of harmless.slice(0, 3)) {
    const [arg] = tester.parts.maker.examples(route);
    if (!route.hasArg || arg !== undefined) {
      const exchange = await tester.parts.sender.send({ route, arg, headers: { "Ashlar-Twin": "is_there" } });
      if (namesHeader(exchange)) {
        return true;
      }
    }
  }
  return false;
}

function namesHeader({ reply }: Exchange): boolean {
  return reply.kind === "answered" && reply.status === 400 && bodyText(reply).includes("Ashlar-Twin");
}

/**
 * Calls a destructive route with the ids of things that the run has created, until nothing is left or three calls in a row
 * fail.
 */
async function cleanUp(tester: Tester, route: ContractRoute, most: number): Promise<void> {
  const { maker } = tester.parts;
  for (let failures = 0, calls = 0; failures < 3 && calls < most; calls += 1) {
    const base = maker.smallest(route, { known: 0, fresh: 0 });
    const made = base && maker.ofCreated(base.arg, route);
    if (made === undefined || "missing" in made || !(await tester.accepts(route, made.arg))) {
      return;
    }
    const exchange = await tester.callValid({ route, arg: made.arg });
    failures = isSuccess(exchange) ? 0 : failures + 1;
  }
}
