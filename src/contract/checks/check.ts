import type { Context } from "../../facts/context.js";
import type { Problem } from "../findings/problem.js";
import type { Exchange } from "../http/exchange.js";
import type { RouteCodecs } from "../route-codecs.js";

/** What checks know besides the exchange. */
export interface CheckedApi {
  /** That of a caller's view. */
  readonly context: Context;
  /** Whether the server may be newer than the specification. */
  readonly isNewer: boolean;
  /** From so many milliseconds on, a reply is slow; undefined if none is. */
  readonly slow: number | undefined;
  /** In milliseconds. */
  readonly timeout: number;
}

/** Finds what is wrong with the reply to any call, also one that must be refused. */
export type Check = (exchange: Exchange, api: CheckedApi, codecs: RouteCodecs) => Problem | undefined;
