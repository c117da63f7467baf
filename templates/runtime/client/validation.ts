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
 * Returns the JSON of an argument. Depending on `validate`, unknown fields are rejected, reported and omitted, or just omitted:
 * a value that was received unvalidated may have fields newer than this package and can still be sent. Throws an
 * {@link ArgumentError}.
 */
export function encodeArgument<ArgInput>(
  client: ClientState,
  route: RouteInfo & { readonly encodeArg: Encode<ArgInput> },
  arg: ArgInput,
  options: CallOptions,
): unknown {
  const strictly = (): unknown => route.encodeArg(arg, { refuseUnknownFields: true });
  const leniently = (): unknown => route.encodeArg(arg);
  try {
    return validated(route, "argument", strictly, leniently, replyReader(client, options));
  } catch (thrown) {
    throw thrown instanceof EncodeError ? new ArgumentError(route.path, thrown) : thrown;
  }
}

/** Decodes JSON and handles mismatches as `validate` says. Throws a {@link DecodeError} with `"throw"`. */
export function readValue<T>(
  route: RouteInfo,
  part: "result" | "error",
  json: unknown,
  decode: (json: unknown) => T,
  reader: ReplyReader,
): T {
  return validated(
    route,
    part,
    () => decode(json),
    () => json as T,
    reader,
  );
}

/** What `check` returns or, if `validate` tolerates its mismatch, what `otherwise` returns. */
function validated<T>(
  route: RouteInfo,
  part: InvalidValue["part"],
  check: () => T,
  otherwise: () => T,
  { validate, onInvalid }: ReplyReader,
): T {
  if (validate === "off") {
    return otherwise();
  }
  try {
    return check();
  } catch (thrown) {
    const isUnknownField = thrown instanceof EncodeError && thrown.code === "unknown-field";
    if (validate === "throw" || !(isUnknownField || thrown instanceof DecodeError)) {
      throw thrown;
    }
    const value = otherwise();
    onInvalid({ route: route.path, part, path: thrown.path, reason: thrown.message, cause: thrown });
    return value;
  }
}

function warn({ route, part, reason }: InvalidValue): void {
  console.warn(`${route}: the ${part} does not match its type: ${reason}`);
}
