import { context, SpanKind, SpanStatusCode, trace, type Attributes, type Context, type Span } from "@opentelemetry/api";
import type { AroundCall, Attempt, AttemptStart, ParentOperation } from "../client/around.js";
import { isApiError } from "../client/errors.js";
import { errorPath } from "../routes/error-summary.js";
import type { OtelOptions } from "./options.js";
import { serverAttributes, type CallEnd, type Telemetry } from "./telemetry.js";

/** Traces the calls that clients make. */
export class ClientCalls {
  readonly #telemetry: Telemetry;
  readonly #hasAttempts: boolean;
  /** The spans of running operations, except those that the caller ends. */
  readonly #operations = new WeakMap<ParentOperation, Span>();

  constructor(telemetry: Telemetry, { attempts = true }: OtelOptions) {
    this.#telemetry = telemetry;
    this.#hasAttempts = attempts;
  }

  async around(call: AroundCall, next: () => Promise<unknown>): Promise<void> {
    const telemetry = this.#telemetry;
    const startedAt = performance.now();
    const { tracer } = telemetry;
    const span = tracer.startSpan(call.route.path, { kind: SpanKind.CLIENT, attributes: telemetry.attributes(call) });
    const inCall = trace.setSpan(context.active(), span);
    this.#operation(call)?.addLink({ context: span.spanContext() });
    telemetry.recordArgument(span, call);
    let isEnded = false;
    let server: Attributes | undefined;
    call.onAttempt((start) => {
      const reason = start.number > 1 ? attemptReason(call, isEnded) : undefined;
      server ??= serverAttributes(new URL(start.url));
      if (reason !== undefined && !isEnded) {
        span.addEvent(reason.event, reason.attributes);
      }
      return this.#hasAttempts ? this.#attempt(call, start, inCall, isEnded ? reason : undefined) : undefined;
    });
    let end: CallEnd = { status: undefined, errorType: undefined };
    try {
      await context.with(inCall, next);
      end = { status: call.attempts.at(-1)?.status?.toString(), errorType: undefined };
    } catch (thrown) {
      end = failure(thrown, call);
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw thrown;
    } finally {
      isEnded = true;
      telemetry.end(span, call, { ...end, server }, startedAt);
    }
  }

  /** Starts the span of a request and adds its context to the headers. Returns a function that ends the span. */
  #attempt(
    call: AroundCall,
    start: AttemptStart,
    inCall: Context,
    reason: AttemptReason | undefined,
  ): (attempt: Attempt) => void {
    const { tracer, propagator } = this.#telemetry;
    const span = tracer.startSpan("POST", { kind: SpanKind.CLIENT }, inCall);
    const url = new URL(start.url);
    if (!url.searchParams.has("reject_cors_preflight")) {
      // With `avoidPreflight`, no context is sent, because the headers would cause a preflight request.
      propagator.inject(trace.setSpan(inCall, span), start.headers, {
        set: (headers: Headers, name, value) => {
          headers.set(name, value);
        },
      });
    }
    if (span.isRecording()) {
      span.setAttributes({
        "http.request.method": "POST",
        "url.full": `${url.origin}${url.pathname}`,
        ...serverAttributes(url),
        ...(start.number > 1 && { "http.request.resend_count": start.number - 1 }),
      });
      if (reason !== undefined) {
        span.addEvent(reason.event, reason.attributes);
      }
    }
    return ({ status, error }) => {
      if (status !== undefined) {
        span.setAttribute("http.response.status_code", status);
      }
      const failed = error === undefined ? undefined : failure(error, call).errorType;
      const errorType = status !== undefined && status >= 400 ? String(status) : failed;
      if (errorType !== undefined) {
        span.setAttribute("error.type", errorType).setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    };
  }

  /**
   * Returns the span of the operation to which a call belongs, and starts it for the first call of the operation. Undefined if
   * there is no operation, or if the caller ends it.
   */
  #operation({ parent, route }: AroundCall): Span | undefined {
    if (parent?.ended === undefined) {
      return undefined;
    }
    const known = this.#operations.get(parent);
    if (known !== undefined) {
      return known;
    }
    const span = this.#telemetry.tracer.startSpan(`${parent.kind} ${route.path}`);
    this.#operations.set(parent, span);
    void parent.ended.then(() => {
      span.end();
    });
    return span;
  }
}

/** Why there is another attempt, as an event of a span. */
interface AttemptReason {
  readonly event: "retry" | "token_refresh" | "resumption";
  readonly attributes: { readonly reason: string };
}

/**
 * Returns the reason for the latest attempt of a call. An attempt after the end of the call resumes a download, whose content
 * is read then.
 */
function attemptReason(call: AroundCall, isEnded: boolean): AttemptReason {
  const previous = call.attempts.at(-2);
  const reason = previous?.status === undefined ? failure(previous?.error, call).errorType : String(previous.status);
  const event = previous?.status === 401 ? "token_refresh" : isEnded ? "resumption" : "retry";
  return { event, attributes: { reason: event === "resumption" ? "network" : (reason ?? "network") } };
}

/** Describes the end of a call that has rejected. */
function failure(thrown: unknown, { signal }: AroundCall): CallEnd {
  if (!isApiError(thrown)) {
    return { status: undefined, errorType: signal?.aborted === true ? "cancelled" : "_OTHER" };
  }
  const status = thrown.status === undefined ? undefined : String(thrown.status);
  switch (thrown.name) {
    case "RouteError": {
      const path = errorPath(thrown.error);
      return { status: path, errorType: path };
    }
    case "NetworkError":
      return { status, errorType: "network" };
    case "TimeoutError":
      return { status, errorType: "timeout" };
    case "ProtocolError":
      return { status, errorType: "protocol" };
    case "EncodeError":
      return { status, errorType: "argument" };
    default:
      return { status, errorType: status ?? "credentials" };
  }
}
