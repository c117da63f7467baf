import type { EncodeOptions } from "../codecs/check.js";
import { DecodeError } from "../codecs/codec-error.js";
import { jsonReader, type ClientState } from "./core.js";
import type { CallOptions, InvalidReply, Validate } from "./options.js";
import type { RouteInfo } from "../routes/route.js";

/** How the replies to a call are read. */
export interface ReplyReader {
  /** Parses JSON text. */
  readonly parse: (text: string) => unknown;
  readonly validate: Validate;
  readonly onInvalid: (invalid: InvalidReply) => void;
}

/** How a client reads the replies to a call with these options. */
export function replyReader(client: ClientState, options: CallOptions): ReplyReader {
  const { validate = "throw", onInvalid = warn } = client.options();
  return { parse: jsonReader(client), validate: options.validate ?? validate, onInvalid };
}

/**
 * How a client encodes the arguments of a call. A value that came back unvalidated may have fields that are newer than
 * this package; it can be sent all the same, without them.
 */
export function argumentOptions(client: ClientState, options: CallOptions): EncodeOptions {
  return { refuseUnknownFields: (options.validate ?? client.options().validate ?? "throw") === "throw" };
}

/** Decodes JSON as strictly as the reader wants. Throws a {@link DecodeError} if it is to be thrown. */
export function readValue<T>(
  route: RouteInfo,
  part: InvalidReply["part"],
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

function warn({ route, part, reason }: InvalidReply): void {
  console.warn(`${route}: the ${part} does not match its type: ${reason}`);
}
