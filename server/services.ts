import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createConsentTexts } from "#app/features/consent/texts.server.ts";
import { createSettingsCache } from "#app/features/settings/queries.server.ts";
import type { Env } from "#app/lib/env.server.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { once } from "#app/lib/once.server.ts";
import { deriveKey, readAppSecret } from "#app/lib/secret.server.ts";
import type { Services } from "#app/services.ts";
import { connectDatabase } from "./database.ts";
import { createMetrics, type Metrics } from "./metrics.ts";

const WAKE_DELAY_MS = 20;
const READY_DEADLINE_MS = 2_000;

export type RunningServices = Services & {
  figures: Metrics;
  databaseUrl: (again: boolean) => Promise<string>;
  stop: () => void;
  close: () => Promise<void>;
};

/** Everything that requests and workers need, once a process. */
export function createServices(env: Env, log: Logger): Promise<RunningServices> {
  return once("services", async () => {
    const secret = readAppSecret({ configured: env.APP_SECRET, dataDir: resolve(env.DATA_DIR) });
    const database = await connectDatabase(env, log);
    const { db } = database;
    const now = () => new Date();
    const figures = createMetrics(() => db);
    let stopping = false;
    let waking: NodeJS.Timeout | undefined;

    // One notification for many requests, after their commits: NOTIFY inside a transaction makes commits wait for each other.
    const wakeDelivery = () => {
      waking ??= setTimeout(() => {
        waking = undefined;
        db.$client.query("select pg_notify('outbox_ready', '')").catch(() => {});
      }, WAKE_DELAY_MS);
    };

    return {
      env,
      db,
      settings: createSettingsCache(db),
      consentTexts: createConsentTexts(db, now),
      log,
      metrics: figures.registry,
      figures,
      contactKey: deriveKey(secret, "contact-hash"),
      now,
      wakeDelivery,
      async checkDatabase() {
        const deadline = wait(READY_DEADLINE_MS, undefined, { ref: false }).then(() => Promise.reject(new Error("the database does not answer")));
        await Promise.race([db.$client.query("select 1"), deadline]);
      },
      isStopping: () => stopping,
      stop() {
        stopping = true;
      },
      databaseUrl: async (again: boolean) => (again ? await database.reconnect() : database.url()),
      async close() {
        clearTimeout(waking);
        await database.close();
      },
    };
  });
}
