import { badRequest, Refusal } from "./refusal.js";
import { textReply } from "./reply.js";

/** The answer to a body that is larger than `limit` bytes (status 413). */
export function bodyTooLarge(limit: number): Refusal {
  return refusal(413, `The request body is larger than ${limit} bytes`);
}

/** The answer to a body that ends too early: mostly nobody is left to read it. */
export function bodyIncomplete(): Refusal {
  return badRequest("The request body did not arrive whole");
}

/** The answer to a body that does not come (status 408). */
export function bodyTooSlow(): Refusal {
  return refusal(408, "The request body did not arrive in time");
}

function refusal(status: number, message: string): Refusal {
  return new Refusal(message, textReply(status, message));
}
