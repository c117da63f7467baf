import type { ContractRoute } from "../contract-route.js";
import type { Problem } from "../findings/problem.js";
import { needsCredentials } from "../http/credentials.js";
import { isSuccess, statusOf, type CallCredentials } from "../http/exchange.js";
import type { Credentials } from "../http/credentials.js";
import type { Tester } from "../tester.js";
import { contentOf } from "./random-content.js";
import { shared, type Task } from "./task.js";

/** Returns calls without credentials, with invalid credentials, and with those of other kinds of callers. */
export function unauthorizedCalls(tester: Tester, route: ContractRoute, credentials: Credentials): Task[] {
  if (!needsCredentials(route, credentials)) {
    return [];
  }
  const { tokens } = credentials;
  const others =
    route.kinds.length === 0 ? [] : Object.keys(tokens).filter((kind) => kind !== "" && !route.kinds.includes(kind));
  return [
    shared(() => tryCredentials(tester, route, "none")),
    shared(() => tryCredentials(tester, route, "wrong")),
    ...others.map((kind) => shared(() => tryCredentials(tester, route, { kind }))),
  ];
}

async function tryCredentials(tester: Tester, route: ContractRoute, credentials: CallCredentials): Promise<void> {
  const { maker, random } = tester.parts;
  const successfulCall =
    tester.successfulCall(route) ?? (route.effect === "destroys" || !route.hasArg ? undefined : maker.random(route));
  if (route.hasArg && successfulCall === undefined) {
    return;
  }
  const arg = route.hasArg ? successfulCall?.arg : undefined;
  const content = contentOf(route, successfulCall, random);
  await tester.run(route, async (send): Promise<Problem | undefined> => {
    const exchange = await send({ route, arg, content, credentials });
    if (exchange.reply.kind === "failed") {
      return undefined;
    }
    const status = statusOf(exchange);
    if (typeof credentials === "object") {
      return isSuccess(exchange)
        ? {
            code: "wrong-caller",
            title: `A token of the kind ${credentials.kind} is accepted`,
            expected: `The route is for callers of the kind ${route.kinds.join(", ")}.`,
            cause: credentials.kind,
          }
        : undefined;
    }
    // Failures of the server are reported by another check, and limits of a gateway are not findings.
    if (status === 401 || status >= 500 || status === 429) {
      return undefined;
    }
    const without = credentials === "none" ? "without credentials" : "with wrong credentials";
    return {
      code: "unauthenticated",
      title: isSuccess(exchange)
        ? `A call ${without} succeeds: anybody can make it`
        : `A call ${without} gets as far as one with them: it is answered with status ${status}, not 401`,
      expected: "A call without valid credentials is refused with status 401, whatever else is wrong with it.",
      cause: credentials,
    };
  });
}
