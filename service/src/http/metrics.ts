import type { Meter } from "@opentelemetry/api";
import { PrometheusExporter } from "@opentelemetry/exporter-prometheus";
import { MeterProvider } from "@opentelemetry/sdk-metrics";
import { otel } from "cloud-storage-api/otel";
import { timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import sql from "sql-template-tag";
import { hashSecret } from "../access/tokens.js";
import type { Backend } from "../backend.js";

/** The metrics of this process. */
export interface Metrics {
  /** The function for the option `around` of the API, which counts and measures calls. */
  readonly around: ReturnType<typeof otel>;
  /** Responds to requests for `/metrics` in the text format of Prometheus. */
  serve(request: IncomingMessage, response: ServerResponse): void;
}

/** How long the lengths of queues are reused, in milliseconds, so that additional scrapers cause no additional queries. */
const queueLifetime = 5_000;

/** Starts measuring. Scrapers must send `token` as `Authorization: Bearer`. */
export function startMetrics(backend: Backend, token: string): Metrics {
  const exporter = new PrometheusExporter({ preventServerStart: true });
  const meterProvider = new MeterProvider({ readers: [exporter] });
  const meter = meterProvider.getMeter("cloud-storage-service");
  observeProcess(meter);
  observeDatabase(meter, backend);
  observeQueues(meter, backend);
  const expected = Buffer.from(hashSecret(`Bearer ${token}`));
  return {
    around: otel({ meterProvider }),
    serve(request, response) {
      if (request.method !== "GET") {
        response.writeHead(405, { Allow: "GET" }).end();
      } else if (timingSafeEqual(Buffer.from(hashSecret(request.headers.authorization ?? "")), expected)) {
        exporter.getMetricsRequestHandler(request, response);
      } else {
        response
          .writeHead(401, { "WWW-Authenticate": "Bearer" })
          .end("The token of METRICS_TOKEN is missing or wrong.");
      }
    },
  };
}

function observeProcess(meter: Meter): void {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  meter.createObservableGauge("nodejs.eventloop.delay.p99", { unit: "s" }).addCallback((result) => {
    const seconds = delay.percentile(99) / 1e9;
    result.observe(Number.isFinite(seconds) ? seconds : 0);
    delay.reset();
  });
  meter
    .createObservableGauge("process.memory.usage", { unit: "By" })
    .addCallback((result) => result.observe(process.memoryUsage.rss()));
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  const { version } = JSON.parse(text) as { readonly version: string };
  meter
    .createObservableGauge("service.build")
    .addCallback((result) => result.observe(1, { version, node: process.versions.node }));
}

function observeDatabase(meter: Meter, { database }: Backend): void {
  const connections = meter.createObservableGauge("db.client.connection.count");
  const waiting = meter.createObservableGauge("db.client.connection.pending_requests");
  const statements = meter.createObservableCounter("db.client.operations");
  const seconds = meter.createObservableCounter("db.client.operation.time", { unit: "s" });
  meter.addBatchObservableCallback(
    (result) => {
      const load = database.load();
      result.observe(statements, load.statements);
      result.observe(seconds, load.seconds);
      for (const { name, total, idle, pending } of load.pools) {
        result.observe(connections, idle, {
          "db.client.connection.pool.name": name,
          "db.client.connection.state": "idle",
        });
        result.observe(connections, total - idle, {
          "db.client.connection.pool.name": name,
          "db.client.connection.state": "used",
        });
        result.observe(waiting, pending, { "db.client.connection.pool.name": name });
      }
    },
    [connections, waiting, statements, seconds],
  );
}

interface QueueLengths {
  readonly jobs: number;
  readonly notifications: number;
  readonly mails: number;
  readonly uploads: number;
}

function observeQueues(meter: Meter, { database, log }: Backend): void {
  let latest: { readonly at: number; readonly lengths: Promise<QueueLengths | undefined> } | undefined;
  const read = (): Promise<QueueLengths | undefined> => {
    if (latest === undefined || performance.now() - latest.at > queueLifetime) {
      const lengths = database
        .first<QueueLengths>(
          sql`select (select count(*) from job where status = 'in_progress') as jobs,
                     (select count(*) from notification) as notifications,
                     (select count(*) from mail where due is not null and due > now() - interval '1 day') as mails,
                     (select count(*) from upload_session where not is_closed) as uploads`,
        )
        .catch((thrown: unknown) => {
          log.warn(thrown, "the lengths of queues could not be read");
          return undefined; // the other metrics are still useful
        });
      latest = { at: performance.now(), lengths };
    }
    return latest.lengths;
  };
  meter
    .createObservableGauge("service.queue.length", { description: "What is under way or waits, in all processes." })
    .addCallback(async (result) => {
      for (const [queue, length] of Object.entries((await read()) ?? {})) {
        result.observe(length as number, { queue });
      }
    });
}
