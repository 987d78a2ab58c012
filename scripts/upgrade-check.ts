// Says what stands against starting this release on the site's database: npm run upgrade-check
import { parseArgs } from "node:util";
import { closeDatabase, createDatabase } from "#app/db/client.server.ts";
import { checkUpgrade } from "#app/features/upgrades/check-upgrade.ts";
import type { Check } from "#app/features/upgrades/facts.ts";
import { readDatabaseFacts, readMachineFacts } from "#app/features/upgrades/read-facts.server.ts";
import { DEFAULT_DATA_DIR, type Env, readEnv } from "#app/lib/env.server.ts";
import { hasEmbeddedCluster, startEmbeddedPostgres } from "#server/embedded-postgres.ts";
import { readOptions } from "./read-options.ts";

const USAGE = "npm run upgrade-check";

/**
 * Reads the database without migrating it; starts the embedded server where it does not run. Null where
 * there is none yet.
 */
async function readDatabase(env: Env) {
  const place = { dataDir: env.DATA_DIR, explicit: env.DATA_DIR !== DEFAULT_DATA_DIR };
  if (!env.DATABASE_URL && !(await hasEmbeddedCluster(place))) return null;
  const embedded = env.DATABASE_URL ? undefined : await startEmbeddedPostgres(place);
  const url = embedded?.url ?? env.DATABASE_DIRECT_URL ?? env.DATABASE_URL ?? "";
  const db = createDatabase({ url, max: 1, onError: () => {} });
  try {
    return await readDatabaseFacts(db);
  } finally {
    await closeDatabase(db);
    await embedded?.stop();
  }
}

function print({ name, state, sentence, notes = [] }: Check): void {
  console.log(`${state.padEnd(8)} ${name.padEnd(11)} ${sentence}`);
  for (const note of notes) console.log(`${" ".repeat(20)} - ${note}`);
}

if (readOptions(USAGE, () => parseArgs({ options: {} })))
  try {
    const env = readEnv();
    const machine = await readMachineFacts(env.DATA_DIR);
    const found = await readDatabase(env).then(
      (database) => ({ database }),
      (error: Error & { code?: string }) => ({ failure: error.code ?? error.message }),
    );
    const checks = checkUpgrade({
      machine,
      ...found,
      isEmbedded: !env.DATABASE_URL,
      now: new Date(),
    });
    checks.forEach(print);
    if (checks.some(({ state }) => state === "problem")) process.exitCode = 1;
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
