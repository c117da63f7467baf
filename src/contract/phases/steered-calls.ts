import type { ContractRoute } from "../contract-route.js";
import { expectedErrorPaths } from "../coverage.js";
import type { Tester } from "../tester.js";
import type { MadeArgument } from "../values/argument-maker.js";
import {
  namingPlaces,
  withNameBelow,
  withOddText,
  withOtherName,
  withSameNames,
  withUnknownName,
} from "../values/towards-error.js";
import { shared, type Task } from "./task.js";
import { leastTried } from "./tried-keys.js";
import { callWith } from "./valid-calls.js";

/** How an argument that has succeeded is changed, to cause an error. */
type Way = "unknown" | "again" | "other" | "same" | "below" | "odd";

const ways: readonly Way[] = ["unknown", "other", "again", "odd", "below", "same"];

/** Tags of errors, and the change of an argument that may cause them. */
const suggestions: readonly (readonly [RegExp, Way])[] = [
  [/not_found|no_such|unknown|missing|invalid_id|not_exist|not_(?:a_)?member|not_on_team/, "unknown"],
  [/exist|conflict|duplicate|taken|already|in_use/, "again"],
  [/not_file|not_folder|not_a|unsupported|restricted|wrong|mismatch|incompatible/, "other"],
  [/ancestor|parent|into_itself|nest/, "below"],
  [/itself|cycle|same|nested|own|should_be/, "same"],
  [/malformed|invalid|bad|disallowed|format|syntax/, "odd"],
];

/** The maximum number of steered calls of a route in each round. */
const maxCalls = 2;

/** The number of attempts after which the run no longer tries to cause an error. */
const maxAttempts = 30;

/** Returns calls that may cause errors of the route which have not been seen yet. */
export function steeredCalls(tester: Tester, route: ContractRoute): Task[] {
  const { coverage, context, random } = tester.parts;
  const { errors } = coverage.of(route.name);
  if (tester.successfulCalls(route).length === 0 || !route.hasArg || route.effect === "destroys" || tester.isTwin) {
    return [];
  }
  const attempts = tester.tried.of("errors", route);
  const unseen = expectedErrorPaths(route.route.error, context.lookup)
    .map((key) => ({ key }))
    .filter(({ key }) => errors[key] === undefined && (attempts.get(key) ?? 0) < maxAttempts);
  const tasks: Task[] = [];
  for (const { key } of leastTried(unseen, attempts, random)) {
    const attempt = attempts.get(key) ?? 1;
    tasks.push(shared(() => callTowards(tester, route, key, attempt)));
    if (tasks.length === maxCalls) {
      break;
    }
  }
  return tasks;
}

async function callTowards(tester: Tester, route: ContractRoute, path: string, attempt: number): Promise<void> {
  const { random, maker, context, pool } = tester.parts;
  const suggested = suggestions.filter(([tags]) => tags.test(path)).map(([, way]) => way);
  const order = [...suggested, ...ways.filter((way) => !suggested.includes(way))];
  const way = order[(attempt - 1) % order.length] ?? "again";
  const base = way === "again" ? random.pick(tester.successfulCalls(route)) : tester.successfulCall(route);
  if (base === undefined) {
    return;
  }
  const places = namingPlaces(base.arg, route, path, context.lookup, pool, random);
  const changes: Readonly<Record<Way, () => MadeArgument | undefined>> = {
    unknown: () => withUnknownName(base, places, maker),
    other: () => withOtherName(base, places, route, pool, random),
    same: () => withSameNames(base, places),
    below: () => withNameBelow(base, places, route, pool, random),
    odd: () => withOddText(base, places, pool, random),
    again: () => base,
  };
  await callWith(tester, route, changes[way]());
}
