import type { ContractRoute } from "../contract-route.js";
import { isSuccess } from "../http/exchange.js";
import type { Tester } from "../tester.js";

/**
 * Calls a destructive route with the ids of things that the run has created, until nothing is left or three calls in a row
 * fail.
 */
export async function cleanUp(tester: Tester, route: ContractRoute, most: number): Promise<void> {
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
