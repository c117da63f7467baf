import type { AnyErrorTags, ErrorTags } from "../routes/error-summary.js";
import { abortReason } from "../errors/abort.js";
import { authorization, idempotence, requestHead, withArgument } from "./request.js";
import { exchange, startCall, type Call, type Exchange } from "./call.js";
import { withContentHash } from "./content-check.js";
import { newCall, timeLimits, type CallState, type ClientCore } from "./core.js";
import type { CallOptions, Progress } from "./options.js";
import { TimeoutError } from "./errors.js";
import { readReply, wholeResponse, type Reply } from "./reply.js";
import { checkStyle } from "../routes/route.js";
import { whenLoaded, type CallableRoute, type LoadableRoute } from "./lazy-route.js";
import { streamsRequests, type RequestBody } from "./platform.js";
import { collect, isRepeatable, openContent, receiveContent, type UploadContent } from "./upload-content.js";
import { sendContent, streamBody } from "./upload-progress.js";
import { encodeArgument, replyReader } from "./validation.js";

/** The options of an upload. */
export interface UploadOptions<Tags extends AnyErrorTags = never> extends CallOptions<Tags> {
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
  options: UploadOptions<ErrorTags<E>> = {},
): Call<Result, E> {
  receiveContent(content);
  return startCall(newCall(core, options), route, arg, (state, route, arg) =>
    performUpload(state, route, arg, content),
  );
}

/** Rejects if {@link upload} would reject a call before it sends anything: by its argument, headers, URL or credentials. */
export async function checkUpload<ArgInput>(
  core: ClientCore,
  route: LoadableRoute<ArgInput, unknown, unknown>,
  arg: ArgInput,
  options: UploadOptions,
): Promise<void> {
  // Mismatches that are only reported are reported by the upload itself.
  const validate = replyReader(newCall(core, options)).validate === "throw" ? "throw" : "off";
  const state = newCall(core, { ...options, validate });
  await whenLoaded(state, route, arg, options, async (route, arg) => {
    const json = encodeArgument(state, route, arg);
    requestHead(state, withArgument(state, { route }, json), await authorization(state, route));
  });
}

/** Says in the message of a failure why the upload is not retried. */
function unrepeated(failure: unknown): unknown {
  if (failure instanceof Error) {
    failure.message += " (not retried, because the content is a stream: pass a function that opens it)";
  }
  return failure;
}

async function performUpload<ArgInput, Result, E>(
  state: CallState<UploadOptions<AnyErrorTags>>,
  route: CallableRoute<ArgInput, Result, E>,
  arg: ArgInput,
  content: UploadContent,
): Promise<Reply<Result>> {
  checkStyle(state.binding, route, "upload", "upload");
  const json = await withContentHash(state, route, arg, encodeArgument(state, route, arg), content);
  const { onProgress, size } = state.callOptions;
  const { idleMs } = timeLimits(state, state.callOptions);
  const expired = (milliseconds: number): TimeoutError => new TimeoutError(route.path, milliseconds, "no progress");
  // Aborted when the attempt is over, or with the error that ends it.
  let attempt = new AbortController();
  const plan: Exchange<Reply<Result>> = {
    route,
    contentType: "application/octet-stream",
    async body() {
      const current = (attempt = new AbortController());
      const opened = await openContent(content, { ended: current.signal, idleMs, expired });
      if (!("next" in opened)) {
        return opened as RequestBody;
      }
      return streamsRequests() ? streamBody(opened, current) : ((await collect(opened)) as RequestBody);
    },
    release: () => attempt.abort(),
    isRepeatable: isRepeatable(content),
    unrepeated,
    ...idempotence(state, route),
    read: async (response) => readReply(route, await wholeResponse(route, response), replyReader(state)),
    transmit: (request, send) => sendContent(state, request, send, { attempt, size, onProgress, idleMs, expired }),
    failure: () => (attempt.signal.aborted ? abortReason(attempt.signal) : undefined),
  };
  return exchange(state, withArgument(state, plan, json));
}
