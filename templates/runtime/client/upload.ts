import { withArgument } from "./argument.js";
import { aroundCall } from "./around-call.js";
import type { Exchange } from "./attempt.js";
import { authorization } from "./authorization.js";
import { createCall, type Call } from "./call.js";
import { clientState, type ClientCore, type ClientState } from "./core.js";
import type { CallOptions, Progress } from "./options.js";
import { exchange } from "./exchange.js";
import { idempotence } from "./idempotency.js";
import { readReply, type Reply } from "./reply.js";
import { requestHead } from "./request.js";
import { checkStyle } from "../routes/route-attributes.js";
import { whenLoaded, type LoadableRoute } from "./loadable-route.js";
import type { CallableRoute } from "./callable-route.js";
import { isRepeatable, openContent, type UploadContent } from "./upload-content.js";
import { sendWithProgress } from "./upload-progress.js";
import { encodeArgument, replyReader } from "./validation.js";
import { wholeResponse } from "./whole-response.js";

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
  const json = encodeArgument(client, route, arg, options);
  const { onProgress, size } = options;
  let attempt = new AbortController();
  const plan: Exchange<Reply<Result>> = {
    route,
    contentType: "application/octet-stream",
    async body() {
      const { signal } = (attempt = new AbortController());
      const opened = await openContent(content);
      signal.addEventListener("abort", opened.release);
      return opened.body;
    },
    release: () => attempt.abort(),
    isRepeatable: isRepeatable(content),
    ...idempotence(client, route, options),
    read: async (response) => readReply(route, await wholeResponse(route, response), replyReader(client, options)),
    ...(onProgress && {
      transmit: (request, send) => sendWithProgress(client, request, send, attempt.signal, size, onProgress),
    }),
  };
  return exchange(client, withArgument(client, plan, json), options);
}
