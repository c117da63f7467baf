import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import type { Backend } from "../backend.js";
import type { Settings } from "../settings.js";

/** Returns the IP address of a browser. A trusted proxy appends the address that it sees to `X-Forwarded-For`. */
export function clientAddress(context: Pick<Context, "req">, { trustsProxy }: Settings): string {
  const forwarded = trustsProxy ? context.req.header("X-Forwarded-For")?.split(",").at(-1)?.trim() : undefined;
  return forwarded ?? getConnInfo(context as Context).remote.address ?? "";
}

const browsers = [
  ["Edg/", "Edge"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;

const systems = [
  ["Windows", "Windows"],
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Mac OS X", "macOS"],
  ["Linux", "Linux"],
] as const;

/** Returns the name of a browser by its `User-Agent`, such as `Chrome on Linux`; the header itself for unknown browsers. */
export function describeBrowser(userAgent: string): string {
  const [browser, system] = [browsers, systems].map((all) => all.find(([mark]) => userAgent.includes(mark))?.[1]);
  return browser === undefined || system === undefined ? userAgent : `${browser} on ${system}`;
}

/** The maximum number of characters of the subject that are logged. */
const longestSubject = 100;

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
  log.warn({ subject: subject.slice(0, longestSubject), address: clientAddress(context, settings) }, `refused ${what}`);
}
