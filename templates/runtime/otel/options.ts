import type { MeterProvider, TextMapPropagator, TracerProvider } from "@opentelemetry/api";

/** The options of tracing and metrics. */
export interface OtelOptions {
  /** The provider that receives the spans; the global provider by default. */
  readonly tracerProvider?: TracerProvider | undefined;
  /** The provider that receives the durations; the global provider by default. */
  readonly meterProvider?: MeterProvider | undefined;
  /**
   * The propagator that writes the context of a span into headers and reads it from headers; the global propagator by default.
   */
  readonly propagator?: TextMapPropagator | undefined;
  /**
   * Whether each request of a client's call has its own span, and sends the context of that span; true by default. Set it to
   * false if an instrumentation of `fetch` already does both.
   */
  readonly attempts?: boolean | undefined;
  /**
   * `redacted` records the redacted argument of each call as the attribute `stone.argument` of the span. By default it is not
   * recorded.
   */
  readonly captureArgument?: "redacted" | undefined;
  /**
   * Whether the caller's span becomes the parent of the server's span. By default it is only linked, because anyone can
   * send such headers to a public server.
   */
  readonly trustIncoming?: boolean | undefined;
}

/** The package whose calls are traced. */
export interface InstrumentedPackage {
  readonly name: string;
  readonly version: string;
}
