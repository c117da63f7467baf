import {
  metrics,
  propagation,
  trace,
  type Attributes,
  type Histogram,
  type Span,
  type TextMapPropagator,
  type Tracer,
} from "@opentelemetry/api";
import type { InstrumentedPackage, OtelOptions } from "./options.js";

/** The histogram buckets that OpenTelemetry recommends for the durations of calls, in seconds. */
const durations = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** The properties that the calls of clients and of servers have in common. */
interface ObservedCall {
  readonly route: { readonly path: string };
  readonly redactedArg: () => unknown;
}

/** How a call ended. */
export interface CallEnd {
  /** The path of a route error, otherwise the HTTP status; undefined if there was no response. */
  readonly status: string | undefined;
  /** The kind of the failure, which has few distinct values; undefined if the call succeeded. */
  readonly errorType: string | undefined;
  /** The server of a client's call; absent if the call ended before a request. On servers it would be what callers send as `Host`. */
  readonly server?: Attributes | undefined;
}

/** Records the spans and the durations of calls, either of clients or of servers. */
export class Telemetry {
  readonly tracer: Tracer;
  readonly propagator: TextMapPropagator;
  readonly #side: "client" | "server";
  readonly #options: OtelOptions;
  readonly #package: InstrumentedPackage;
  #histogram: Histogram | undefined;

  constructor(side: "client" | "server", instrumented: InstrumentedPackage, options: OtelOptions) {
    const { tracerProvider = trace, propagator = propagation } = options;
    this.tracer = tracerProvider.getTracer(instrumented.name, instrumented.version);
    this.propagator = propagator;
    this.#side = side;
    this.#options = options;
    this.#package = instrumented;
  }

  /** Returns the initial attributes of a call's span. */
  attributes({ route }: ObservedCall): Attributes {
    return { "rpc.system.name": "stone", "rpc.method": route.path };
  }

  /** Adds the redacted argument to the span of a call, if the options ask for it. */
  recordArgument(span: Span, call: ObservedCall): void {
    if (this.#options.captureArgument === "redacted" && span.isRecording()) {
      const text = argumentText(call);
      if (text !== undefined) {
        span.setAttribute("stone.argument", text);
      }
    }
  }

  /** Ends the span of a call and records its duration. `startedAt` is a time of `performance.now()`. */
  end(span: Span, call: ObservedCall, { status, errorType, server }: CallEnd, startedAt: number): void {
    const attributes = { ...this.attributes(call), ...server };
    if (status !== undefined) {
      attributes["rpc.status_code"] = status;
    }
    if (errorType !== undefined) {
      attributes["error.type"] = errorType;
    }
    span.setAttributes(attributes).end();
    this.#duration().record((performance.now() - startedAt) / 1000, attributes);
  }

  /**
   * Returns the histogram. It is created for the first call, because the global provider may be set after the client is
   * created.
   */
  #duration(): Histogram {
    const { meterProvider = metrics } = this.#options;
    return (this.#histogram ??= meterProvider
      .getMeter(this.#package.name, this.#package.version)
      .createHistogram(`rpc.${this.#side}.call.duration`, {
        description: `The duration of calls, as the ${this.#side} sees them`,
        unit: "s",
        advice: { explicitBucketBoundaries: durations },
      }));
  }
}

/** Returns the host and the port of a URL as attributes. */
export function serverAttributes(host: URL): Attributes {
  const port = host.port === "" ? (host.protocol === "https:" ? 443 : 80) : Number(host.port);
  return { "server.address": host.hostname, "server.port": port };
}

/**
 * Returns the redacted argument as JSON; undefined if there is none, or if it does not match its type, so that it cannot be
 * redacted.
 */
function argumentText(call: ObservedCall): string | undefined {
  try {
    const text = JSON.stringify(call.redactedArg(), (_name, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    ) as string | undefined;
    return text;
  } catch {
    return undefined;
  }
}
