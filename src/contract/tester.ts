import { stringifyJson } from "../../templates/runtime/text/json.js";
import { errorPath } from "../../templates/runtime/routes/error-summary.js";
import type { Context } from "../generator/facts/context.js";
import type { Json } from "../ir/api.js";
import type { Random } from "../values/random.js";
import type { Budget } from "./budget.js";
import {
  findMismatch,
  type CheckedApi,
  type LoadCodecs,
  type CodecMismatch,
  type RouteCodecs,
} from "./checks/check.js";
import { ComparedContents, type Coverage } from "./coverage.js";
import { replyChecks, statusesOfMissingRoutes } from "./checks/reply-checks.js";
import type { ContractRoute } from "./contract-route.js";
import type { Collector } from "./findings/collector.js";
import type { Occurrence, Problem, WrongMember } from "./findings/problem.js";
import { shrinkArgument } from "./findings/shrink-argument.js";
import { callerKind, type Credentials } from "./http/credentials.js";
import { isSuccess, statusOf, jsonOf, resultJson, type Call, type Exchange } from "./http/exchange.js";
import type { Sender } from "./http/sender.js";
import { TriedKeys } from "./phases/tried-keys.js";
import { noOrigins, type ArgumentMaker, type MadeArgument, type Origins } from "./values/argument-maker.js";
import type { ValuePool } from "./values/pool.js";
import { isObject } from "../ir/is-object.js";

/** An argument with which a route has succeeded, and the uploaded content. */
export interface SuccessfulCall extends MadeArgument {
  readonly content: Uint8Array | undefined;
}

/** A call whose argument matches its type. */
export interface ValidCall extends Call {
  /** Where the values of the argument come from; by default none is known or fresh. */
  readonly origins?: Origins | undefined;
}

export type Send = (call: Call) => Promise<Exchange>;

/** Makes calls and returns the problem that they show. It can be run repeatedly. */
export type Scenario = (send: Send) => Promise<Problem | undefined>;

export interface TesterParts {
  /** The context of a caller's view of the API. */
  readonly context: Context;
  readonly routes: readonly ContractRoute[];
  readonly api: CheckedApi;
  readonly loadCodecs: LoadCodecs;
  readonly credentials: Credentials;
  readonly sender: Sender;
  readonly budget: Budget;
  readonly pool: ValuePool;
  readonly maker: ArgumentMaker;
  readonly collector: Collector;
  readonly coverage: Coverage;
  readonly random: Random;
}

/** The maximum number of successful arguments that are stored for each route. */
const maxSuccessfulCalls = 6;
/** The maximum number of accepted invalid values that are remembered. */
const maxPlanted = 500;
/** The number of consecutive calls without a reply that ends the run, before and after the first reply of the server. */
const maxUnreachable = { atFirst: 4, later: 8 };
/** The number of consecutive refusals of credentials that ends the run. */
const maxUnauthorized = 40;

/** Makes calls, checks the replies, and remembers values for later calls. */
export class Tester {
  readonly parts: TesterParts;
  /** Whether the server is a Twin, which refuses unknown names with 400 where its model has no error for them. */
  isTwin = false;
  readonly tried = new TriedKeys();
  readonly contents = new ComparedContents();
  /** The number of successful calls that may have changed something. */
  writes = 0;
  /** Invalid values that the server has accepted. A reply that returns one of them is not a separate mistake. */
  readonly #planted = new Set<string>();
  /** The ids of jobs that are not known to have ended. */
  readonly openJobs = new Set<string>();
  readonly #successfulCalls = new Map<string, SuccessfulCall[]>();
  /** Route to its last valid call that did not succeed. */
  readonly #refusals = new Map<string, Exchange>();
  readonly #codecs = new Map<string, Promise<RouteCodecs>>();
  #hasAnswered = false;
  #unreachable = 0;
  /** Kind of caller to the number of its latest consecutive calls that were answered with 401. */
  readonly #unauthorized = new Map<string, number>();
  /** The kinds of callers whose calls were answered with another status. */
  readonly #authorized = new Set<string>();
  /** The last route that has destroyed something. */
  #lastDestroying: string | undefined;
  /** Kind of caller to the last route that had destroyed something when its calls began to be answered with 401. */
  readonly #suspects = new Map<string, string | undefined>();

  constructor(parts: TesterParts) {
    this.parts = parts;
  }

  /** Returns a route by its name. */
  route(name: string): ContractRoute | undefined {
    return this.parts.routes.find((route) => route.name === name);
  }

  codecs(route: ContractRoute): Promise<RouteCodecs> {
    const codecs = this.#codecs.get(route.name) ?? this.parts.loadCodecs(route.name);
    this.#codecs.set(route.name, codecs);
    return codecs;
  }

  /** Returns the arguments with which a route has succeeded, the newest last. */
  successfulCalls({ name }: ContractRoute): readonly SuccessfulCall[] {
    return this.#successfulCalls.get(name) ?? [];
  }

  /** Returns one of these arguments, changed so that it names other things; undefined if there is none. */
  successfulCall(route: ContractRoute): SuccessfulCall | undefined {
    const successfulCalls = this.successfulCalls(route);
    if (successfulCalls.length === 0) {
      return undefined;
    }
    const successfulCall = this.parts.random.pick(successfulCalls);
    return { ...successfulCall, ...this.parts.maker.withFreshNames(successfulCall, route) };
  }

  /** Sends a call whose argument matches its type, and learns from the reply. */
  async callValid(call: ValidCall): Promise<Exchange> {
    const exchange = await this.send(call);
    const { route, arg } = call;
    const coverage = this.parts.coverage.of(route.name);
    coverage.valid += 1;
    coverage.refused += statusOf(exchange) === 400 ? 1 : 0;
    coverage.unauthorized += statusOf(exchange) === 401 ? 1 : 0;
    this.#watchCredentials(exchange);
    if (isSuccess(exchange)) {
      const { name } = route;
      const successfulCalls = this.#successfulCalls.get(name) ?? [];
      this.#successfulCalls.set(name, successfulCalls);
      successfulCalls.push({ ...(call.origins ?? noOrigins), arg: arg ?? null, content: call.content });
      successfulCalls.splice(0, successfulCalls.length - maxSuccessfulCalls);
      this.learn(exchange);
    } else {
      this.#refusals.set(route.name, exchange);
      await this.#reportGone(exchange);
    }
    return exchange;
  }

  /** Remembers an invalid value that the server may accept. Returns whether the value is new. */
  rememberAccepted(wrong: WrongMember): boolean {
    const key = keyOf(wrong);
    const isNew = !this.#planted.has(key);
    this.#planted.add(key);
    const [oldest] = this.#planted;
    if (this.#planted.size > maxPlanted && oldest !== undefined) {
      this.#planted.delete(oldest);
    }
    return isNew;
  }

  /** Forgets an invalid value that the server has refused. */
  unplant(wrong: WrongMember): void {
    this.#planted.delete(keyOf(wrong));
  }

  /** Returns the last valid call of a route that did not succeed, in a list; empty if there is none. */
  lastRefusal({ name }: ContractRoute): readonly Exchange[] {
    const last = this.#refusals.get(name);
    return last === undefined ? [] : [last];
  }

  /** Remembers the values of a call that has succeeded. */
  learn({ call, reply }: Exchange): void {
    const { route, arg } = call;
    if (reply.kind === "failed") {
      return;
    }
    const result = resultJson({ call, reply } as Exchange, reply, this.parts.context.binding.headers.result);
    const json = "json" in result ? result.json : undefined;
    if (route.effect === "destroys") {
      this.parts.pool.forget(arg ?? null, route.route.arg);
    } else {
      this.parts.pool.learn(route, arg, json, route.effect !== "reads" && !route.isPoll);
    }
  }

  /** Sends a call, and checks the reply. */
  async send(call: Call): Promise<Exchange> {
    const exchange = await this.#sendUnchecked(call);
    const problem = await this.#check(exchange);
    if (problem !== undefined) {
      await this.parts.collector.report(call.route.name, problem.problem, problem.exchanges, {
        again: () => this.#repeat(call),
        reduce: (occurrence, mayGoOn) => this.#reduce(occurrence, mayGoOn),
      });
    }
    return exchange;
  }

  /** Reports a valid call that is answered with the status of an unknown route, although the route has succeeded before. */
  async #reportGone(exchange: Exchange): Promise<void> {
    const { call } = exchange;
    const isGone = ({ reply }: Exchange): boolean =>
      reply.kind === "answered" && statusesOfMissingRoutes.has(reply.status);
    const { deprecated } = call.route.route;
    if (isGone(exchange) && deprecated === undefined && this.successfulCalls(call.route).length > 0) {
      const problem = (status: number): Problem => ({
        code: "undocumented-status",
        title: `A valid call is answered with status ${status}, although the route exists`,
        expected: "If a route cannot do what a valid call asks for, it answers with status 409 and one of its errors.",
        cause: `status ${status}`,
      });
      await this.parts.collector.report(call.route.name, problem(statusOf(exchange)), [exchange], {
        again: async () => {
          const again = await this.#sendUnchecked(call);
          return isGone(again) ? { problem: problem(statusOf(again)), exchanges: [again] } : undefined;
        },
      });
    }
  }

  /** Runs a scenario, and reports the problem that it returns. */
  async run(route: ContractRoute, scenario: Scenario): Promise<void> {
    const occurrence = await this.#attempt(scenario);
    if (occurrence !== undefined) {
      await this.parts.collector.report(route.name, occurrence.problem, occurrence.exchanges, {
        again: () => this.#attempt(scenario),
      });
    }
  }

  /** Runs a scenario that is made from an argument, and reports its problem with the smallest argument that shows it. */
  async runFrom(route: ContractRoute, made: MadeArgument, scenario: (made: MadeArgument) => Scenario): Promise<void> {
    const attempt = (arg: Json): Promise<Occurrence | undefined> => this.#attempt(scenario({ ...made, arg }));
    const occurrence = await attempt(made.arg);
    if (occurrence !== undefined) {
      await this.parts.collector.report(route.name, occurrence.problem, occurrence.exchanges, {
        again: () => attempt(made.arg),
        reduce: (found, mayGoOn) => this.#smallest(route, made.arg, found, attempt, mayGoOn),
      });
    }
  }

  /** Whether strict decoding accepts an argument. */
  async accepts(route: ContractRoute, arg: Json): Promise<boolean> {
    return (await this.mismatch(route, arg)) === undefined;
  }

  /** Returns why strict decoding refuses an argument; undefined if it accepts the argument. */
  async mismatch(route: ContractRoute, arg: Json): Promise<CodecMismatch | undefined> {
    return findMismatch(await this.codecs(route), "arg", arg, true);
  }

  async #attempt(scenario: Scenario): Promise<Occurrence | undefined> {
    const exchanges: Exchange[] = [];
    const problem = await scenario(async (call) => {
      const exchange = await this.send(call);
      exchanges.push(exchange);
      return exchange;
    });
    return problem && { problem, exchanges };
  }

  async #sendUnchecked(call: Call): Promise<Exchange> {
    const exchange = await this.parts.sender.send(call);
    const { reply } = exchange;
    const status = statusOf(exchange);
    const path = reply.kind === "answered" && status === 409 ? pathOf(exchange) : undefined;
    this.parts.coverage.add(call.route.name, status, path);
    if (isSuccess(exchange) && call.route.effect !== "reads" && !call.route.isPoll) {
      this.writes += 1;
    }
    this.#hasAnswered ||= reply.kind === "answered";
    const isUnreachable = reply.kind === "failed" && (reply.reason === "unreachable" || !this.#hasAnswered);
    this.#unreachable = isUnreachable ? this.#unreachable + 1 : 0;
    if (this.#unreachable >= maxUnreachable[this.#hasAnswered ? "later" : "atFirst"]) {
      this.parts.budget.stop(`The server cannot be reached: ${reply.kind === "failed" ? reply.detail : ""}`);
    }
    return exchange;
  }

  async #check(exchange: Exchange): Promise<Occurrence | undefined> {
    if (exchange.reply.kind === "failed" && (exchange.reply.reason === "unreachable" || !this.#hasAnswered)) {
      return undefined; // if this persists, the run ends
    }
    const codecs = await this.codecs(exchange.call.route);
    for (const check of replyChecks) {
      const problem = check(exchange, this.parts.api, codecs);
      if (problem !== undefined && !(problem.wrong !== undefined && this.#planted.has(keyOf(problem.wrong)))) {
        return { problem, exchanges: [exchange] };
      }
    }
    return undefined;
  }

  /** Repeats the call; if the problem does not recur, repeats it with other names. */
  async #repeat(call: ValidCall): Promise<Occurrence | undefined> {
    const same = await this.#check(await this.#sendUnchecked(call));
    if (same !== undefined || call.arg === undefined || call.route.effect === "reads") {
      return same;
    }
    const { maker } = this.parts;
    const made = { ...(call.origins ?? noOrigins), arg: call.arg };
    const { arg } = made.fresh.length > 0 ? maker.withFreshNames(made, call.route) : maker.renewed(made, call.route);
    return this.#check(await this.#sendUnchecked({ ...call, arg }));
  }

  async #reduce(occurrence: Occurrence, mayGoOn: () => boolean): Promise<Occurrence> {
    const call: ValidCall | undefined = occurrence.exchanges[0]?.call;
    if (call?.arg === undefined || call.rawArgument !== undefined) {
      return occurrence;
    }
    const { maker } = this.parts;
    const attempt = async (arg: Json): Promise<Occurrence | undefined> => {
      const made =
        call.route.effect === "reads"
          ? arg
          : maker.withFreshNames({ ...(call.origins ?? noOrigins), arg }, call.route).arg;
      return this.#check(await this.#sendUnchecked({ ...call, arg: made }));
    };
    return this.#smallest(call.route, call.arg, occurrence, attempt, mayGoOn);
  }

  /** Returns the occurrence of the same problem with the smallest argument that still causes it. */
  async #smallest(
    { route, effect }: ContractRoute,
    arg: Json,
    occurrence: Occurrence,
    attempt: (arg: Json) => Promise<Occurrence | undefined>,
    mayGoOn: () => boolean,
  ): Promise<Occurrence> {
    if (effect === "destroys") {
      return occurrence;
    }
    const { code, cause } = occurrence.problem;
    let smallest = occurrence;
    const showsTheSame = async (smaller: Json): Promise<boolean> => {
      const shrunkProblem = await attempt(smaller);
      const isSame = shrunkProblem?.problem.code === code && shrunkProblem.problem.cause === cause;
      smallest = isSame ? shrunkProblem : smallest;
      return isSame;
    };
    await shrinkArgument(arg, route.arg, this.parts.context.lookup, showsTheSame, mayGoOn);
    return smallest;
  }

  /** Ends the run after too many consecutive refusals of the credentials of a kind of caller. */
  #watchCredentials(exchange: Exchange): void {
    const kind = callerKind(exchange.call.route, this.parts.credentials) ?? "";
    const status = statusOf(exchange);
    const before = this.#unauthorized.get(kind) ?? 0;
    const refused = status === 401 ? before + 1 : status === 0 ? before : 0;
    if (isSuccess(exchange) && exchange.call.route.effect === "destroys") {
      this.#lastDestroying = exchange.call.route.name;
    }
    if (refused === 1) {
      this.#suspects.set(kind, this.#lastDestroying);
    }
    this.#unauthorized.set(kind, refused);
    if (status !== 0 && status !== 401) {
      this.#authorized.add(kind);
    }
    if (refused >= maxUnauthorized) {
      const whose = kind === "" ? "" : ` for ${kind}`;
      const suspect = this.#suspects.get(kind);
      const since = this.#authorized.has(kind)
        ? `. It took them at first: they may have expired, or a call has ended them${suspect === undefined ? "" : `, such as ${suspect}, the last one before that destroyed something: leave that route out with --not-route`}`
        : "";
      this.parts.budget.stop(`The server refuses the credentials${whose}: it answers with status 401${since}`);
    }
  }
}

function keyOf({ name, value }: WrongMember): string {
  return `${name ?? ""} ${value === undefined ? "" : stringifyJson(value)}`;
}

/** Returns the path of the error in a reply with status 409; undefined if there is none. */
export function pathOf({ reply }: Exchange): string | undefined {
  const json = jsonOf(reply);
  return isObject(json) && json["error"] !== undefined ? errorPath(json["error"]) : undefined;
}
