import type { Context } from "../../facts/context.js";
import type { Problem } from "../findings/problem.js";
import type { Exchange } from "../http/exchange.js";
import type { RouteCodecs } from "../route-codecs.js";

/** What checks are given besides the exchange. */
export interface CheckedApi {
  /** The context of a caller's view. */
  readonly context: Context;
  /** Whether the server may be newer than the specification. */
  readonly isNewer: boolean;
  /** The time from which a reply is slow, in milliseconds; undefined if no reply counts as slow. */
  readonly slow: number | undefined;
  /** In milliseconds. */
  readonly timeout: number;
}

/** Finds what is wrong with a reply, whether or not the call had to be refused. */
export type Check = (exchange: Exchange, api: CheckedApi, codecs: RouteCodecs) => Problem | undefined;
