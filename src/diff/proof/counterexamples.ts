import type { JsonText, Party } from "./exchange.js";
import type { Exchanges } from "./exchanges.js";
import type { Interests } from "../../values/sampler.js";
import { judge, placeOf, type Counterexample } from "./judge.js";
import { Random } from "../../values/random.js";
import { Sampler, Uninhabited } from "../../values/sampler.js";
import type { Part } from "../verdict.js";

/**
 * Writes random messages of each part of each route that both sides have, `count` of them, and reads them with both
 * sides. Only routes that `isWanted` accepts are tried. Returns those that are not understood.
 */
export function findCounterexamples(
  exchanges: Exchanges,
  json: JsonText,
  interests: Interests,
  count: number,
  isWanted: (route: string) => boolean = () => true,
): readonly Counterexample[] {
  return exchanges.routes.filter(isWanted).flatMap((route) =>
    (["arg", "result", "error"] as const).flatMap((part) => {
      const exchange = exchanges.find(route, part);
      if (exchange === undefined) {
        return [];
      }
      const { writer } = exchange;
      const sampler = new Sampler(writer.side, new Random(`${route} ${part}`), interests);
      const found = new Map<string, Counterexample>();
      for (let index = 0; index < count; index += 1) {
        const text = writeMessage(part, writer, json, () => sampler.sample(writer.type));
        const example = text === undefined ? undefined : judge(exchange, text, json);
        if (example !== undefined && !found.has(keyOf(example))) {
          found.set(keyOf(example), example);
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

function keyOf({ outcome, refusal }: Counterexample): string {
  return `${outcome} ${placeOf(refusal?.path ?? "")}`;
}
