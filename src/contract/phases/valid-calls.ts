import type { Json } from "../../ir/api.js";
import type { ContractRoute } from "../contract-route.js";
import { expectedErrorPaths } from "../coverage.js";
import { isSuccess, statusOf, type Exchange } from "../http/exchange.js";
import type { Tester, ValidCall } from "../tester.js";
import { noOrigins, type MadeArgument } from "../values/argument-maker.js";
import {
  namingPlaces,
  withNameBelow,
  withOddText,
  withOtherName,
  withSameNames,
  withUnknownName,
} from "../values/towards-error.js";
import { variationsOf, fillAbsentFields } from "../values/variations.js";
import { contentFor, contentOf } from "./random-content.js";
import { findRefusal } from "./refusals.js";
import { shared, type Task } from "./task.js";
import { leastTried } from "./tried-keys.js";

/** Returns calls with the examples of a route's argument, unchanged and with values that exist on the server. */
export function exampleCalls(tester: Tester, route: ContractRoute): Task[] {
  const { maker } = tester.parts;
  if (!route.hasArg) {
    return [shared(() => callWith(tester, route, undefined))];
  }
  return maker.examples(route).map((example) =>
    shared(async () => {
      if (route.effect !== "destroys") {
        await callWith(tester, route, { ...noOrigins, arg: example });
      }
      await callWith(tester, route, argumentFor(tester, route, example));
    }),
  );
}

/** Returns a task that calls a route with a random argument, up to three times if the route has not succeeded yet. */
export function randomCall(tester: Tester, route: ContractRoute): Task {
  const attempts = tester.parts.coverage.of(route.name).success === 0 ? 3 : 1;
  return shared(async () => {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const made = route.hasArg ? tester.parts.maker.random(route) : undefined;
      if (route.hasArg && made === undefined) {
        return;
      }
      const call = await callWith(
        tester,
        route,
        made === undefined || route.effect !== "destroys" ? made : argumentFor(tester, route, made.arg),
      );
      if (call === undefined || isSuccess(call)) {
        return;
      }
    }
  });
}

/** Returns the example with known values; for a destructive route, only with values that may be destroyed. */
function argumentFor({ parts: { maker } }: Tester, route: ContractRoute, example: Json): MadeArgument | undefined {
  if (route.effect !== "destroys") {
    return maker.fill(example, route, route.effect === "reads" ? { known: 100, fresh: 0 } : { known: 40, fresh: 60 });
  }
  const smallest = maker.smallest(route, { known: 0, fresh: 0 })?.arg;
  // Optional fields may name something too.
  const attempts = [example, ...(smallest === undefined ? [] : [smallest])].map((arg) => maker.toDestroy(arg, route));
  return attempts.find((made) => !("missing" in made)) as MadeArgument | undefined;
}

/** Makes a valid call and returns its exchange; undefined if there is no valid argument. */
async function callWith(
  tester: Tester,
  route: ContractRoute,
  made: MadeArgument | undefined,
): Promise<Exchange | undefined> {
  if (route.hasArg && (made === undefined || !(await tester.accepts(route, made.arg)))) {
    return undefined;
  }
  const content = contentFor(route.style, tester.parts.random);
  const call: ValidCall = { route, arg: made?.arg, origins: made, content };
  const exchange = await tester.callValid(call);
  if (statusOf(exchange) === 400) {
    await findRefusal(tester, call);
  }
  if (route.effect === "destroys" && isSuccess(exchange)) {
    await tester.send(call); // a repeated call must not make the server fail
  }
  return exchange;
}

/** Returns calls with an argument that has succeeded, except for one value that is unusual or at a limit of its type. */
export function variedCalls(tester: Tester, route: ContractRoute, count: number): Task[] {
  return !route.hasArg || route.effect === "destroys"
    ? []
    : Array.from({ length: count }, () => shared(() => tryVariation(tester, route)));
}

async function tryVariation(tester: Tester, route: ContractRoute): Promise<void> {
  const { context, random } = tester.parts;
  const successfulCall = tester.successfulCall(route);
  if (successfulCall === undefined) {
    return;
  }
  const base =
    random.below(2) === 0 ? successfulCall.arg : fillAbsentFields(successfulCall.arg, route.route.arg, context.lookup);
  const variations = variationsOf(base, route.route.arg, context.lookup);
  for (const variation of leastTried(variations, tester.tried.of("variations", route), random)) {
    if (await tester.accepts(route, variation.json)) {
      const content = contentOf(route, successfulCall, random);
      const call = { route, arg: variation.json, origins: successfulCall, content };
      const exchange = await tester.callValid(call);
      if (statusOf(exchange) === 400) {
        await findRefusal(tester, call, successfulCall);
      }
      return;
    }
  }
}

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
