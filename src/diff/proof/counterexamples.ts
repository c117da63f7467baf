import type { Api, Route } from "../../ir/api.js";
import { Side } from "../pairing.js";
import type { Part } from "../verdict.js";
import { exchange, type JsonText, type Outcome, type Party, type RouteCodecs } from "./exchange.js";
import type { Interests } from "./interests.js";
import { Random } from "./random.js";
import { Sampler, Uninhabited } from "./sample.js";
import { shrink } from "./shrink.js";

/** An API with the codecs that are generated from it. */
export interface ExecutableApi {
  readonly api: Api;
  /** The codecs of a route: `files/get_metadata:2`. */
  codecs(route: string): RouteCodecs;
}

/** A message that one side writes, and that the other side refuses or takes for something else. */
export interface Counterexample {
  readonly route: string;
  readonly part: Part;
  readonly outcome: Exclude<Outcome["kind"], "accepted" | "no message">;
  /** The message, as small as it gets. */
  readonly json: string;
  /** Where and why it is refused. */
  readonly refusal?: { readonly path: string; readonly message: string };
  /** What writer and reader take it for, as JSON text. */
  readonly readings?: { readonly writer: string; readonly reader: string };
}

/**
 * Writes random messages of each part of each route that both sides have, `count` of them, and reads them with both
 * sides: arguments from old to new, results and errors from new to old. `isWanted` can leave routes out. Returns those that are not understood.
 */
export function findCounterexamples(
  before: ExecutableApi,
  after: ExecutableApi,
  json: JsonText,
  interests: Interests,
  count: number,
  isWanted: (route: string) => boolean = () => true,
): readonly Counterexample[] {
  const old = { ...before, side: new Side(before.api) };
  const now = { ...after, side: new Side(after.api) };
  const newRoutes = routesOf(after.api);
  return [...routesOf(before.api)].flatMap(([name, oldRoute]) => {
    const newRoute = newRoutes.get(name);
    if (newRoute === undefined || !isWanted(name)) {
      return [];
    }
    return (["arg", "result", "error"] as const).flatMap((part) => {
      const oldParty = { side: old.side, type: oldRoute[part], codecs: old.codecs(name) };
      const newParty = { side: now.side, type: newRoute[part], codecs: now.codecs(name) };
      const [writer, reader] = part === "arg" ? [oldParty, newParty] : [newParty, oldParty];
      const sampler = new Sampler(writer.side, new Random(`${name} ${part}`), interests);
      const found = new Map<string, Counterexample>();
      for (const text of writeMessages(sampler, part, writer, json, count)) {
        const example = judge(name, part, text, json, writer, reader);
        if (example !== undefined && !found.has(keyOf(example))) {
          found.set(keyOf(example), example);
        }
      }
      return [...found.values()];
    });
  });
}

function routesOf({ namespaces }: Api): ReadonlyMap<string, Route> {
  return new Map(
    namespaces.flatMap((namespace) =>
      namespace.routes.map((route) => [
        `${namespace.name}/${route.name}${route.version === 1 ? "" : `:${route.version}`}`,
        route,
      ]),
    ),
  );
}

function* writeMessages(sampler: Sampler, part: Part, writer: Party, json: JsonText, count: number): Generator<string> {
  for (let index = 0; index < count; index += 1) {
    let text: string | undefined;
    try {
      text = json.stringify(writer.codecs.encode(part, sampler.sample(writer.type)) ?? null);
    } catch (thrown) {
      if (!(thrown instanceof Uninhabited) && !(thrown instanceof Error && "path" in thrown)) {
        throw thrown;
      }
    }
    if (text !== undefined) {
      yield text;
    }
  }
}

function judge(
  route: string,
  part: Part,
  text: string,
  json: JsonText,
  writer: Party,
  reader: Party,
): Counterexample | undefined {
  const outcome = exchange(part, text, json, writer, reader);
  if (outcome.kind === "accepted" || outcome.kind === "no message") {
    return undefined;
  }
  const again = (value: unknown): Outcome => exchange(part, json.stringify(value), json, writer, reader);
  const path = outcome.kind === "refused" ? placeOf(outcome.path) : undefined;
  // Lenient readers keep tags that they do not know, which no writer has written.
  const isStrict = part === "arg" || isAccepted(writer, part, json.parse(text));
  const smallest = shrink(json.parse(text), (value) => {
    const result = again(value);
    return (
      (!isStrict || isAccepted(writer, part, value)) &&
      result.kind === outcome.kind &&
      (result.kind !== "refused" || placeOf(result.path) === path)
    );
  });
  const result = again(smallest);
  return {
    route,
    part,
    outcome: outcome.kind,
    json: json.stringify(smallest),
    ...(result.kind === "refused" && { refusal: { path: result.path, message: result.message } }),
    ...(result.kind === "altered" && {
      readings: { writer: json.stringify(result.written), reader: json.stringify(result.read) },
    }),
  };
}

function isAccepted({ codecs }: Party, part: Part, json: unknown): boolean {
  try {
    codecs.decode(part, json, true);
    return true;
  } catch {
    return false;
  }
}

function keyOf({ outcome, refusal }: Counterexample): string {
  return `${outcome} ${placeOf(refusal?.path ?? "")}`;
}

/** A path without indexes. */
function placeOf(path: string): string {
  return path.replace(/\[\d+\]/g, "[]");
}
