import { badRequest, Refusal } from "./refusal.js";
import { textReply } from "./reply.js";

/** Returns an error for a body that is larger than `limit` bytes (status 413). */
export function bodyTooLarge(limit: number): Refusal {
  return refusal(413, `The request body is larger than ${limit} bytes`);
}

/** Returns an error for an incomplete body (status 400). Usually the caller has disconnected. */
export function bodyIncomplete(): Refusal {
  return badRequest("The request body is incomplete");
}

/** Returns an error for a body that does not arrive in time (status 408). */
export function bodyTooSlow(): Refusal {
  return refusal(408, "The request body did not arrive in time");
}

function refusal(status: number, message: string): Refusal {
  return new Refusal(message, textReply(status, message));
}
