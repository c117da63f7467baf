import type { Context } from "../../generator/facts/context.js";
import type { Json } from "../../ir/api.js";
import type { Problem } from "../findings/problem.js";
import type { Exchange } from "../http/exchange.js";

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

/** The generated decoders of a route. */
export interface RouteCodecs {
  /** Throws an error if the JSON does not match the type of the part. Strict decoding also refuses unknown fields and tags. */
  decode(part: "arg" | "result" | "error", json: Json, isStrict: boolean): unknown;
}

/** Loads the decoders of a route. */
export type LoadCodecs = (route: string) => Promise<RouteCodecs>;

/** Why JSON does not match a type. */
export interface CodecMismatch {
  readonly message: string;
  readonly code: string;
  readonly segments: readonly (string | number)[];
}

/** Returns why a decoder refuses the JSON; undefined if the decoder accepts it. */
export function findMismatch(
  codecs: RouteCodecs,
  part: "arg" | "result" | "error",
  json: Json,
  isStrict: boolean,
): CodecMismatch | undefined {
  try {
    codecs.decode(part, json, isStrict);
    return undefined;
  } catch (thrown) {
    // The generated package has its own class, so its errors are recognized by their members.
    if (thrown instanceof Error && "segments" in thrown && "code" in thrown) {
      return {
        message: thrown.message,
        code: String(thrown.code),
        segments: thrown.segments as CodecMismatch["segments"],
      };
    }
    throw thrown;
  }
}
