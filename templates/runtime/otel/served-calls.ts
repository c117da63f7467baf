import { context, isSpanContextValid, SpanKind, SpanStatusCode, trace, type Attributes } from "@opentelemetry/api";
import type { AroundServedCall, ServedOutcome } from "../server/around.js";
import type { OtelOptions } from "./options.js";
import { serverAttributes, type Telemetry } from "./telemetry.js";

/** Traces the calls that servers receive. */
export class ServedCalls {
  readonly #telemetry: Telemetry;
  readonly #trustsIncoming: boolean;

  constructor(telemetry: Telemetry, { trustIncoming = false }: OtelOptions) {
    this.#telemetry = telemetry;
    this.#trustsIncoming = trustIncoming;
  }

  async around(call: AroundServedCall<unknown>, next: () => Promise<ServedOutcome>): Promise<void> {
    const telemetry = this.#telemetry;
    const startedAt = performance.now();
    const { request, route } = call;
    const { tracer, propagator } = telemetry;
    const active = context.active();
    const sent = propagator.extract(active, request, {
      get: (from: typeof request, name) => from.header(name),
      keys: () => propagator.fields(),
    });
    const caller = trace.getSpanContext(sent);
    const isLinked = !this.#trustsIncoming && caller !== undefined && caller !== trace.getSpanContext(active);
    const parent = this.#trustsIncoming ? sent : active;
    const span = tracer.startSpan(
      route.path,
      {
        kind: SpanKind.SERVER,
        attributes: telemetry.attributes(call),
        links: isLinked ? [{ context: caller }] : [],
      },
      parent,
    );
    if (span.isRecording()) {
      span.setAttributes(hostAttributes(request.header("host")));
    }
    let outcome: ServedOutcome | undefined;
    try {
      outcome = await (isSpanContextValid(span.spanContext())
        ? context.with(trace.setSpan(parent, span), next)
        : next());
    } finally {
      const status = outcome?.status ?? 500;
      if (status >= 500) {
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      telemetry.recordArgument(span, call);
      const errorType = status >= 500 ? String(status) : undefined;
      telemetry.end(span, call, { status: outcome?.errorPath ?? String(status), errorType }, startedAt);
    }
  }
}

/** Returns the attributes of the host to which the caller sent the request; empty if the header is missing or invalid. */
function hostAttributes(host: string | undefined): Attributes {
  try {
    return serverAttributes(new URL(`http://${host ?? ""}`));
  } catch {
    return {};
  }
}
