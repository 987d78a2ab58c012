import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { startContactSync } from "../fakes/contact-sync.ts";
import { startStripe } from "../fakes/stripe.ts";
import { ensureBrowser } from "./browser.ts";
import { removeTestPostgres, startTestPostgres, testDataDir } from "./database.ts";

const ROOT = join(import.meta.dirname, "../..");

/** What the tests sign events of the payment company with. */
export const WEBHOOK_SECRET = "whsec_e2e";

type BuiltSite = { child: ChildProcess; url: string };

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
    env: { ...process.env, PORT: "0", LOG_LEVEL: "warn", ...env },
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

/**
 * Real database, doubles of the CRM and the payment company, and the built site; one set for the
 * whole browser run.
 */
export default async function setup() {
  ensureBrowser();
  const postgres = await startTestPostgres("e2e");
  const crm = await startContactSync({ key: "sync-key", secret: "sync-secret" });
  const stripe = await startStripe({ key: "sk_test_e2e" });
  const { child, url } = await startBuiltSite({
    DATABASE_URL: postgres.url,
    DATA_DIR: testDataDir("e2e-site"),
    CONTACT_SYNC_URL: crm.url,
    CONTACT_SYNC_KEY: crm.key,
    CONTACT_SYNC_SECRET: crm.secret,
    STRIPE_SECRET_KEY: stripe.key,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_BASE_URL: stripe.url,
    // Each test calls from an address of its own, so that rate rules see different visitors.
    TRUSTED_PROXIES: "127.0.0.1",
  });
  process.env.BASE_URL = url;
  process.env.E2E_DATABASE_URL = postgres.url;
  process.env.E2E_STRIPE_URL = stripe.url;
  process.env.E2E_CRM_CALLS = new URL("/calls", crm.url).href;
  return async () => {
    child.kill("SIGTERM");
    await once(child, "exit");
    await crm.close();
    await stripe.close();
    await removeTestPostgres(postgres);
  };
}
