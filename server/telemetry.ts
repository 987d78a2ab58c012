import { randomBytes, randomUUIDv7 } from "node:crypto";
import { context, DiagLogLevel, diag, ProxyTracerProvider, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-proto";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { defaultResource, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  type IdGenerator,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Registry } from "prom-client";
import type { Env } from "#app/lib/env.server.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { TRACE_ID_KEY, TRACER_NAME } from "#app/lib/tracing.server.ts";
import { createPrometheusProducer } from "./otlp-metrics.ts";

type TelemetryOptions = { env: Env; registry: Registry; log: Logger; version: string };
export type Telemetry = { stop: () => Promise<void> };

const DEFAULT_NAME = "henrys-helpline";
const WARN_EVERY_MS = 60_000;
const STOP_MS = 2_000;

/**
 * Trace ids are UUIDs of version 7, so that a request that is stored within a trace can have its id, and
 * the delivery of a stored request finds its trace (decision 054).
 */
const uuidIds: IdGenerator = {
  generateTraceId() {
    const chosen = context.active().getValue(TRACE_ID_KEY);
    return typeof chosen === "string" ? chosen : randomUUIDv7().replaceAll("-", "");
  },
  generateSpanId: () => randomBytes(8).toString("hex"),
};

/**
 * The sampler of `OTEL_TRACES_SAMPLER`. Those with `parentbased_` decide like the others: no trace begins
 * elsewhere, as a header of a stranger must not decide what is recorded here.
 */
function createSampler({
  OTEL_TRACES_SAMPLER: name,
  OTEL_TRACES_SAMPLER_ARG: ratio,
}: Env): Sampler {
  if (name.endsWith("always_off")) return new AlwaysOffSampler();
  return name.endsWith("traceidratio")
    ? new TraceIdRatioBasedSampler(ratio)
    : new AlwaysOnSampler();
}

/** Failures to send, at most one line a minute: a collector that is away is away for a while. */
function logFailures(log: Logger): void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  const warn = (message: string) => {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = performance.now();
    log.warn({ reason: message.slice(0, 200) }, "telemetry could not be sent");
  };
  const ignore = () => {};
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}

/**
 * Sends traces and metrics to a collector by OTLP over HTTP, as the variables of OpenTelemetry say
 * (`OTEL_EXPORTER_OTLP_ENDPOINT` and others); the exporters read those that are not named here
 * themselves.
 */
export function startTelemetry({ env, registry, log, version }: TelemetryOptions): Telemetry {
  // The exporters read the process: a token may have come from a file.
  if (env.OTEL_EXPORTER_OTLP_HEADERS)
    process.env.OTEL_EXPORTER_OTLP_HEADERS = env.OTEL_EXPORTER_OTLP_HEADERS;
  logFailures(log);
  const common = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (env.OTEL_EXPORTER_OTLP_PROTOCOL !== "http/protobuf")
    log.warn({}, "OTEL_EXPORTER_OTLP_PROTOCOL is ignored: telemetry is sent by http/protobuf");
  const resource = defaultResource()
    .merge(
      resourceFromAttributes({
        "service.name": DEFAULT_NAME,
        "service.version": version,
        "service.instance.id": randomUUIDv7(),
        "app.role": env.ROLE,
      }),
    )
    .merge(resourceFromAttributes(envDetector.detect().attributes ?? {}));
  const stops: (() => Promise<void>)[] = [];
  if (env.OTEL_TRACES_EXPORTER !== "none" && (common ?? env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)) {
    const provider = new TracerProvider({
      resource,
      sampler: createSampler(env),
      idGenerator: uuidIds,
      spanProcessors: [
        new BatchSpanProcessor({
          exporter: new OTLPTraceExporter(),
          scheduledDelayMillis: env.OTEL_BSP_SCHEDULE_DELAY,
        }),
      ],
    });
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    // Libraries find the provider, too, and record messages and values: theirs are left out.
    const nothing = new ProxyTracerProvider().getTracer("");
    trace.setGlobalTracerProvider({
      getTracer: (name) => (name === TRACER_NAME ? provider.getTracer(name) : nothing),
    });
    stops.push(() => provider.shutdown());
  }
  if (env.OTEL_METRICS_EXPORTER !== "none" && (common ?? env.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT)) {
    const provider = new MeterProvider({
      resource,
      readers: [
        new PeriodicExportingMetricReader({
          exporter: new OTLPMetricExporter(),
          exportIntervalMillis: env.OTEL_METRIC_EXPORT_INTERVAL,
          metricProducers: [createPrometheusProducer(registry)],
        }),
      ],
    });
    stops.push(() => provider.shutdown());
  }
  log.info("telemetry is sent to a collector");
  return {
    // What was recorded last is sent, but nobody waits for a collector that does not answer.
    async stop() {
      const deadline = new Promise<void>((resolve) => setTimeout(resolve, STOP_MS).unref());
      const stopped = Promise.allSettled(stops.map((stop) => stop())).then(() => {});
      await Promise.race([stopped, deadline]);
    },
  };
}
