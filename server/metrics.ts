import { setTimeout as wait } from "node:timers/promises";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Database } from "#app/db/client.server.ts";
import type { ReadReplica } from "#app/db/read-replica.server.ts";
import { getBackupMetrics } from "#app/features/backup/runs.server.ts";
import { getDeliveryMetrics } from "#app/features/crm/outbox/queries.server.ts";
import { getWebhookMetrics } from "#app/features/webhooks/queries.server.ts";
import { SECOND_MS } from "#app/lib/durations.ts";
import { SECURITY_EVENTS } from "#app/lib/security-log.server.ts";

const DATABASE_DEADLINE_MS = 2_000;

type MetricsOptions = {
  /** Null where there is none. */
  standby: Pick<ReadReplica, "isFresh"> | null;
  /** Backups go to object storage. */
  hasBackups: boolean;
};

/**
 * Metrics for Prometheus; labels are fixed words, never paths or persons. docs/metrics.md says what each
 * means.
 */
export function createMetrics(db: () => Database, { standby, hasBackups }: MetricsOptions) {
  const registry = new Registry();
  if (standby)
    new Gauge({
      name: "database_standby_fresh",
      help: "1 while reports are read on the standby of DATABASE_READ_URL, 0 while it is missing or behind",
      registers: [registry],
      collect() {
        this.set(standby.isFresh() ? 1 : 0);
      },
    });
  collectDefaultMetrics({ register: registry });
  registerDatabaseState(registry, db);
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

/** What the database answered, or the fallback where it failed or took too long. */
const withDeadline = <T, F>(answer: Promise<T>, fallback: F): Promise<T | F> =>
  Promise.race([
    answer.catch(() => fallback),
    wait(DATABASE_DEADLINE_MS, fallback, { ref: false }),
  ]);

/**
 * One database query for all gauges of a scrape that show parts of it. Without the database they
 * have no values, and all others are still read.
 */
function shareReading<T>(read: () => Promise<T>): () => Promise<T | null> {
  let reading: Promise<T | null> | null = null;
  return () => {
    reading ??= withDeadline(read(), null).finally(() => {
      reading = null;
    });
    return reading;
  };
}

type DatabaseGauge<T> = {
  name: string;
  help: string;
  labelNames?: string[];
  /** The values of what was read, with their labels. */
  list: (read: T) => { labels?: Record<string, string>; value: number }[];
};

function registerDatabaseGauges<T>(
  registry: Registry,
  read: () => Promise<T>,
  gauges: readonly DatabaseGauge<T>[],
): void {
  const readOnce = shareReading(read);
  for (const { list, ...options } of gauges)
    new Gauge({
      ...options,
      registers: [registry],
      async collect() {
        this.reset();
        const found = await readOnce();
        if (found) for (const { labels = {}, value } of list(found)) this.set(labels, value);
        // Without labels a gauge that was reset is 0, which would say that all is well.
        else if (!options.labelNames) this.remove();
      },
    });
}

const registerDeliveryGauges = (registry: Registry, db: () => Database): void =>
  registerDatabaseGauges(registry, () => getDeliveryMetrics(db()), [
    {
      name: "crm_outbox_rows",
      help: "Deliveries by state",
      labelNames: ["state"],
      list: ({ states }) => states.map(({ state, rows }) => ({ labels: { state }, value: rows })),
    },
    {
      name: "crm_outbox_open_rows",
      help: "Deliveries that are not done, without requests that are closed, merged, erased or demo, or whose customer opted out",
      labelNames: ["state"],
      list: ({ states }) =>
        states.flatMap(({ state, open }) =>
          state === "delivered" ? [] : [{ labels: { state }, value: open }],
        ),
    },
    {
      name: "crm_target_closed",
      help: "1 where a delivery target takes requests, 0 where its circuit breaker is open or it is paused",
      labelNames: ["target"],
      list: ({ targets }) =>
        targets.map(({ target, state }) => ({
          labels: { target },
          value: state === "closed" ? 1 : 0,
        })),
    },
  ]);

const registerWebhookGauges = (registry: Registry, db: () => Database): void =>
  registerDatabaseGauges(registry, () => getWebhookMetrics(db()), [
    {
      name: "webhook_messages_waiting",
      help: "Webhook messages that wait for their next attempt",
      list: ({ waiting }) => [{ value: waiting }],
    },
    {
      name: "webhook_oldest_waiting_seconds",
      help: "Age of the oldest webhook message that waits, those of paused endpoints too; 0 without any",
      list: ({ oldestWaitingAt }) => [
        { value: oldestWaitingAt ? (Date.now() - oldestWaitingAt.getTime()) / SECOND_MS : 0 },
      ],
    },
    {
      name: "webhook_endpoints_paused",
      help: "Webhook endpoints that get nothing, by who paused them: staff, failures, or gone (the receiver)",
      labelNames: ["reason"],
      list: ({ paused }) =>
        paused.map(({ reason, count }) => ({ labels: { reason }, value: count })),
    },
  ]);

function registerDatabaseState(registry: Registry, db: () => Database): void {
  new Gauge({
    name: "database_up",
    help: "1 where the database answers within two seconds",
    registers: [registry],
    async collect() {
      const answer = db().$client.query("select 1");
      this.set((await withDeadline(answer, null)) ? 1 : 0);
    },
  });
}

/** Only where backups go to object storage. */
const registerBackupGauges = (registry: Registry, db: () => Database): void =>
  registerDatabaseGauges(registry, () => getBackupMetrics(db(), new Date()), [
    {
      name: "backup_verified_age_seconds",
      help: "Age of the newest backup in object storage that was read back; infinite without any",
      list: ({ ageSeconds }) => [{ value: ageSeconds }],
    },
    {
      name: "backup_last_run_ok",
      help: "1 where the latest backup to object storage was written and verified",
      list: ({ isLastRunOk }) => [{ value: isLastRunOk ? 1 : 0 }],
    },
  ]);
