import { join } from "node:path";
import { context, trace, type TracerProvider } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, BatchSpanProcessor, InMemorySpanExporter } from "@opentelemetry/sdk-trace-base";
import { importModule } from "../codecs/task.js";

interface OtelModule {
  readonly otel: (options?: object) => unknown;
}

interface ObservedCall {
  readonly route: { readonly path: string };
}

/** The names of contenders whose clients and servers are traced. */
export const tracings = ["traced without a provider", "traced into memory", "traced by hand"] as const;

/** Returns the option `around` of a contender; undefined if it is not traced. */
export async function tracingOf(name: string, api: string): Promise<unknown> {
  if (!tracings.some((tracing) => tracing === name)) {
    return undefined;
  }
  const { otel } = await importModule<OtelModule>(join(api, "dist/otel/index.js"));
  if (name === "traced without a provider") {
    return otel();
  }
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  const spans = new InMemorySpanExporter();
  setInterval(() => {
    spans.reset();
  }, 100).unref();
  const exporter = new InMemoryMetricExporter(AggregationTemporality.DELTA);
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new BatchSpanProcessor(spans)] });
  const meterProvider = new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter })] });
  return name === "traced by hand" ? byHand(tracerProvider, meterProvider) : otel({ tracerProvider, meterProvider });
}

/** Records one span and one measurement for each call, which is the minimum cost of OpenTelemetry. */
function byHand(tracerProvider: TracerProvider, meterProvider: MeterProvider): unknown {
  const tracer = tracerProvider.getTracer("bench");
  const durations = meterProvider.getMeter("bench").createHistogram("duration", { unit: "s" });
  return async ({ route }: ObservedCall, next: () => Promise<unknown>) => {
    const startedAt = performance.now();
    const attributes = { "rpc.system.name": "stone", "rpc.method": route.path, "rpc.status_code": "200" };
    const span = tracer.startSpan(route.path, { attributes });
    await context.with(trace.setSpan(context.active(), span), next);
    span.end();
    durations.record((performance.now() - startedAt) / 1000, attributes);
  };
}
