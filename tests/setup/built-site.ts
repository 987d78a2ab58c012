import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { wrapPool } from "#app/db/client.server.ts";
import { migrateDatabase } from "#app/db/migrate.server.ts";
import { insertSeedQuizzes } from "#app/features/quizzes/editor/seed-quizzes.server.ts";
import { startContactSync } from "../fakes/contact-sync.ts";
import { startStripe } from "../fakes/stripe.ts";
import { APP_SECRET } from "../staff.ts";
import { copyDatabase, dropDatabase, removeTestPostgres, startTestPostgres } from "./database.ts";
import { createTestFolder } from "./test-folder.ts";

const ROOT = join(import.meta.dirname, "../..");

/** What the tests sign events of the payment company with. */
export const WEBHOOK_SECRET = "whsec_e2e";

export type BuiltSite = { child: ChildProcess; url: string };

export const startBuiltSite = (env: Record<string, string>) =>
  startSite([process.execPath, join(ROOT, "scripts/start.ts")], env);

/** As an operator starts it; all its processes are one group, as they are for a terminal. */
export const startSiteByNpm = (env: Record<string, string>) =>
  startSite(["npm", "start"], env, { detached: true });

/** Starts the built site on a free port and waits for its line. Resolves with its address. */
async function startSite(
  [program = "", ...words]: string[],
  env: Record<string, string>,
  options: { detached?: boolean } = {},
): Promise<BuiltSite> {
  const child = spawn(program, words, {
    ...options,
    cwd: ROOT,
    // A page is rendered when a test requests it, instead of all pages after each change.
    env: { ...process.env, PORT: "0", LOG_LEVEL: "warn", PAGE_WARM_UP: "off", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const url = /runs on (http\S+)/.exec(line)?.[1];
    if (url) {
      child.stdout?.resume();
      return { child, url };
    }
    if (line.trim()) console.log(line);
  }
  throw new Error("the site did not start");
}

export async function stopSite({ child }: Pick<BuiltSite, "child">): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
}

/** The site of a test run and what belongs to it. */
export type SharedSite = {
  url: string;
  databaseUrl: string;
  /** A migrated database with the quizzes of a new site: isolated sites start with a copy of it. */
  templateUrl: string;
  stripeUrl: string;
  crmCalls: string;
};

/**
 * The site that all tests of a run share: real database, fakes of the CRM and the payment
 * company, and the built site.
 */
export async function startSharedSite(
  name: string,
  env: Record<string, string> = {},
): Promise<{ site: SharedSite; stop: () => Promise<void> }> {
  const postgres = await startTestPostgres(name);
  await fillTemplate(postgres.url);
  const databaseUrl = await copyDatabase(postgres.url);
  const crm = await startContactSync({ key: "sync-key", secret: "sync-secret" });
  const stripe = await startStripe({ key: "sk_test_e2e" });
  const built = await startBuiltSite({
    DATABASE_URL: databaseUrl,
    DATA_DIR: createTestFolder(`${name}-site`),
    APP_SECRET,
    CONTACT_SYNC_URL: crm.url,
    CONTACT_SYNC_KEY: crm.key,
    CONTACT_SYNC_SECRET: crm.secret,
    STRIPE_SECRET_KEY: stripe.key,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_BASE_URL: stripe.url,
    // Each test calls from a different address, so that rate limits see different visitors.
    TRUSTED_PROXIES: "127.0.0.1",
    ...env,
  });
  return {
    site: {
      url: built.url,
      databaseUrl,
      templateUrl: postgres.url,
      stripeUrl: stripe.url,
      crmCalls: new URL("/calls", crm.url).href,
    },
    async stop() {
      await stopSite(built);
      await crm.close();
      await stripe.close();
      await removeTestPostgres(postgres);
    },
  };
}

async function fillTemplate(url: string): Promise<void> {
  await migrateDatabase(url);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  await insertSeedQuizzes({ db: wrapPool(pool), now: new Date() });
  await pool.end();
}

/** A site for the tests of one file; `db` is connected to its separate database. */
export type IsolatedSite = BuiltSite & {
  databaseUrl: string;
  db: pg.Client;
  stop: () => Promise<void>;
};

/** Starts the built site without a CRM on a copy of the template, or on `env.DATABASE_URL`. */
export async function startIsolatedSite(
  templateUrl: string,
  env: Record<string, string> = {},
): Promise<IsolatedSite> {
  const databaseUrl = env.DATABASE_URL ?? (await copyDatabase(templateUrl));
  const built = await startBuiltSite({
    DATABASE_URL: databaseUrl,
    DATA_DIR: createTestFolder(new URL(databaseUrl).pathname.slice(1)),
    APP_SECRET,
    CONTACT_SYNC_URL: "",
    TRUSTED_PROXIES: "127.0.0.1",
    ...env,
  });
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  return {
    ...built,
    databaseUrl,
    db,
    async stop() {
      await db.end();
      await stopSite(built);
      if (databaseUrl !== env.DATABASE_URL) await dropDatabase(databaseUrl);
    },
  };
}
