import type { SignNotification } from "./data.js";
import type { TwinWebhook } from "./options.js";
import { TwinError } from "./outcome.js";

/**
 * Signs a notification, and posts it to a handler or a URL. Returns the response. Rejects with a {@link TwinError} if the package
 * has no webhooks, or the Twin no receiver.
 */
export async function postNotification(
  sign: SignNotification | undefined,
  payload: never,
  webhook: TwinWebhook | undefined,
): Promise<Response> {
  if (sign === undefined) {
    throw new TwinError("The package has no webhooks: its configuration names no 'binding.webhooks'");
  }
  if (webhook === undefined) {
    throw new TwinError("The Twin has no receiver of notifications. Create it with the option webhook: { to, secret }");
  }
  const { to, secret } = webhook;
  const { body, headers } = await sign(payload, secret);
  const options = { method: "POST", headers, body };
  return typeof to === "function" ? to(new Request("http://twin/webhook", options)) : fetch(to, options);
}
