import type { Part } from "../verdict.js";
import { exchange, type JsonText, type Outcome, type Party } from "./exchange.js";
import { shrink } from "./shrink.js";

/** A message of one side that the other side rejects or misreads. */
export interface Counterexample {
  readonly route: string;
  readonly part: Part;
  readonly outcome: Exclude<Outcome["kind"], "accepted" | "no message">;
  /** The message in its smallest form. */
  readonly json: string;
  /** Where and why it is rejected. */
  readonly refusal?: Refusal;
  /** The interpretations of writer and reader, as JSON text. */
  readonly readings?: { readonly writer: string; readonly reader: string };
}

export interface Refusal {
  readonly path: string;
  readonly message: string;
}

/** A part of a route, the side that writes it, and the side that reads it. */
export interface Exchange {
  readonly route: string;
  readonly part: Part;
  readonly writer: Party;
  readonly reader: Party;
}

/** The result of reading a message that is rejected or misread. */
export type Failure = Extract<Outcome, { readonly kind: Counterexample["outcome"] }>;

/** A message that is rejected or misread. */
export interface FailedMessage {
  readonly exchange: Exchange;
  readonly text: string;
  readonly failure: Failure;
}

/** Returns why a message fails; undefined if the reader understands it, or if its own side also rejects it. */
export function findFailure({ part, writer, reader }: Exchange, text: string, json: JsonText): Failure | undefined {
  const outcome = exchange(part, json.parse(text), writer, reader);
  return outcome.kind === "accepted" || outcome.kind === "no message" ? undefined : outcome;
}

/**
 * Returns the smallest form of a message that fails in the same way: the outcome is the same, and a rejection is similar to
 * the first one, according to `isSimilar`.
 */
export function shrinkMessage(
  { exchange: { route, part, writer, reader }, text, failure: first }: FailedMessage,
  json: JsonText,
  isSimilar: (refusal: Refusal, first: Refusal, message: unknown) => boolean = isAtSamePlace,
): Counterexample {
  const message = json.parse(text);
  // Lenient readers keep unknown tags, which no writer produces.
  const isStrict = part === "arg" || isAccepted(writer, part, message);
  const smallest = shrink(message, (value) => {
    const result = exchange(part, value, writer, reader);
    return (
      result.kind === first.kind &&
      (result.kind !== "refused" || first.kind !== "refused" || isSimilar(result, first, value)) &&
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

/** Whether messages are rejected at the same place, regardless of indexes of items. */
export function isAtSamePlace(refusal: Refusal, first: Refusal): boolean {
  return placeOf(refusal.path) === placeOf(first.path);
}

/** Returns a path without indexes. */
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
