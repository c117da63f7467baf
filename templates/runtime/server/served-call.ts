import { authorize, readCredentials, withChallenge, checkPermission } from "./authorize.js";
import { badCall, bodyTooLarge, isRefusal, isRouteFailure, Refusal, type RouteFailure } from "./refusal.js";
import type { Binding } from "../routes/binding.js";
import { DecodeError } from "../codecs/codec-error.js";
import { preflightReply } from "./cross-origin.js";
import { contentReply, discard, type DownloadReply } from "./served-content.js";
import { errorPath, pathSummary } from "../routes/error-summary.js";
import { RunningRequest } from "./handler-request.js";
import { idempotencyKey, performOnce, type IdempotencyOptions } from "./idempotency.js";
import type { Selection } from "./authentication.js";
import { headerSafe, stringifyJson } from "../text/json.js";
import type { AcceptedCall, ServedRoute } from "./server-route.js";
import { bodyArgument, checkEncoding, checkUploadType, headArgument, type ReceivedJson } from "./argument.js";
import type { ErrorInfo, ServerOptions } from "./options.js";
import { jsonReply, textReply, withHeaders, withSafeHeaders, type ServerReply, type TextReply } from "./reply.js";
import type { RouteInfo } from "../routes/route.js";
import type { ServerRequest, ServerUrl } from "./request.js";
import { withTimeout } from "./time-limit.js";

const defaultBodyTimeout = 30_000;

/** The maximum length of the result of a download in bytes: Node accepts responses with at most 16 KiB of headers. */
const longestResult = 14_336;

/** A call of a route, from the request to the reply, including the data that may be logged. */
export class ServedCall<Context> {
  readonly route: RouteInfo;
  readonly request: ServerRequest;
  /** The path of the URL. */
  readonly path: string;
  /** The context of the caller, after it has been authenticated. */
  caller: Context | undefined;
  /** The argument, after it has been accepted. */
  arg: unknown;
  /** The argument for logs, after it has been accepted. */
  redactedArg: (() => unknown) | undefined;
  /** The path of the route error, if the reply is one. */
  errorPath: string | undefined;
  /** The id of the internal error, if there was one. */
  requestId: string | undefined;
  readonly #binding: Binding;
  readonly #options: ServerOptions<Context>;
  readonly #called: ServedRoute;
  readonly #query: string;
  /** The permissions of the caller; undefined until they are known. */
  #permissions: readonly string[] | undefined;
  /** The request that the handler receives; undefined until the handler runs. */
  #running: RunningRequest | undefined;

  constructor(
    binding: Binding,
    options: ServerOptions<Context>,
    called: ServedRoute,
    request: ServerRequest,
    { path, query }: ServerUrl,
  ) {
    this.#binding = binding;
    this.#options = options;
    this.#called = called;
    this.route = called.route;
    this.request = request;
    this.path = path;
    this.#query = query;
  }

  /**
   * Returns the reply; never rejects. The checks run in the same order for each call, so that a call with two mistakes always
   * gets the same reply; then the handler runs. Awaits as few promises as possible, because each takes about 1% of the time of
   * every call.
   */
  async reply(): Promise<ServerReply> {
    try {
      if (this.request.method === "OPTIONS") {
        return withSafeHeaders(this.#preflight());
      }
      this.#checkMethod();
      const credentials = readCredentials(this.#binding, this.#called, this.request, this.#query);
      const context = authorize(this.#called, credentials, await this.#options.authenticate(credentials.request));
      this.caller = context;
      if (context !== undefined && this.#options.hasPermission !== undefined) {
        await checkPermission(this.#options, this.#called, context);
      }
      this.#permissions = context === undefined ? undefined : this.#options.permissions?.(context);
      const received = this.#argument();
      const call = this.#accept(received instanceof Promise ? await received : received);
      const { maxUploadBytes = Infinity, bodyTimeoutMs = defaultBodyTimeout } = this.#options;
      const limits = { maxUploadBytes, bodyTimeoutMs };
      const running = new RunningRequest(this.route, this.request, credentials.selection, limits);
      this.#running = running;
      const { idempotency } = this.#options;
      if (idempotency !== undefined && context !== undefined) {
        const key = idempotencyKey(this.route, this.request);
        if (key !== undefined) {
          return await this.#once(key, idempotency, context, call, running, credentials.selection);
        }
      }
      const given = await this.#inTime(call.run(context, running), running, call);
      if (running.contentFailure !== undefined) {
        throw running.contentFailure;
      }
      const { json, download } = call.reply(given);
      return download === undefined ? jsonReply(200, stringifyJson(json)) : await this.#download(json, download);
    } catch (thrown) {
      return this.failure(thrown);
    } finally {
      this.#running?.end();
    }
  }

  /**
   * Returns the reply to a call that failed. Only handlers may fail with a route error. A failure of the uploaded content takes
   * precedence over whatever the handler does.
   */
  failure(thrown: unknown): ServerReply {
    const reason: unknown = this.#running?.contentFailure ?? thrown;
    if (this.#running === undefined || !isRouteFailure(reason)) {
      return this.#refusal(reason);
    }
    try {
      return this.#conflict(reason);
    } catch (mismatch) {
      return this.#refusal(mismatch);
    }
  }

  /** Returns the reply to a call that failed, but not with a route error. */
  #refusal(thrown: unknown): ServerReply {
    try {
      const refusal = isRefusal(thrown) ? thrown : this.#options.refusalFor?.(thrown, this.route);
      if (refusal === undefined) {
        return this.#giveUp(thrown);
      }
      this.errorPath = refusal.errorPath;
      const reply = refusal.replyWith(this.#options.random ?? Math.random);
      return withSafeHeaders(reply.status === 401 ? withChallenge(reply, this.#called) : reply);
    } catch (thrown) {
      return this.#giveUp(thrown);
    }
  }

  #preflight(): ServerReply {
    return preflightReply(this.#called.methods, this.#options.allowedOrigins, this.request, this.#query);
  }

  #checkMethod(): void {
    const { methods, route } = this.#called;
    if (!methods.includes(this.request.method)) {
      const message = `"${route.path}" must be called with ${methods.join(" or ")}`;
      throw new Refusal(message, withHeaders(textReply(405, message), { Allow: methods.join(", ") }));
    }
  }

  /** Reads the JSON of the argument, from the body or from the head, depending on the style of the route. */
  #argument(): ReceivedJson | Promise<ReceivedJson> {
    const { route, style } = this.#called;
    const { maxBodyBytes = 1_048_576, maxUploadBytes = Infinity, bodyTimeoutMs = defaultBodyTimeout } = this.#options;
    if (style !== "download") {
      checkEncoding(this.request);
    }
    if (style === "rpc") {
      return bodyArgument(this.#binding, route, this.request, maxBodyBytes, bodyTimeoutMs);
    }
    if (style === "upload") {
      checkUploadType(this.#binding, route, this.request);
      if (Number(this.request.header("content-length")) > maxUploadBytes) {
        throw bodyTooLarge(maxUploadBytes);
      }
    }
    return headArgument(this.#binding, route, this.request, this.#query, maxBodyBytes);
  }

  /** Checks the argument. Throws a {@link Refusal} with the path of the first mismatch. */
  #accept({ json, place }: ReceivedJson): AcceptedCall {
    try {
      const call = this.#called.accept(json, { strict: true, permissions: this.#permissions });
      this.arg = call.arg;
      this.redactedArg = call.redactedArg;
      return call;
    } catch (thrown) {
      throw thrown instanceof DecodeError ? badCall(this.route, `${place}: ${thrown.message}`) : thrown;
    }
  }

  /** Performs a call with an idempotency key, unless it has been performed before. */
  async #once(
    key: string,
    { store, ttlMs = 86_400_000, caller }: IdempotencyOptions<Context>,
    context: Context,
    call: AcceptedCall,
    running: RunningRequest,
    selection: Selection,
  ): Promise<ServerReply> {
    const performed = {
      caller: caller(context),
      route: this.route.path,
      key,
      ttlMs,
      meaning: [call.arg, selection.user, selection.admin],
      isUpload: this.#called.style === "upload",
      perform: () => this.#perform(call, context, running),
    };
    const reply = await this.#inTime(performOnce(store, this.route, performed, running), running);
    this.errorPath = reply.errorPath ?? undefined;
    return { status: reply.status, headers: reply.headers, body: reply.body };
  }

  /** Runs the handler and returns its result or route error in the form that is stored. Rejects with any other error. */
  async #perform(
    call: AcceptedCall,
    context: Context,
    running: RunningRequest,
  ): Promise<{ readonly status: number; readonly body: string; readonly errorPath: string | null }> {
    try {
      const given = await call.run(context, running);
      if (running.contentFailure === undefined) {
        return { status: 200, body: stringifyJson(call.reply(given).json), errorPath: null };
      }
    } catch (thrown) {
      if (running.contentFailure === undefined) {
        const { status, body } = this.#routeErrorReply(thrown);
        return { status, body, errorPath: this.errorPath ?? null };
      }
    }
    throw running.contentFailure;
  }

  /**
   * Returns the result of `running`. Rejects if the handler timeout elapses first; content that the call returns later is
   * closed.
   */
  #inTime<T>(running: Promise<T>, request: RunningRequest, call?: AcceptedCall): Promise<T> {
    const { handlerTimeoutMs } = this.#options;
    if (handlerTimeoutMs === undefined) {
      return running;
    }
    return withTimeout(Promise.resolve(running), handlerTimeoutMs, () => {
      const message = "The function took too long";
      const refusal = new Refusal(message, textReply(503, message));
      request.abort(refusal);
      if (call !== undefined) {
        void this.#abandon(call, running);
      }
      return refusal;
    });
  }

  /** Closes the content that a handler returns after the timeout. */
  async #abandon(call: AcceptedCall, running: Promise<unknown>): Promise<void> {
    try {
      const { download } = call.reply(await running);
      if (download !== undefined) {
        discard(download);
      }
    } catch {
      // The handler failed or returned an invalid result, so there is no content to close.
    }
  }

  async #download(json: unknown, download: DownloadReply<unknown>): Promise<ServerReply> {
    const result = headerSafe(stringifyJson(json));
    if (result.length > longestResult) {
      discard(download);
      const reason = `the result has ${result.length} bytes, and the header of a download can have ${longestResult}`;
      throw badCall(this.route, reason);
    }
    const headers = { [this.#binding.headers.result]: result };
    return contentReply(this.request, download, headers, (error) => this.report(error));
  }

  /** Returns the reply to a route error that a handler has thrown. Rethrows any other error. */
  #routeErrorReply(thrown: unknown): TextReply {
    if (isRouteFailure(thrown)) {
      return this.#conflict(thrown);
    }
    if (isRefusal(thrown) && thrown.errorPath !== undefined) {
      this.errorPath = thrown.errorPath;
      return thrown.replyWith(this.#options.random ?? Math.random);
    }
    throw thrown;
  }

  /** Returns the reply to a route error. Throws an `EncodeError` if it is not a value of the route's error type. */
  #conflict(failure: RouteFailure): TextReply {
    const error = this.#called.encodeError(failure.error, { strict: true, permissions: this.#permissions }) ?? null;
    this.errorPath = errorPath(error);
    const summary = pathSummary(this.errorPath, this.#options.random);
    const body = { error_summary: summary, error, user_message: failure.userMessage };
    return jsonReply(409, stringifyJson(body));
  }

  /** Reports an internal error. Returns the reply, which does not contain the error. */
  #giveUp(thrown: unknown): ServerReply {
    const id = this.report(thrown);
    return withHeaders(textReply(500, `Internal server error (${id})`), { "X-Request-Id": id });
  }

  /** Reports an internal error. Returns its id. */
  report(thrown: unknown): string {
    this.requestId = this.#options.requestId?.() ?? crypto.randomUUID();
    void reportError(this.#options.onError ?? reportToConsole, thrown, {
      route: this.route,
      requestId: this.requestId,
    });
    return this.requestId;
  }
}

async function reportError(
  report: NonNullable<ServerOptions<never>["onError"]>,
  thrown: unknown,
  info: ErrorInfo,
): Promise<void> {
  try {
    await report(thrown, info);
  } catch {
    // A failing callback must not affect the response or end the process.
  }
}

function reportToConsole(error: unknown, info: ErrorInfo): void {
  console.error(`${info.route.path} failed (${info.requestId}):`, error);
}
