import { bodyText, type Exchange } from "./http/exchange.js";
import type { Tester } from "./tester.js";

/**
 * Whether the server is a Twin, such as that of `ashlar mock`. A Twin refuses unknown directives in a header that other
 * servers ignore.
 */
export async function isTwin(tester: Tester): Promise<boolean> {
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
