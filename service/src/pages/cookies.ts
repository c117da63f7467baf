import type { Context } from "hono";
import { generateCookie, getCookie } from "hono/cookie";
import type { Settings } from "../settings.js";

/** Returns the value of a cookie; empty if there is none. */
export function readCookie(context: Pick<Context, "req">, settings: Settings, name: string): string {
  const { prefix } = nameOf(settings);
  return getCookie(context as Context, name, prefix) ?? "";
}

/** Sets a cookie that scripts and other sites cannot use, for a number of seconds. */
export function writeCookie(
  context: Pick<Context, "header">,
  settings: Settings,
  name: string,
  value: string,
  maxAge: number,
): void {
  const options = { ...nameOf(settings), httpOnly: true, sameSite: "Lax", path: "/", maxAge } as const;
  context.header("Set-Cookie", generateCookie(name, value, options), { append: true });
}

/**
 * Over HTTPS, the names start with `__Host-`: other hosts of the same domain and unencrypted pages cannot set such cookies, so
 * no one can give a browser their own session.
 */
function nameOf({ webUrl }: Settings): { readonly secure: boolean; readonly prefix?: "host" } {
  return webUrl?.startsWith("https:") === true ? { secure: true, prefix: "host" } : { secure: false };
}
