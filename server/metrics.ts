import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Database } from "#app/db/client.server.ts";
import type { ReadReplica } from "#app/db/read-replica.server.ts";
import { getBackupMetrics } from "#app/features/backup/runs.server.ts";
import { getDeliveryMetrics } from "#app/features/crm/outbox/queries.server.ts";
import { getWebhookMetrics } from "#app/features/webhooks/queries.server.ts";
import { SECOND_MS } from "#app/lib/durations.ts";
import { SECURITY_EVENTS } from "#app/lib/security-log.server.ts";

/** Metrics for Prometheus; labels are fixed words, never paths or persons. */
export function createMetrics(
  db: () => Database,
  { replica, hasBackups }: { replica: Pick<ReadReplica, "isFresh">; hasBackups: boolean },
) {
  const registry = new Registry();
  new Gauge({
    name: "database_standby_fresh",
    help: "1 while reports are read on the standby of DATABASE_READ_URL, 0 while it is missing or behind",
    registers: [registry],
    collect() {
      this.set(replica.isFresh() ? 1 : 0);
    },
  });
  collectDefaultMetrics({ register: registry });
  registerDeliveryGauges(registry, db);
  registerWebhookGauges(registry, db);
  if (hasBackups) registerBackupGauges(registry, db);
  return {
    registry,
    ...createHttpMetrics([registry]),
    ...createPageCacheMetrics([registry]),
    securityEvents: createSecurityCounter([registry]),
  };
}
export type Metrics = ReturnType<typeof createMetrics>;

const createHttpMetrics = (registers: Registry[]) => ({
  requests: new Counter({
    name: "http_requests_total",
    help: "Responses, without pages from memory",
    labelNames: ["method", "status"],
    registers,
  }),
  durations: new Histogram({
    name: "http_request_duration_seconds",
    help: "Response time, without pages from memory",
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 15],
    registers,
  }),
  shed: new Counter({
    name: "http_requests_shed_total",
    help: "Requests refused because the server is overloaded",
    registers,
  }),
  limited: new Counter({
    name: "http_requests_limited_total",
    help: "Requests refused because one address sent too many",
    registers,
  }),
  endedConnections: new Counter({
    name: "http_connections_ended_total",
    help: "Connections ended by a limit: share (one address has too many), full, crowded (idle while there are many), stalled (nothing is read)",
    labelNames: ["reason"],
    registers,
  }),
});

const createPageCacheMetrics = (registers: Registry[]) => ({
  cachedPages: new Counter({
    name: "page_cache_hits_total",
    help: "Pages served from memory",
    registers,
  }),
  renderedPages: new Counter({
    name: "page_cache_renderings_total",
    help: "Pages rendered for the page cache",
    registers,
  }),
  cacheBytes: new Gauge({
    name: "page_cache_bytes",
    help: "Memory of the cached pages, all codings, when the latest warm-up ended",
    registers,
  }),
  warmPages: new Gauge({
    name: "page_cache_pages",
    help: "Public pages that the latest complete warm-up put into memory",
    registers,
  }),
  warmSeconds: new Gauge({
    name: "page_cache_warm_seconds",
    help: "Time of the latest complete warm-up, with the pauses between pages",
    registers,
  }),
  warmWorkSeconds: new Gauge({
    name: "page_cache_warm_work_seconds",
    help: "Time of the latest complete warm-up for rendering and quick compression, without the pauses",
    registers,
  }),
});

function createSecurityCounter(registers: Registry[]) {
  const events = new Counter({
    name: "security_events_total",
    help: "Security events by kind; the log has a line for each",
    labelNames: ["kind"],
    registers,
  });
  // Each kind exists from the start, so that its first event is visible as an increase.
  for (const kind of SECURITY_EVENTS) events.inc({ kind }, 0);
  return events;
}

/** One database query for all gauges of a scrape that show parts of it. */
function shareReading<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | null = null;
  return () => {
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  };
}

function registerDeliveryGauges(registry: Registry, db: () => Database): void {
  const readMetrics = shareReading(() => getDeliveryMetrics(db()));
  new Gauge({
    name: "crm_outbox_rows",
    help: "Deliveries by state",
    labelNames: ["state"],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { state, rows } of (await readMetrics()).states) this.set({ state }, rows);
    },
  });
  new Gauge({
    name: "crm_target_closed",
    help: "1 where a delivery target takes requests, 0 where its circuit breaker is open or it is paused",
    labelNames: ["target"],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { target, state } of (await readMetrics()).targets)
        this.set({ target }, state === "closed" ? 1 : 0);
    },
  });
}

function registerWebhookGauges(registry: Registry, db: () => Database): void {
  const readMetrics = shareReading(() => getWebhookMetrics(db()));
  new Gauge({
    name: "webhook_messages_waiting",
    help: "Webhook messages that wait for their next attempt",
    registers: [registry],
    async collect() {
      this.set((await readMetrics()).waiting);
    },
  });
  new Gauge({
    name: "webhook_oldest_waiting_seconds",
    help: "Age of the oldest webhook message that waits, those of paused endpoints too; 0 without any",
    registers: [registry],
    async collect() {
      const { oldestWaitingAt } = await readMetrics();
      this.set(oldestWaitingAt ? (Date.now() - oldestWaitingAt.getTime()) / SECOND_MS : 0);
    },
  });
  new Gauge({
    name: "webhook_endpoints_paused",
    help: "Webhook endpoints that get nothing, because staff or failures paused them",
    registers: [registry],
    async collect() {
      this.set((await readMetrics()).paused);
    },
  });
}

/** Only where backups go to object storage. */
function registerBackupGauges(registry: Registry, db: () => Database): void {
  const readMetrics = shareReading(() => getBackupMetrics(db(), new Date()));
  new Gauge({
    name: "backup_verified_age_seconds",
    help: "Age of the newest backup in object storage that was read back; infinite without any",
    registers: [registry],
    async collect() {
      this.set((await readMetrics()).ageSeconds);
    },
  });
  new Gauge({
    name: "backup_last_run_ok",
    help: "1 where the latest backup to object storage was written and verified",
    registers: [registry],
    async collect() {
      this.set((await readMetrics()).isLastRunOk ? 1 : 0);
    },
  });
}
