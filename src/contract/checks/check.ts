import type { Context } from "../../generator/facts/context.js";
import type { Problem } from "../findings/problem.js";
import type { Exchange } from "../http/exchange.js";
import type { RouteCodecs } from "../route-codecs.js";

/** The arguments of a check that are the same for all exchanges of a run. */
export interface CheckedApi {
  /** The context of the view that the caller has of the API. */
  readonly context: Context;
  /** Whether the server may be newer than the specification. */
  readonly isNewer: boolean;
  /** In milliseconds. */
  readonly timeout: number;
}

/** Returns the problem of a reply. Applies to valid calls and to calls that the server must refuse. */
export type Check = (exchange: Exchange, api: CheckedApi, codecs: RouteCodecs) => Problem | undefined;
