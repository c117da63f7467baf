import type { Proof } from "../../diff/report.js";
import { sentence } from "../../project/failure.js";
import { abbreviateMessage, abbreviateReading, stepsOfPath, stepsToDifference } from "./abbreviate-message.js";

/**
 * Returns a line with the sender and the message that demonstrates an effect, then lines with how the reader interprets it.
 * If there is no message, returns the reason, or nothing if the effect needs no message.
 */
export function renderProof(proof: Proof): readonly string[] {
  const shown = showMessage(proof);
  return shown === undefined ? whyNoMessage(proof) : [`${shown.writer}: ${shown.message}`, ...shown.outcome];
}

/** The printed form of a message that demonstrates an effect. */
interface ShownMessage {
  /** `An old client sends` */
  readonly writer: string;
  /** For a long message, only its relevant parts. */
  readonly message: string;
  /** The reader's error, or the sender's and the reader's interpretations, one per line. */
  readonly outcome: readonly string[];
}

/** Returns the message that demonstrates an effect; undefined if there is none. */
export function showMessage({ direction, json, refusal, readings }: Proof): ShownMessage | undefined {
  if (json === undefined) {
    return undefined;
  }
  const [writer, reader] =
    direction === "request"
      ? ["An old client sends", "A new server reports"]
      : ["A new server answers", "An old client reports"];
  if (readings === undefined) {
    const said = refusal === undefined ? "refused." : sentence(refusal.message.replace(/\.$/, ""));
    return {
      writer,
      message: abbreviateMessage(json, stepsOfPath(refusal?.path ?? "")),
      outcome: [`${reader}: ${said}`],
    };
  }
  const steps = stepsToDifference(readings.writer, readings.reader);
  const [means, takes] =
    direction === "request"
      ? ["The client means", "The server takes it for"]
      : ["The server means", "The client takes it for"];
  return {
    writer,
    message: abbreviateMessage(json, steps),
    outcome: [
      `${means}: ${abbreviateReading(readings.writer, steps)}`,
      `${takes}: ${abbreviateReading(readings.reader, steps)}`,
    ],
  };
}

/** Indents a line below the message of a finding. */
export function indent(line: string): string {
  return `    ${line}`;
}

function whyNoMessage({ status, direction }: Proof): readonly string[] {
  switch (status) {
    case "undecided":
      return [`No message was found that shows the effect on the ${direction}.`];
    case "uninhabited":
      return [`No ${direction} can contain it: a type on the path from the ${direction} to the change has no values.`];
    case "described":
      return [`The ${direction} that demonstrates the effect is too long to be printed.`];
    default:
      return [];
  }
}
