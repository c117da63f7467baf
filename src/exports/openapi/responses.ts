import type { Printed } from "../../ir/print-json.js";

const text = { "text/plain": { schema: { type: "string" } } } as const;

/**
 * An error of the service itself, such as an expired token. Its `error` is not described, so that `"error" in error`
 * narrows an error to that of the operation.
 */
const serviceError = {
  "application/json": { schema: { type: "object", properties: { error_summary: { type: "string" } } } },
  ...text,
} as const;

/** The schema of a message that may be shown to people. No type has its name, because names of types contain a dot. */
export const userMessage: Printed = {
  description: "Text that may be shown to people, and its language.",
  type: "object",
  properties: { text: { type: "string" }, locale: { type: "string" } },
  required: ["text"],
};

/** The responses that all operations share, by name. */
export const sharedResponses: { readonly [name: string]: Printed } = {
  BadRequest: { description: "The request is invalid. The text explains why.", content: text },
  Unauthorized: { description: "The credentials are missing, invalid or expired.", content: serviceError },
  Forbidden: { description: "The credentials do not permit this call.", content: serviceError },
  TooManyRequests: {
    description: "The rate limit is exceeded.",
    headers: { "Retry-After": { description: "When to try again, in seconds.", schema: { type: "integer" } } },
    content: {
      "application/json": { schema: { type: "object", properties: { reason: {} } } },
      ...text,
    },
  },
  ServerError: { description: "The service failed. Retry later.", content: text },
};

/** The shared responses by status. */
export const sharedStatuses: { readonly [status: string]: Printed } = Object.fromEntries(
  [
    ["400", "BadRequest"],
    ["401", "Unauthorized"],
    ["403", "Forbidden"],
    ["429", "TooManyRequests"],
    ["5XX", "ServerError"],
  ].map(([status = "", name = ""]) => [status, { $ref: `#/components/responses/${name}` }]),
);
