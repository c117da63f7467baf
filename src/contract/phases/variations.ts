import type { ContractRoute } from "../contract-route.js";
import type { Tester } from "../tester.js";
import { variationsOf } from "../values/variations.js";
import { filled } from "../values/filled.js";
import { leastTried } from "./tried-keys.js";
import { contentOf } from "./content.js";
import { findRefusal } from "./refusals.js";
import { statusOf } from "../http/exchange.js";
import { shared, type Task } from "./task.js";

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
  const base = random.below(2) === 0 ? successfulCall.arg : filled(successfulCall.arg, route.route.arg, context.lookup);
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
