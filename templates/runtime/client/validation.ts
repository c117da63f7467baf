import type { Encode } from "../codecs/check.js";
import { DecodeError, EncodeError } from "../codecs/codec-error.js";
import { jsonText, type CallState } from "./core.js";
import { ArgumentError } from "./errors.js";
import type { InvalidValue, Validate } from "./options.js";
import type { RouteInfo } from "../routes/route.js";

/** How the responses to a call are read. */
export interface ReplyReader {
  /** Parses JSON text. */
  readonly parse: (text: string) => unknown;
  readonly validate: Validate;
  readonly onInvalid: (invalid: InvalidValue) => void;
}

/** Returns how the responses to a call are read. */
export function replyReader(state: CallState): ReplyReader {
  const { validate = "throw", onInvalid = warn } = state.options();
  return { parse: (text) => jsonText(state).parse(text), validate: state.callOptions.validate ?? validate, onInvalid };
}

/**
 * Returns the JSON of an argument. Depending on `validate`, unknown fields are rejected, reported and omitted, or just omitted:
 * a value that was received unvalidated may have fields newer than this package and can still be sent. Throws an
 * {@link ArgumentError}.
 */
export function encodeArgument<ArgInput>(
  state: CallState,
  route: RouteInfo & { readonly encodeArg: Encode<ArgInput> },
  arg: ArgInput,
): unknown {
  const strictly = (): unknown => route.encodeArg(arg, { refuseUnknownFields: true });
  const leniently = (): unknown => route.encodeArg(arg);
  try {
    return validated(route, "argument", strictly, leniently, replyReader(state));
  } catch (thrown) {
    throw thrown instanceof EncodeError ? new ArgumentError(route.path, thrown) : thrown;
  }
}

/**
 * Returns what `check` returns or, if `validate` tolerates its mismatch, what `otherwise` returns. Throws a {@link DecodeError} or an
 * {@link EncodeError} with `"throw"`.
 */
export function validated<T>(
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
