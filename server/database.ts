import { setTimeout as wait } from "node:timers/promises";
import { createDatabase, type Database, RUNTIME_ROLE } from "#app/db/client.server.ts";
import { migrateDatabase } from "#app/db/migrate.server.ts";
import { DEFAULT_DATA_DIR, type Env } from "#app/lib/env.server.ts";
import { isDatabaseDown } from "#app/lib/errors.server.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";

const POOL_SIZE = 8;
const FIRST_CONNECTION_TRIES = 30;

export type ConnectedDatabase = {
  db: Database;
  /** Connection URL of the application; restarts the embedded server if it died. */
  reconnect: () => Promise<string>;
  url: () => string;
  close: () => Promise<void>;
};

/**
 * Connects to DATABASE_URL, or to the embedded server, and migrates the schema. In the embedded
 * server the schema belongs to an owner that the application never signs in as.
 */
export async function connectDatabase(env: Env, log: Logger): Promise<ConnectedDatabase> {
  let embedded: EmbeddedPostgres | undefined;
  let url: string;
  let ownerUrl: string;
  const start = () =>
    startEmbeddedPostgres({ dataDir: env.DATA_DIR, explicit: env.DATA_DIR !== DEFAULT_DATA_DIR });
  if (env.DATABASE_URL) url = ownerUrl = env.DATABASE_URL;
  else {
    embedded = await start();
    ({ url: ownerUrl, loginUrl: url } = embedded);
    log.info(
      { directory: embedded.directory, adopted: embedded.adopted },
      "embedded PostgreSQL is running",
    );
  }
  const { hasRuntimeRole } = await migrateWhenReachable(
    { url: ownerUrl, loginPassword: embedded?.loginPassword },
    log,
  );
  if (!hasRuntimeRole)
    log.warn(
      "the database user may not create roles: append-only tables are guarded by triggers alone (docs/operations.md)",
    );
  const db = createDatabase({
    url,
    role: hasRuntimeRole ? RUNTIME_ROLE : undefined,
    max: POOL_SIZE,
    onError: (error) => log.warn({ err: error }, "an idle database connection was lost"),
  });

  let restarting: Promise<void> | undefined;
  const restart = () => {
    restarting ??= start()
      .then((restarted) => {
        embedded = restarted;
        if (restarted.loginUrl !== url) {
          // The old port is in use by now; new connections of the pool go to the new one.
          url = restarted.loginUrl;
          db.$client.options.connectionString = url;
        }
      })
      .finally(() => {
        restarting = undefined;
      });
    return restarting;
  };

  return {
    db,
    url: () => url,
    async reconnect() {
      if (embedded) await restart();
      return url;
    },
    async close() {
      await db.$client.end();
      await embedded?.stop();
    },
  };
}

/** Waits for a database that starts at the same time as this process. */
async function migrateWhenReachable(
  { url, ...options }: { url: string; loginPassword?: string },
  log: Logger,
) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await migrateDatabase(url, options);
    } catch (error) {
      if (!isDatabaseDown(error) || attempt === FIRST_CONNECTION_TRIES) throw error;
      log.warn({ attempt }, "the database does not answer yet");
      await wait(1_000);
    }
  }
}
