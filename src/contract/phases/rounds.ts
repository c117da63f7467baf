import type { ContractRoute } from "../contract-route.js";
import type { RouteCoverage } from "../coverage.js";
import type { ContractOptions, Phase } from "../options.js";
import type { Tester } from "../tester.js";
import { unauthorizedCalls } from "./authentication.js";
import { contentCalls, contentPairs, type ContentPair } from "./contents.js";
import { readCreated } from "./created-things.js";
import { jobCalls } from "./jobs.js";
import { listCalls } from "./lists.js";
import { nearMisses } from "./near-misses.js";
import { repeatedRead } from "./repeated-reads.js";
import { steeredCalls, exampleCalls, randomCall, variedCalls } from "./valid-calls.js";
import type { Task } from "./task.js";
import { largeBodies, malformedRequests } from "./transport.js";
import { pieceCalls } from "./upload-pieces.js";

/** Tasks of a phase that may run in any order. */
export interface Step {
  readonly phase: Phase;
  readonly tasks: readonly Task[];
  /** Whether the phase has then been tried with all routes. */
  readonly isLast: boolean;
}

/** Every how many rounds sequences, malformed requests and invalid credentials are tried. */
const everySequence = 4;
const everyTransport = 6;
const everyCredentials = 10;

/**
 * Divides a run into rounds, each of which calls every route: first those that read, then those that write, last those that
 * destroy. The first rounds try everything once; later rounds are mostly random values and near misses.
 */
export class Rounds {
  readonly #tester: Tester;
  readonly #options: ContractOptions;
  /** The routes whose contents are compared. */
  readonly pairs: readonly ContentPair[];

  /**
   * Checks of credentials and of stored content are skipped for a Twin, because it accepts any credentials and returns
   * examples for routes that its model does not cover.
   */
  constructor(tester: Tester, options: ContractOptions) {
    this.#tester = tester;
    this.#options = options;
    this.pairs = contentPairs(tester, options.contents);
  }

  /** Yields the steps of a round; the first round is 0. */
  *steps(round: number): Iterable<Step> {
    const { coverage } = this.#tester.parts;
    const routes = this.#tester.parts.routes.filter(
      (route) => !isDead(route, coverage.of(route.name)) && !mayEndCredentials(route),
    );
    const isReached = ({ name }: ContractRoute): boolean => coverage.of(name).success > 0;
    const groups = [
      routes.filter(({ effect }) => effect === "reads"),
      routes.filter(({ effect }) => effect !== "reads" && effect !== "destroys"),
      routes.filter(({ effect }) => effect === "destroys"),
    ].map((group) => [...group.filter((route) => !isReached(route)), ...group.filter(isReached)]);
    const last = groups.at(-1);
    if (round === 0) {
      for (const group of groups) {
        yield this.#step("examples", group, group === last, (route) => exampleCalls(this.#tester, route));
      }
    }
    for (const group of groups) {
      yield this.#step("values", group, group === last, (route) =>
        isSlow(route, round)
          ? []
          : [
              randomCall(this.#tester, route),
              ...steeredCalls(this.#tester, route),
              ...variedCalls(this.#tester, route, triesInRound(this.#tester.tried.untried("variations", route))),
            ],
      );
      yield this.#step("near-misses", group, group === last, (route) =>
        isSlow(route, round)
          ? []
          : nearMisses(this.#tester, route, triesInRound(this.#tester.tried.untried("mistakes", route))),
      );
      if (round % everyCredentials === 0) {
        yield this.#step("near-misses", group, group === last, (route) => this.#unauthorized(route));
      }
      if (round % everyTransport === 1) {
        yield this.#step("transport", group, group === last, (route) => malformedRequests(this.#tester, route));
      }
    }
    if (round > 0 && this.#options.phases.has("transport")) {
      yield {
        phase: "transport",
        tasks: largeBodies(this.#tester, this.#tester.parts.routes, round - 1),
        isLast: false,
      };
    }
    if (round % everySequence === 1) {
      yield this.#step("sequences", routes, this.#tester.isTwin, (route) => this.#sequences(route));
      if (!this.#tester.isTwin && this.#options.phases.has("sequences")) {
        yield {
          phase: "sequences",
          tasks: [
            ...pieceCalls(this.#tester, this.pairs),
            ...this.pairs.flatMap((pair) => contentCalls(this.#tester, pair)),
          ],
          isLast: true,
        };
      }
    }
  }

  /** Returns the calls after which the credentials may be invalid. They end the run. */
  lastSteps(): Step[] {
    const routes = this.#tester.parts.routes
      .filter(mayEndCredentials)
      .toSorted((a, b) => Number(endsCredentials.test(a.name)) - Number(endsCredentials.test(b.name)));
    return routes.flatMap((route) => [
      this.#step("near-misses", [route], true, () => this.#unauthorized(route)),
      this.#step("examples", [route], true, () => exampleCalls(this.#tester, route)),
    ]);
  }

  #unauthorized(route: ContractRoute): Task[] {
    return this.#tester.isTwin ? [] : unauthorizedCalls(this.#tester, route, this.#options.credentials);
  }

  #sequences(route: ContractRoute): Task[] {
    const { jobTimeMs, settleMs, credentials } = this.#options;
    const stateful = this.#tester.isTwin
      ? []
      : [
          ...readCreated(this.#tester, route, credentials, settleMs),
          ...repeatedRead(this.#tester, route, this.#options),
        ];
    return [
      ...listCalls(this.#tester, route, { hasIdentities: !this.#tester.isTwin }),
      ...jobCalls(this.#tester, route, { time: jobTimeMs }),
      ...stateful,
    ];
  }

  #step(
    phase: Phase,
    routes: readonly ContractRoute[],
    isLast: boolean,
    tasks: (route: ContractRoute) => Task[],
  ): Step {
    return { phase, tasks: this.#options.phases.has(phase) ? routes.flatMap(tasks) : [], isLast };
  }
}

const endsCredentials = /revoke|log_?out|sign_?out/i;

/** Whether a route destroys something that no argument names, which may be the credentials of the run. */
function mayEndCredentials({ effect, hasArg }: ContractRoute): boolean {
  return effect === "destroys" && !hasArg;
}

/** Long polls are called less often than other routes. */
function isSlow({ isLongPoll }: ContractRoute, round: number): boolean {
  return isLongPoll && round % everySequence !== 0;
}

/** Whether calls of a route failed without a reply so often that the run gives up on the route; for a long poll, once is enough. */
function isDead({ isLongPoll }: ContractRoute, { success, errors, refusals }: RouteCoverage): boolean {
  const unanswered = refusals[0] ?? 0;
  return isLongPoll ? unanswered > 0 : success === 0 && Object.keys(errors).length === 0 && unanswered >= 6;
}

/** Returns how many of a route's untried argument changes are tried in a round. */
function triesInRound(untried: number): number {
  return Math.max(1, Math.min(6, Math.ceil(untried / 5)));
}
