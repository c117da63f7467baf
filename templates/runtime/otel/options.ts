import type { MeterProvider, TextMapPropagator, TracerProvider } from "@opentelemetry/api";

/** The options of tracing and metrics. */
export interface OtelOptions {
  /** Receives the spans; the global provider by default. */
  readonly tracerProvider?: TracerProvider | undefined;
  /** Receives the durations; the global provider by default. */
  readonly meterProvider?: MeterProvider | undefined;
  /** Writes the context of a span into headers and reads it from there; the global propagator by default. */
  readonly propagator?: TextMapPropagator | undefined;
  /**
   * Whether each request of a client's call has a span of its own, whose context is sent; true by default. Set it to false
   * if an instrumentation of `fetch` already does both.
   */
  readonly attempts?: boolean | undefined;
  /** Records the redacted argument of each call as the attribute `stone.argument` of its span. Off by default. */
  readonly captureArgument?: "redacted" | undefined;
  /**
   * Whether the span of a caller becomes the parent of the server's span. By default it is only linked, because anybody can
   * send such headers to a public server.
   */
  readonly trustIncoming?: boolean | undefined;
}

/** The package whose calls are traced. */
export interface InstrumentedPackage {
  readonly name: string;
  readonly version: string;
}
