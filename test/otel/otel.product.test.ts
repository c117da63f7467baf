import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { context, SpanKind, SpanStatusCode, trace, type Tracer } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from "@opentelemetry/sdk-trace-base";
import * as conventions from "@opentelemetry/semantic-conventions";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { download, getMetadata } from "../../generated/src/files/index.js";
import { createClient, type ClientOptions, type Interceptor } from "../../generated/src/index.js";
import { otel, type OtelOptions } from "../../generated/src/otel/index.js";
import { toNodeListener } from "../../generated/src/server/node.js";
import { createHandler, routeError, unimplemented, type HandlerOptions } from "../../generated/src/server/index.js";
import { createTwin } from "../../generated/src/testing/index.js";

const spans = new InMemorySpanExporter();
const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
const propagator = new W3CTraceContextPropagator();
const tracer: Tracer = tracerProvider.getTracer("test");

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
});
afterAll(() => {
  context.disable();
});
beforeEach(() => {
  spans.reset();
});

/** The finished spans of a side, in the order of their ends. */
function finished(kind: SpanKind, name?: string): ReadableSpan[] {
  return spans.getFinishedSpans().filter((span) => span.kind === kind && (name === undefined || span.name === name));
}

const file = {
  ".tag": "file",
  name: "a.txt",
  id: "id:a4ayc_80_OEAAAAAAAAAXw",
  client_modified: "2024-05-12T15:50:38Z",
  server_modified: "2024-05-12T15:50:38Z",
  rev: "a1c10ce0dd78",
  size: 5,
} as const;

const path = "/a.txt";

/** A server over HTTP, both sides of which are traced, and a client of it. */
async function traced(
  getMetadataHandler: HandlerOptions<object>["files"]["getMetadata"],
  options: OtelOptions = {},
  clientOptions: Partial<ClientOptions> = {},
) {
  const common = { tracerProvider, propagator, ...options };
  const handle = createHandler({
    ...unimplemented,
    files: { ...unimplemented.files, getMetadata: getMetadataHandler },
    authenticate: ({ token }) => (token === "good" ? {} : undefined),
    onError: () => undefined,
    around: otel(common),
  });
  const server = createServer(toNodeListener(handle));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const hosts = `http://127.0.0.1:${port}`;
  return { client: createClient({ hosts, accessToken: "good", around: otel(common), ...clientOptions }), port };
}

describe("PROD-11: spans", () => {
  test("PROD-11: spans of a call are one trace: call, attempts, server, and what the handler does", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    let calls = 0;
    const { client, port } = await traced(
      () => {
        tracer.startSpan("query").end();
        return ++calls === 1 ? Promise.reject(new Error("down")) : Promise.resolve(file);
      },
      { trustIncoming: true },
    );
    const parent = tracer.startSpan("page");
    await context.with(trace.setSpan(context.active(), parent), () => client.files.getMetadata({ path }));
    parent.end();
    await expect.poll(() => finished(SpanKind.SERVER)).toHaveLength(2);

    const [call] = finished(SpanKind.CLIENT, "files/get_metadata");
    const attempts = finished(SpanKind.CLIENT, "POST");
    const served = finished(SpanKind.SERVER);
    const queries = spans.getFinishedSpans().filter(({ name }) => name === "query");
    expect(new Set(spans.getFinishedSpans().map((span) => span.spanContext().traceId))).toEqual(
      new Set([parent.spanContext().traceId]),
    );
    const parentsOf = (list: readonly ReadableSpan[]) => list.map((span) => span.parentSpanContext?.spanId);
    const idsOf = (list: readonly (ReadableSpan | undefined)[]) => list.map((span) => span?.spanContext().spanId);
    expect(parentsOf(call === undefined ? [] : [call])).toEqual([parent.spanContext().spanId]);
    expect(parentsOf(attempts)).toEqual(idsOf([call, call]));
    expect(parentsOf(served)).toEqual(idsOf(attempts));
    expect(parentsOf(queries)).toEqual(idsOf(served));

    expect(call?.attributes).toEqual({
      "rpc.system.name": "stone",
      "rpc.method": "files/get_metadata",
      "rpc.status_code": "200",
      "server.address": "127.0.0.1",
      "server.port": port,
    });
    expect(call?.events.map(({ name, attributes }) => [name, attributes])).toEqual([["retry", { reason: "500" }]]);
    expect(attempts.map(({ attributes, status }) => [attributes, status.code])).toEqual([
      [
        {
          "http.request.method": "POST",
          "url.full": `http://127.0.0.1:${port}/2/files/get_metadata`,
          "server.address": "127.0.0.1",
          "server.port": port,
          "http.response.status_code": 500,
          "error.type": "500",
        },
        SpanStatusCode.ERROR,
      ],
      [
        {
          "http.request.method": "POST",
          "http.request.resend_count": 1,
          "url.full": `http://127.0.0.1:${port}/2/files/get_metadata`,
          "server.address": "127.0.0.1",
          "server.port": port,
          "http.response.status_code": 200,
        },
        SpanStatusCode.UNSET,
      ],
    ]);
    expect(
      served.map(({ attributes, status }) => [attributes["rpc.status_code"], attributes["error.type"], status.code]),
    ).toEqual([
      ["500", "500", SpanStatusCode.ERROR],
      ["200", undefined, SpanStatusCode.UNSET],
    ]);
    expect(call?.instrumentationScope).toMatchObject({ name: "cloud-storage-api", version: "0.1.0" });
  });

  test("PROD-11: spans of a route error have its path, and only for the client is it an error", async () => {
    const { client } = await traced(() => {
      throw routeError(getMetadata, { ".tag": "path", path: { ".tag": "not_found" } });
    });
    await expect(client.files.getMetadata({ path })).rejects.toThrow();
    await expect.poll(() => finished(SpanKind.SERVER)).toHaveLength(1);
    const [call] = finished(SpanKind.CLIENT, "files/get_metadata");
    expect(call?.attributes).toMatchObject({
      "rpc.status_code": "path/not_found",
      "error.type": "path/not_found",
    });
    expect(call?.status.code).toBe(SpanStatusCode.ERROR);
    const [served] = finished(SpanKind.SERVER);
    expect(served?.attributes["rpc.status_code"]).toBe("path/not_found");
    expect(served?.attributes).not.toHaveProperty("error.type");
    expect(served?.status.code).toBe(SpanStatusCode.UNSET);
  });

  test.each<[string, string, string | undefined, Partial<ClientOptions>, unknown]>([
    ["no response", "network", undefined, { hosts: "http://127.0.0.1:1", retry: false }, { path }],
    ["a timeout", "timeout", undefined, { timeoutMs: 20, fetch: slow, retry: false }, { path }],
    ["a response that is not the specified one", "protocol", "200", { fetch: page, retry: false }, { path }],
    ["a wrong argument", "argument", undefined, {}, { path: 5 }],
    ["a wrong token", "401", "401", { accessToken: "bad" }, { path }],
    ["no credentials", "credentials", undefined, { accessToken: undefined }, { path }],
  ])("PROD-11: spans tell the reason of %s: %s", async (_, errorType, status, options, arg) => {
    const { client } = await traced(() => Promise.resolve(file), {}, options);
    await expect(client.files.getMetadata(arg as { path: string })).rejects.toThrow();
    const [call] = finished(SpanKind.CLIENT, "files/get_metadata");
    expect(call?.attributes["error.type"]).toBe(errorType);
    expect(call?.attributes["rpc.status_code"]).toBe(status);
  });

  test("PROD-11: spans of a call that its caller has aborted say that it was cancelled", async () => {
    const { client } = await traced(() => Promise.resolve(file), {}, { fetch: slow });
    await expect(client.files.getMetadata({ path }, { signal: AbortSignal.timeout(5) })).rejects.toThrow();
    expect(finished(SpanKind.CLIENT).map(({ attributes }) => attributes["error.type"])).toEqual([
      "cancelled",
      "cancelled",
    ]);
  });

  test("PROD-11: spans have an event for another token", async () => {
    const accessToken = (rejected?: string): string => (rejected === undefined ? "old" : "good");
    const { client } = await traced(() => Promise.resolve(file), {}, { accessToken });
    await client.files.getMetadata({ path });
    const [call] = finished(SpanKind.CLIENT, "files/get_metadata");
    expect(call?.events.map(({ name, attributes }) => [name, attributes])).toEqual([
      ["token_refresh", { reason: "401" }],
    ]);
  });

  test("PROD-11: spans of the polls of a job are linked to a span of the waiting", async () => {
    const { client } = ofTwin();
    await client.files.copyBatch({ entries: [{ from_path: "/a", to_path: "/b" }] }).waitFor({ intervalMs: 1 });
    await expect.poll(() => finished(SpanKind.INTERNAL)).toHaveLength(1);
    const [waiting] = finished(SpanKind.INTERNAL);
    const polls = finished(SpanKind.CLIENT, "files/copy_batch/check");
    expect(polls).toHaveLength(3);
    expect(waiting?.name).toBe("waitFor files/copy_batch/check");
    expect(waiting?.links.map(({ context }) => context.spanId)).toEqual(polls.map((span) => span.spanContext().spanId));
  });

  test("PROD-11: spans of requests are left out where fetch is instrumented already, and their headers too", async () => {
    const headers: Headers[] = [];
    const { client } = await traced(
      () => Promise.resolve(file),
      { attempts: false },
      { interceptors: [keepHeaders(headers)] },
    );
    await client.files.getMetadata({ path });
    expect(finished(SpanKind.CLIENT).map(({ name }) => name)).toEqual(["files/get_metadata"]);
    expect(headers.map((sent) => sent.get("traceparent"))).toEqual([null]);
  });

  test("PROD-11: spans of a download that resumes say so, after the end of their call", async () => {
    const content = "0123456789";
    const { client, twin } = ofTwin();
    twin.plan({ route: "files/download", truncate: 4, times: 1 });
    twin.on(download, () => ({ result: file, content }));
    const got = await client.files.download({ path });
    expect(await got.text()).toBe(content);
    const requests = finished(SpanKind.CLIENT, "POST");
    expect(requests.map(({ events }) => events.map(({ name }) => name))).toEqual([[], ["resumption"]]);
  });
});

describe("PROD-13: the context", () => {
  test("PROD-13: the context of a foreign caller is linked, not adopted, unless it is trusted", async () => {
    const { client } = await traced(() => Promise.resolve(file));
    await client.files.getMetadata({ path });
    await expect.poll(() => finished(SpanKind.SERVER)).toHaveLength(1);
    const [served] = finished(SpanKind.SERVER);
    const [request] = finished(SpanKind.CLIENT, "POST");
    expect(served?.parentSpanContext).toBeUndefined();
    expect(served?.links.map(({ context }) => context.spanId)).toEqual([request?.spanContext().spanId]);
  });

  test("PROD-13: the context is not sent where it would cause a preflight request", async () => {
    const headers: Headers[] = [];
    const interceptors = [keepHeaders(headers)];
    const { client } = await traced(() => Promise.resolve(file), {}, { avoidPreflight: true, interceptors });
    await client.files.getMetadata({ path });
    expect(headers.map((sent) => [...sent.keys()])).toEqual([["content-type"]]);
    const [request] = finished(SpanKind.CLIENT, "POST");
    expect(request?.attributes["url.full"]).toMatch(/\/2\/files\/get_metadata$/);
  });
});

test("PROD-14: arguments are recorded only if that is asked for, and redacted", async () => {
  const arg = { oauth1_token: "key", oauth1_token_secret: "a-secret" };
  for (const captureArgument of [undefined, "redacted"] as const) {
    spans.reset();
    const { client } = ofTwin({ captureArgument });
    await client.auth.tokenFromOauth1(arg);
    await expect.poll(() => finished(SpanKind.SERVER)).toHaveLength(1);
    for (const kind of [SpanKind.CLIENT, SpanKind.SERVER]) {
      const [span] = finished(kind, "auth/token/from_oauth1");
      const recorded = span?.attributes["stone.argument"];
      expect(recorded === undefined).toBe(captureArgument === undefined);
      expect(JSON.stringify(span?.attributes)).not.toContain("a-secret");
    }
  }
  const { client } = ofTwin({ captureArgument: "redacted" });
  spans.reset();
  await expect(client.files.getMetadata({ path: 5 as never })).rejects.toThrow();
  expect(finished(SpanKind.CLIENT)[0]?.attributes).not.toHaveProperty("stone.argument");
});

test("PROD-12: durations are measured in seconds, by route, outcome and, on clients, the server", async () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const meterProvider = new MeterProvider({ readers: [reader] });
  onTestFinished(() => meterProvider.shutdown());
  const { client, twin } = ofTwin({ meterProvider });
  await client.files.getMetadata({ path });
  await client.files.getMetadata({ path: "/b.txt" });
  twin.fail(getMetadata, "path/not_found", { times: 1 });
  await expect(client.files.getMetadata({ path })).rejects.toThrow();
  await reader.forceFlush();
  const metrics = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics));
  expect(metrics.map(({ descriptor: { name, unit } }) => [name, unit]).sort()).toEqual([
    [conventions.METRIC_RPC_CLIENT_CALL_DURATION, "s"],
    [conventions.METRIC_RPC_SERVER_CALL_DURATION, "s"],
  ]);
  for (const { descriptor, dataPoints } of metrics) {
    const isClient = descriptor.name.includes("client");
    const failed = isClient && { "error.type": "path/not_found" };
    // On servers, each Host header that a caller invents would be a new series.
    const server = isClient && { "server.address": "twin", "server.port": 80 };
    const common = { "rpc.system.name": "stone", "rpc.method": "files/get_metadata", ...server };
    expect(dataPoints.map(({ attributes, value }) => [attributes, (value as HistogramValue).count])).toEqual([
      [{ ...common, "rpc.status_code": "200" }, 2],
      [{ ...common, "rpc.status_code": "path/not_found", ...failed }, 1],
    ]);
    const [{ value } = {}] = dataPoints;
    expect((value as HistogramValue).sum).toBeLessThan(60);
    expect((value as HistogramValue).buckets.boundaries).toEqual([
      0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
    ]);
  }
});

test("PROD-11: the names of attributes are those of the semantic conventions, or of Stone", async () => {
  const known = new Set(
    Object.entries(conventions).flatMap(([name, value]) => (name.startsWith("ATTR_") ? [value] : [])),
  );
  const { client, twin } = ofTwin({ captureArgument: "redacted" });
  twin.plan({ route: "files/get_metadata", status: 503, times: 1 });
  twin.fail(getMetadata, "path/not_found", { times: 1 });
  await expect(client.files.getMetadata({ path })).rejects.toThrow();
  await expect.poll(() => finished(SpanKind.SERVER)).toHaveLength(2);
  const used = new Set(spans.getFinishedSpans().flatMap(({ attributes }) => Object.keys(attributes)));
  expect(used.size).toBeGreaterThan(9);
  expect([...used].filter((name) => !known.has(name))).toEqual(["stone.argument"]);
});

test("PROD-10: calls without OpenTelemetry providers are as without instrumentation", async () => {
  const twin = createTwin({ around: otel() });
  const client = createClient({ hosts: "http://twin", accessToken: "t", fetch: twin.fetch, around: otel() });
  expect(await client.files.getMetadata({ path })).toMatchObject({ ".tag": "file" });
  expect(spans.getFinishedSpans()).toEqual([]);
});

/** The value of a histogram. */
interface HistogramValue {
  readonly count: number;
  readonly sum: number;
  readonly buckets: { readonly boundaries: readonly number[] };
}

/** A client of a Twin, both of which are traced. */
function ofTwin(options: OtelOptions = {}) {
  const common = { tracerProvider, propagator, ...options };
  const twin = createTwin({ around: otel(common) });
  const credentials = { accessToken: "t", appKey: "k", appSecret: "s" };
  const client = createClient({ hosts: "http://twin", ...credentials, fetch: twin.fetch, around: otel(common) });
  return { client, twin };
}

function keepHeaders(kept: Headers[]): Interceptor {
  return (request, send) => {
    kept.push(new Headers(request.init.headers));
    return send(request);
  };
}

const slow: typeof fetch = (_url, init) =>
  new Promise((_, reject) => {
    init?.signal?.addEventListener("abort", () => {
      reject(init.signal?.reason as Error);
    });
  });

const page: typeof fetch = () => Promise.resolve(new Response("<html>", { status: 200 }));
