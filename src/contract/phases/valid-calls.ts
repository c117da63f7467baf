import type { Json } from "../../ir/api.js";
import { isSuccess, statusOf, type Exchange } from "../http/exchange.js";
import type { ContractRoute } from "../contract-route.js";
import type { Tester, ValidCall } from "../tester.js";
import { noOrigins, type MadeArgument } from "../values/argument-maker.js";
import { contentFor } from "./content.js";
import { findRefusal } from "./refusals.js";
import { shared, type Task } from "./task.js";

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
export async function callWith(
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
