import type { Part } from "../verdict.js";
import { exchange, type JsonText, type Outcome, type Party } from "./exchange.js";
import { shrink } from "./shrink.js";

/** A message that one side writes, and that the other side refuses or takes for something else. */
export interface Counterexample {
  readonly route: string;
  readonly part: Part;
  readonly outcome: Exclude<Outcome["kind"], "accepted" | "no message">;
  /** The message, as small as it gets. */
  readonly json: string;
  /** Where and why it is refused. */
  readonly refusal?: Refusal;
  /** What writer and reader take it for, as JSON text. */
  readonly readings?: { readonly writer: string; readonly reader: string };
}

export interface Refusal {
  readonly path: string;
  readonly message: string;
}

/** A part of a route, the side that writes it and the side that reads it. */
export interface Exchange {
  readonly route: string;
  readonly part: Part;
  readonly writer: Party;
  readonly reader: Party;
}

/** What happens to a message that is not understood. */
export type Failure = Extract<Outcome, { readonly kind: Counterexample["outcome"] }>;

/** A message that is not understood. */
export interface FailedMessage {
  readonly exchange: Exchange;
  readonly text: string;
  readonly failure: Failure;
}

/** What happens to a message; undefined if it is understood, or if its own side refuses it, too. */
export function findFailure({ part, writer, reader }: Exchange, text: string, json: JsonText): Failure | undefined {
  const outcome = exchange(part, json.parse(text), writer, reader);
  return outcome.kind === "accepted" || outcome.kind === "no message" ? undefined : outcome;
}

/**
 * What shows that a message is not understood, in its smallest form: it is refused at the same place, and `isSimilar` to
 * the first refusal.
 */
export function shrinkMessage(
  { exchange: { route, part, writer, reader }, text, failure: first }: FailedMessage,
  json: JsonText,
  isSimilar: (refusal: Refusal, first: Refusal) => boolean = isAtSamePlace,
): Counterexample {
  const message = json.parse(text);
  // Lenient readers keep tags that they do not know, which no writer has written.
  const isStrict = part === "arg" || isAccepted(writer, part, message);
  const smallest = shrink(message, (value) => {
    const result = exchange(part, value, writer, reader);
    return (
      result.kind === first.kind &&
      (result.kind !== "refused" || first.kind !== "refused" || isSimilar(result, first)) &&
      (!isStrict || isAccepted(writer, part, value))
    );
  });
  const result = exchange(part, smallest, writer, reader);
  return {
    route,
    part,
    outcome: first.kind,
    json: json.stringify(smallest),
    ...(result.kind === "refused" && { refusal: { path: result.path, message: result.message } }),
    ...(result.kind === "altered" && {
      readings: { writer: json.stringify(result.written), reader: json.stringify(result.read) },
    }),
  };
}

/** Whether messages are refused at the same place, whatever the indexes of items. */
function isAtSamePlace(refusal: Refusal, first: Refusal): boolean {
  return placeOf(refusal.path) === placeOf(first.path);
}

/** A path without indexes. */
export function placeOf(path: string): string {
  return path.replace(/\[\d+\]/g, "[]");
}

function isAccepted({ codecs }: Party, part: Part, json: unknown): boolean {
  try {
    codecs.decode(part, json, true);
    return true;
  } catch {
    return false;
  }
}
