import { closeDatabase, createDatabase, type Database } from "#app/db/client.server.ts";
import { migrateDatabase } from "#app/db/migrate.server.ts";
import { DEFAULT_DATA_DIR, EnvError, readEnv } from "#app/lib/env.server.ts";
import { startEmbeddedPostgres } from "#server/embedded-postgres.ts";

/**
 * Runs a command on the site's database, even while the server runs. If it fails, prints the reason
 * and sets the exit code.
 */
export async function withDatabase(
  work: (db: Database, ownerUrl: string) => Promise<unknown>,
): Promise<void> {
  try {
    const env = readEnv();
    const embedded = env.DATABASE_URL
      ? undefined
      : await startEmbeddedPostgres({
          dataDir: env.DATA_DIR,
          explicit: env.DATA_DIR !== DEFAULT_DATA_DIR,
        });
    const url = embedded?.url ?? env.DATABASE_DIRECT_URL ?? env.DATABASE_URL ?? "";
    await migrateDatabase(url);
    const db = createDatabase({ url, max: 2, onError: (error) => console.error(error.message) });
    try {
      await work(db, url);
    } finally {
      await closeDatabase(db);
      await embedded?.stop();
    }
  } catch (error) {
    console.error(error instanceof EnvError || error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
