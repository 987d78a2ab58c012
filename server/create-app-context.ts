import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { AppContext } from "#app/app-context.ts";
import type { Database } from "#app/db/client.server.ts";
import { openReadReplica, readFromPrimary } from "#app/db/read-replica.server.ts";
import { createPublishedArticles } from "#app/features/advertorials/published.server.ts";
import { GENERATION_CHANNEL } from "#app/features/ai/constants.ts";
import { createContentCounter } from "#app/features/analytics/content-counter.server.ts";
import { createFunnelCounter } from "#app/features/analytics/funnel-counter.server.ts";
import { createSourceCounter } from "#app/features/analytics/source-counter.server.ts";
import { createAuth } from "#app/features/auth/auth.server.ts";
import { createSessionWatch } from "#app/features/auth/session-watch.server.ts";
import { openBackupStore } from "#app/features/backup/backup-store.server.ts";
import { getStripeConfig } from "#app/features/billing/call-stripe.server.ts";
import { createBillingCache } from "#app/features/billing/get-billing.server.ts";
import { createConsentTexts } from "#app/features/consent/texts.server.ts";
import { closeMailTransports } from "#app/features/mail/send-mail.server.ts";
import { openImages } from "#app/features/media/open-images.server.ts";
import { openPrivateStore } from "#app/features/private-files/private-store.server.ts";
import { openVapidKeys, type VapidKeys } from "#app/features/push/vapid-keys.server.ts";
import { createPublishedQuizzes } from "#app/features/quizzes/published.server.ts";
import { getAlarmSummary } from "#app/features/requests/assignments/alarms.server.ts";
import { countSearch } from "#app/features/requests/inbox/inbox.server.ts";
import { createDatabaseLiveCounts } from "#app/features/requests/inbox/live-counts.server.ts";
import { createRequestCounts } from "#app/features/requests/inbox/request-counts.server.ts";
import { createRequestFeed } from "#app/features/requests/inbox/request-feed.server.ts";
import { createPresenceHub } from "#app/features/requests/presence/presence-hub.server.ts";
import { createSearchCounts } from "#app/features/requests/views/search-counts.server.ts";
import { openContactKeys } from "#app/features/secrets/open-contact-keys.server.ts";
import { upgradeHashes } from "#app/features/secrets/upgrade-hashes.server.ts";
import { createSettingsCache } from "#app/features/settings/queries.server.ts";
import type { ContactKeys } from "#app/lib/contact-keys.server.ts";
import type { Env } from "#app/lib/env.server.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { processSingleton } from "#app/lib/process-singleton.server.ts";
import { deriveKeys, readAppSecret } from "#app/lib/secret.server.ts";
import { createSecurityLog } from "#app/lib/security-log.server.ts";
import { staleCache } from "#app/lib/stale-cache.server.ts";
import { createVault, type Vault } from "#app/lib/vault.server.ts";
import { type ConnectedDatabase, connectDatabase } from "./database.ts";
import { createMetrics, type Metrics } from "./metrics.ts";

const OUTBOX_NOTIFY_DELAY_MS = 20;
const READY_DEADLINE_MS = 2_000;

export type RunningAppContext = AppContext & {
  appMetrics: Metrics;
  /** Connection URL past any pooler; `isReconnect` restarts an embedded server that died. */
  directUrl: (isReconnect: boolean) => Promise<string>;
  /** Connection URL of the owner of the tables, past any pooler. */
  ownerUrl: () => string;
  stop: () => void;
  close: () => Promise<void>;
};

/** Creates what requests and jobs need, once a process. */
export function createAppContext(env: Env, log: Logger): Promise<RunningAppContext> {
  return processSingleton("app-context", async () => {
    const secret = readAppSecret({ configured: env.APP_SECRET, dataDir: resolve(env.DATA_DIR) });
    const keys = deriveKeys(secret);
    const database = await connectDatabase(env, log);
    const { db } = database;
    const now = () => new Date();
    const vault = createVault(keys.vault);
    const stored = await prepareStoredKeys(database, { secret, vault, now: now(), log });
    const replica = env.DATABASE_READ_URL
      ? openReadReplica({ db, url: env.DATABASE_READ_URL, log })
      : readFromPrimary(db);
    const appMetrics = createMetrics(() => db, {
      standby: env.DATABASE_READ_URL ? replica : null,
      hasBackups: openBackupStore(env) !== null,
    });
    const stopping = new AbortController();
    const outbox = createOutboxNotifier(db);

    const settings = createSettingsCache(db);
    const timeZone = async () => (await settings.get()).timeZone;
    const funnel = createFunnelCounter({ db, now, timeZone, log });
    const sourceCounter = createSourceCounter({ db, now, timeZone, log });
    const contentCounter = createContentCounter({ db, now, timeZone, log });
    const requestCounts = createRequestCounts({ db, timeZone, now, log });
    const requestFeed = createRequestFeed({
      db,
      onNew: (count) => requestCounts.adjust({ total: count, new: count, today: count }),
    });

    const presence = createPresenceHub({ db, feed: requestFeed, now: Date.now });

    const auth = createAuth({
      db,
      baseUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
      secret: keys.staffAuth,
    });
    auth.recoveryCodes.hashStored(db, log).catch((error: unknown) => {
      const message = "older recovery codes could not be hashed; the next start tries again";
      log.warn({ err: error }, message);
    });

    return {
      env,
      db,
      replica,
      auth,
      settings,
      funnel,
      sourceCounter,
      contentCounter,
      images: openImages(env),
      privateStore: openPrivateStore(env),
      quizzes: createPublishedQuizzes(db),
      articles: createPublishedArticles(db, log),
      billing: createBillingCache({ db, stripe: getStripeConfig(env), now }),
      consentTexts: createConsentTexts(db, now),
      log,
      security: createSecurityLog({
        log,
        key: keys.securityLog,
        count: (kind) => appMetrics.securityEvents.inc({ kind }),
      }),
      sessionWatch: createSessionWatch({ db, now }),
      metrics: appMetrics.registry,
      appMetrics,
      ...stored,
      vault,
      now,
      notifyOutbox: outbox.notify,
      notifyGeneration: () =>
        void db.$client.query("select pg_notify($1, '')", [GENERATION_CHANNEL]).catch(() => {}),
      publishRequestCreated: requestFeed.publishCreated,
      requestFeed,
      presence,
      liveCounts: createDatabaseLiveCounts(db, { feed: requestFeed, now, log }),
      alarms: staleCache(() => getAlarmSummary(db)),
      requestCounts,
      searchCounts: createSearchCounts({
        count: (search) => countSearch(db, { ...search, now: now() }),
        log,
      }),
      checkDatabase: () => checkDatabase(db),
      isStopping: () => stopping.signal.aborted,
      stopSignal: stopping.signal,
      stop() {
        stopping.abort();
      },
      directUrl: async (isReconnect: boolean) =>
        isReconnect ? database.reconnect() : database.directUrl(),
      ownerUrl: database.ownerUrl,
      async close() {
        outbox.stop();
        presence.stop();
        await Promise.all([funnel.stop(), sourceCounter.stop(), contentCounter.stop()]);
        closeMailTransports();
        await replica.close();
        await database.close();
      },
    };
  });
}

/**
 * Reads the keys that the database stores, and completes a rotation of the secret that was interrupted:
 * nothing may be sent before every opt-out is found.
 * @throws SecretMismatchError where the database was written with another secret
 */
async function prepareStoredKeys(
  { db, close }: ConnectedDatabase,
  { secret, vault, now, log }: { secret: string; vault: Vault; now: Date; log: Logger },
): Promise<{ contactKeys: ContactKeys; vapidKeys: VapidKeys }> {
  try {
    const contactKeys = await openContactKeys(db, { secret, now });
    const rows = await upgradeHashes(db, { keys: contactKeys });
    if (rows > 0) log.info({ rows }, "hashes of an older contact key were upgraded");
    return { contactKeys, vapidKeys: await openVapidKeys(db, { vault, now }) };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Sends one notification for many requests, after their commits: NOTIFY inside a transaction makes
 * commits wait for each other.
 */
function createOutboxNotifier(db: Database) {
  let timer: NodeJS.Timeout | undefined;
  return {
    notify(): void {
      timer ??= setTimeout(() => {
        timer = undefined;
        db.$client.query("select pg_notify('outbox_ready', '')").catch(() => {});
      }, OUTBOX_NOTIFY_DELAY_MS);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Rejects unless the database answers in time. */
async function checkDatabase(db: Database): Promise<void> {
  const deadline = wait(READY_DEADLINE_MS, undefined, { ref: false }).then(() =>
    Promise.reject(new Error("the database does not answer")),
  );
  await Promise.race([db.$client.query("select 1"), deadline]);
}
