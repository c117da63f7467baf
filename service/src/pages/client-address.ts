import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import type { Settings } from "../settings.js";

/** Returns the IP address of a browser. A trusted proxy appends the address that it sees to `X-Forwarded-For`. */
export function clientAddress(context: Pick<Context, "req">, { trustsProxy }: Settings): string {
  const forwarded = trustsProxy ? context.req.header("X-Forwarded-For")?.split(",").at(-1)?.trim() : undefined;
  return forwarded ?? getConnInfo(context as Context).remote.address ?? "";
}
