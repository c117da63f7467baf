import type { Context } from "hono";
import type { Backend } from "../backend.js";
import { clientAddress } from "./client-address.js";

/** The maximum number of characters of the subject that are logged. */
const longest = 100;

/**
 * Logs the rejection of something that only an attacker or a faulty app would send, with its subject: the page of a form, the
 * key of an app, which may be any text, or the reason for a passkey.
 */
export function logRefusal(
  { log, settings }: Pick<Backend, "log" | "settings">,
  context: Pick<Context, "req">,
  what: "form" | "credentials of an app" | "passkey",
  subject: string,
): void {
  log.warn({ subject: subject.slice(0, longest), address: clientAddress(context, settings) }, `refused ${what}`);
}
