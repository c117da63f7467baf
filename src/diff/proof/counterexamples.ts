import type { JsonText, Party } from "./exchange.js";
import type { Exchanges } from "./exchanges.js";
import type { Interests } from "../../values/sampler.js";
import { findFailure, placeOf, type Exchange, type FailedMessage, type Failure } from "./judge.js";
import { Random } from "../../values/random.js";
import { Sampler, Uninhabited } from "../../values/sampler.js";
import type { Part } from "../verdict.js";

/** The number of UTF-16 code units after which the search in a part ends. This limits the number of long messages. */
const maxCharacters = 30_000;

/**
 * Writes random messages of each part of each route that both sides have, and reads them with both sides. `countFor` returns
 * the number of messages to try for a part. Returns the shortest message for each place that the reader rejects or misreads.
 */
export function findFailedMessages(
  exchanges: Exchanges,
  json: JsonText,
  interests: Interests,
  countFor: (exchange: Exchange) => number,
): readonly FailedMessage[] {
  return exchanges.all.flatMap((exchange) => {
    const { route, part, writer } = exchange;
    const sampler = new Sampler(writer.side, new Random(`${route} ${part}`), interests);
    const failures = new Map<string, FailedMessage>();
    let characters = 0;
    for (let count = countFor(exchange); count > 0 && characters < maxCharacters; count -= 1) {
      const text = writeMessage(part, writer, json, () => sampler.sample(writer.type));
      characters += text?.length ?? 0;
      const failure = text === undefined ? undefined : findFailure(exchange, text, json);
      if (text !== undefined && failure !== undefined) {
        const earlierFailure = failures.get(keyOf(failure));
        if (earlierFailure === undefined || text.length < earlierFailure.text.length) {
          failures.set(keyOf(failure), { exchange, text, failure });
        }
      }
    }
    return [...failures.values()];
  });
}

/** Returns a sampled value as JSON text; undefined if there is no such value, or if the writer rejects it. */
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

/** Returns a key that is equal for failures at the same place. */
function keyOf(failure: Failure): string {
  return `${failure.kind} ${failure.kind === "refused" ? placeOf(failure.path) : ""}`;
}
