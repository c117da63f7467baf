import type { Encode } from "../codecs/check.js";
import { DecodeError, EncodeError } from "../codecs/codec-error.js";
import { jsonReader, type ClientState } from "./core.js";
import { ArgumentError } from "./errors.js";
import type { CallOptions, InvalidValue, Validate } from "./options.js";
import type { RouteInfo } from "../routes/route.js";

/** How the responses to a call are read. */
export interface ReplyReader {
  /** Parses JSON text. */
  readonly parse: (text: string) => unknown;
  readonly validate: Validate;
  readonly onInvalid: (invalid: InvalidValue) => void;
}

/** How a client reads the responses to a call with these options. */
export function replyReader(client: ClientState, options: CallOptions): ReplyReader {
  const { validate = "throw", onInvalid = warn } = client.options();
  return { parse: jsonReader(client), validate: options.validate ?? validate, onInvalid };
}

/**
 * The JSON of an argument. Depending on `validate`, unknown fields are rejected, reported and omitted, or just omitted:
 * a value that was received unvalidated may have fields newer than this package and can still be sent. Throws an
 * {@link ArgumentError}.
 */
export function encodeArgument<ArgInput>(
  client: ClientState,
  route: RouteInfo & { readonly encodeArg: Encode<ArgInput> },
  arg: ArgInput,
  options: CallOptions,
): unknown {
  try {
    return encodeTolerantly(client, route, arg, options);
  } catch (thrown) {
    throw thrown instanceof EncodeError ? new ArgumentError(route.path, thrown) : thrown;
  }
}

function encodeTolerantly<ArgInput>(
  client: ClientState,
  route: RouteInfo & { readonly encodeArg: Encode<ArgInput> },
  arg: ArgInput,
  options: CallOptions,
): unknown {
  const { validate, onInvalid } = replyReader(client, options);
  if (validate === "off") {
    return route.encodeArg(arg);
  }
  try {
    return route.encodeArg(arg, { refuseUnknownFields: true });
  } catch (thrown) {
    if (validate === "throw" || !(thrown instanceof EncodeError) || thrown.code !== "unknown-field") {
      throw thrown;
    }
    const json = route.encodeArg(arg);
    onInvalid({ route: route.path, part: "argument", path: thrown.path, reason: thrown.message, cause: thrown });
    return json;
  }
}

/** Decodes JSON and handles mismatches as `validate` says. Throws a {@link DecodeError} with `"throw"`. */
export function readValue<T>(
  route: RouteInfo,
  part: "result" | "error",
  json: unknown,
  decode: (json: unknown) => T,
  { validate, onInvalid }: ReplyReader,
): T {
  if (validate === "off") {
    return json as T;
  }
  try {
    return decode(json);
  } catch (thrown) {
    if (validate === "throw" || !(thrown instanceof DecodeError)) {
      throw thrown;
    }
    onInvalid({ route: route.path, part, path: thrown.path, reason: thrown.message, cause: thrown });
    return json as T;
  }
}

function warn({ route, part, reason }: InvalidValue): void {
  console.warn(`${route}: the ${part} does not match its type: ${reason}`);
}
