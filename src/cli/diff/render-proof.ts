import type { Finding, Proof } from "../../diff/report.js";
import { sentence } from "../../project/failure.js";
import { abbreviateMessage } from "./abbreviate-message.js";

/** The message that shows an effect, with what its reader says, in indented lines. */
export function renderProof({ direction, status, json, refusal, readings }: Proof): readonly string[] {
  const [writer, reader] =
    direction === "request"
      ? ["An old client sends", "A new server reports"]
      : ["A new server answers", "An old client reports"];
  if (status !== "executed" || json === undefined) {
    return whyUnproved(status, direction);
  }
  const outcome =
    readings === undefined
      ? [`    ${reader}: ${refusal === undefined ? "refused." : sentence(refusal.message.replace(/\.$/, ""))}`]
      : [`    The writer means: ${readings.writer}`, `    The reader takes it for: ${readings.reader}`];
  const message = refusal === undefined ? json : abbreviateMessage(json, refusal.path);
  return [`    ${writer}: ${message}`, ...outcome];
}

/** What the compiler says about old code, in indented lines. */
export function renderSourceErrors({ sourceErrors: { caller, server } = {} }: Pick<Finding, "sourceErrors">): string[] {
  return caller === server
    ? [...(caller === undefined ? [] : [`    Code of callers and handlers fails to compile: ${caller}`])]
    : [
        ...(caller === undefined ? [] : [`    Code of callers fails to compile: ${caller}`]),
        ...(server === undefined ? [] : [`    Code of handlers fails to compile: ${server}`]),
      ];
}

function whyUnproved(status: Proof["status"], direction: Proof["direction"]): readonly string[] {
  switch (status) {
    case "undecided":
      return [`    No message was found that shows the effect on the ${direction}.`];
    case "uninhabited":
      return [`    No ${direction} can contain it: the types on the way have no such value.`];
    case "described":
      return [`    A ${direction} that shows it is too long to be printed.`];
    default:
      return [];
  }
}
