import { abortReason } from "../errors/abort.js";
import { withArgument } from "./argument.js";
import { aroundCall } from "./around-call.js";
import type { Exchange } from "./attempt.js";
import { authorization } from "./authorization.js";
import { createCall, type Call } from "./call.js";
import { withContentHash } from "./content-check.js";
import { clientState, type ClientCore, type ClientState } from "./core.js";
import type { CallOptions, Progress } from "./options.js";
import { TimeoutError } from "./errors.js";
import { exchange, timeLimits } from "./exchange.js";
import { idempotence } from "./idempotency.js";
import { readReply, type Reply } from "./reply.js";
import { requestHead } from "./request.js";
import { checkStyle } from "../routes/route-attributes.js";
import { whenLoaded, type LoadableRoute } from "./loadable-route.js";
import type { CallableRoute } from "./callable-route.js";
import type { RequestBody } from "./platform-types.js";
import { collect, isRepeatable, openContent, receiveContent, type UploadContent } from "./upload-content.js";
import { sendContent, streamBody } from "./upload-progress.js";
import { encodeArgument, replyReader } from "./validation.js";
import { wholeResponse } from "./whole-response.js";
import { streamsRequests } from "./xml-http-request.js";

/** The options of an upload. */
export interface UploadOptions extends CallOptions {
  /** Called with the number of bytes sent so far, which restarts from 0 if the upload is retried. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** The size of a stream in bytes, as the `total` of its progress: `(await stat(path)).size` for a file in Node. */
  readonly size?: number | undefined;
}

/**
 * Calls a route with content, which is streamed if the platform supports it. An upload is retried only if its content
 * can be read again: a stream or an iterable must be passed as a function that returns a new one. Rejects like `call`.
 */
export function upload<ArgInput, Result, E>(
  core: ClientCore,
  route: LoadableRoute<ArgInput, Result, E>,
  arg: ArgInput,
  content: UploadContent,
  options: UploadOptions = {},
): Call<Result, E> {
  const client = core[clientState];
  receiveContent(content);
  const reply = aroundCall(client, route, arg, options, (route, arg, options) =>
    performUpload(client, route, arg, content, options),
  );
  return createCall(route.path, reply);
}

/** Rejects if {@link upload} would reject a call before it sends anything: by its argument, headers, URL or credentials. */
export async function checkUpload<ArgInput>(
  core: ClientCore,
  route: LoadableRoute<ArgInput, unknown, unknown>,
  arg: ArgInput,
  options: UploadOptions,
): Promise<void> {
  const client = core[clientState];
  // Mismatches that are only reported are reported by the upload itself.
  const validate = replyReader(client, options).validate === "throw" ? "throw" : "off";
  await whenLoaded(client, route, arg, options, async (route, arg, options) => {
    const json = encodeArgument(client, route, arg, { ...options, validate });
    requestHead(client, withArgument(client, { route }, json), await authorization(client, route), options);
  });
}

async function performUpload<ArgInput, Result, E>(
  client: ClientState,
  route: CallableRoute<ArgInput, Result, E>,
  arg: ArgInput,
  content: UploadContent,
  options: UploadOptions,
): Promise<Reply<Result>> {
  checkStyle(client.binding, route, "upload", "upload");
  const encoded = encodeArgument(client, route, arg, options);
  const json = await withContentHash(client, route, arg, encoded, content, options);
  const { onProgress, size } = options;
  const { idle } = timeLimits(client, options);
  const expired = (milliseconds: number): TimeoutError => new TimeoutError(route.path, milliseconds, "no progress");
  // Aborted when the attempt is over, or with the error that ends it.
  let attempt = new AbortController();
  const plan: Exchange<Reply<Result>> = {
    route,
    contentType: "application/octet-stream",
    async body() {
      const current = (attempt = new AbortController());
      const opened = await openContent(content, { ended: current.signal, idle, expired });
      if (!("next" in opened)) {
        return opened as RequestBody;
      }
      return streamsRequests() ? streamBody(opened, current) : ((await collect(opened)) as RequestBody);
    },
    release: () => attempt.abort(),
    isRepeatable: isRepeatable(content),
    ...idempotence(client, route, options),
    read: async (response) => readReply(route, await wholeResponse(route, response), replyReader(client, options)),
    transmit: (request, send) => sendContent(client, request, send, { attempt, size, onProgress, idle, expired }),
    failure: () => (attempt.signal.aborted ? abortReason(attempt.signal) : undefined),
  };
  return exchange(client, withArgument(client, plan, json), options);
}
