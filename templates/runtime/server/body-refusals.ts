import { badRequest, Refusal } from "./refusal.js";
import { textReply } from "./reply.js";

/** The response to a body that is larger than `limit` bytes (status 413). */
export function bodyTooLarge(limit: number): Refusal {
  return refusal(413, `The request body is larger than ${limit} bytes`);
}

/** The response to an incomplete body; the caller has usually disconnected. */
export function bodyIncomplete(): Refusal {
  return badRequest("The request body is incomplete");
}

/** The response to a body that does not arrive in time (status 408). */
export function bodyTooSlow(): Refusal {
  return refusal(408, "The request body did not arrive in time");
}

function refusal(status: number, message: string): Refusal {
  return new Refusal(message, textReply(status, message));
}
