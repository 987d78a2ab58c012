import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Database } from "#app/db/client.server.ts";
import { getDeliveryMetrics } from "#app/features/crm/outbox/queries.server.ts";
import { SECURITY_EVENTS } from "#app/lib/security-log.server.ts";

/** Metrics for Prometheus; labels are fixed words, never paths or persons. */
export function createMetrics(db: () => Database) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: "http_requests_total",
    help: "Answers, without pages from memory",
    labelNames: ["method", "status"],
    registers: [registry],
  });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time to answer, without pages from memory",
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 15],
    registers: [registry],
  });
  const cachedPages = new Counter({
    name: "page_cache_hits_total",
    help: "Pages answered from memory",
    registers: [registry],
  });
  const renderedPages = new Counter({
    name: "page_cache_renderings_total",
    help: "Pages rendered for the page cache",
    registers: [registry],
  });
  const shed = new Counter({
    name: "http_requests_shed_total",
    help: "Requests refused because there was more to do than time",
    registers: [registry],
  });
  const limited = new Counter({
    name: "http_requests_limited_total",
    help: "Requests refused because one address asked for too much",
    registers: [registry],
  });
  const endedConnections = new Counter({
    name: "http_connections_ended_total",
    help: "Connections ended by a limit: share (one address has too many), full, crowded (idle while there are many), stalled (nothing is read)",
    labelNames: ["reason"],
    registers: [registry],
  });
  const cacheBytes = new Gauge({
    name: "page_cache_bytes",
    help: "Memory of the pages kept, all codings, when the latest warm-up ended",
    registers: [registry],
  });
  const warmPages = new Gauge({
    name: "page_cache_pages",
    help: "Public pages that the latest complete warm-up put into memory",
    registers: [registry],
  });
  const warmSeconds = new Gauge({
    name: "page_cache_warm_seconds",
    help: "Time of the latest complete warm-up, with the pauses between pages",
    registers: [registry],
  });
  const warmWorkSeconds = new Gauge({
    name: "page_cache_warm_work_seconds",
    help: "Time of the latest complete warm-up for rendering and quick compression, without the pauses",
    registers: [registry],
  });
  const securityEvents = new Counter({
    name: "security_events_total",
    help: "Security events by kind; the log has a line for each",
    labelNames: ["kind"],
    registers: [registry],
  });
  // Each kind exists from the start, so that its first event is visible as an increase.
  for (const kind of SECURITY_EVENTS) securityEvents.inc({ kind }, 0);
  let reading: ReturnType<typeof getDeliveryMetrics> | null = null;
  /** One database query for both gauges of a scrape. */
  const collectMetrics = () => {
    reading ??= getDeliveryMetrics(db()).finally(() => {
      reading = null;
    });
    return reading;
  };
  new Gauge({
    name: "crm_outbox_rows",
    help: "Delivery orders by state",
    labelNames: ["state"],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { state, rows } of (await collectMetrics()).states) this.set({ state }, rows);
    },
  });
  new Gauge({
    name: "crm_target_closed",
    help: "1 where a delivery target takes requests, 0 where its breaker is open or it is paused",
    labelNames: ["target"],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { target, state } of (await collectMetrics()).targets)
        this.set({ target }, state === "closed" ? 1 : 0);
    },
  });
  return {
    registry,
    securityEvents,
    requests,
    durations,
    cachedPages,
    renderedPages,
    cacheBytes,
    warmPages,
    warmSeconds,
    warmWorkSeconds,
    shed,
    limited,
    endedConnections,
  };
}
export type Metrics = ReturnType<typeof createMetrics>;
