import type { JsonText, Party } from "./exchange.js";
import type { Exchanges } from "./exchanges.js";
import type { Interests } from "../../values/sampler.js";
import { findFailure, placeOf, shrinkMessage, type Counterexample, type Failure } from "./judge.js";
import { Random } from "../../values/random.js";
import { Sampler, Uninhabited } from "../../values/sampler.js";
import type { Part } from "../verdict.js";

/**
 * Writes random messages of each part of each route that both sides have, and reads them with both sides. `countFor` says
 * how many messages to try for a route. Returns the ones that the reader refuses or misreads.
 */
export function findCounterexamples(
  exchanges: Exchanges,
  json: JsonText,
  interests: Interests,
  countFor: (route: string) => number,
): readonly Counterexample[] {
  return exchanges.routes.flatMap((route) =>
    (["arg", "result", "error"] as const).flatMap((part) => {
      const count = countFor(route);
      const exchange = exchanges.find(route, part);
      if (exchange === undefined) {
        return [];
      }
      const { writer } = exchange;
      const sampler = new Sampler(writer.side, new Random(`${route} ${part}`), interests);
      const found = new Map<string, Counterexample>();
      for (let index = 0; index < count; index += 1) {
        const text = writeMessage(part, writer, json, () => sampler.sample(writer.type));
        const failure = text === undefined ? undefined : findFailure(exchange, text, json);
        if (text !== undefined && failure !== undefined && !found.has(keyOf(failure))) {
          found.set(keyOf(failure), shrinkMessage(exchange, text, failure, json));
        }
      }
      return [...found.values()];
    }),
  );
}

/** A value as JSON text; undefined if there is no such value, or if the writer refuses it. */
export function writeMessage(part: Part, writer: Party, json: JsonText, sample: () => unknown): string | undefined {
  try {
    return json.stringify(writer.codecs.encode(part, sample()) ?? null);
  } catch (thrown) {
    if (thrown instanceof Uninhabited || (thrown instanceof Error && "path" in thrown)) {
      return undefined;
    }
    throw thrown;
  }
}

/** Messages that fail at the same place show the same. */
function keyOf(failure: Failure): string {
  return `${failure.kind} ${failure.kind === "refused" ? placeOf(failure.path) : ""}`;
}
