import { eq } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import type { Database } from "#app/db/client.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { sealConsentRecords } from "#app/features/consent/seal-chain.server.ts";
import { createConsentTexts } from "#app/features/consent/texts.server.ts";
import { insertSeedQuizzes } from "#app/features/quizzes/editor/seed-quizzes.server.ts";
import { getSiteSettings } from "#app/features/settings/queries.server.ts";
import { clearDemo } from "./clear-demo.server.ts";
import { type DemoOptions, insertDemo } from "./insert-demo.server.ts";
import { disableTimeouts } from "./queries.sql.ts";
import { readDemoContent } from "./read-demo-content.server.ts";

export type SeedInput = DemoOptions & { force?: boolean };
export type SeedResult =
  | { ok: true; rows: Record<string, number> }
  | { ok: false; reason: "real-requests" };

/**
 * Fills the database with a year of demo data in one transaction; rows of an earlier run are removed
 * first. Demo requests have no delivery order, so that no worker ever sees them. Their consent
 * records are marked, and stay forever as all do: in a database with requests of real people none is
 * written, so that the proof of real consent has no demo rows.
 */
export async function seedDemo(context: ActionContext, input: SeedInput): Promise<SeedResult> {
  const { db, now } = context;
  // A new site has no quizzes yet, and demo requests come from quizzes.
  await insertSeedQuizzes({ db, now });
  const settings = await getSiteSettings(db);
  const { id } = await createConsentTexts(db, () => now).current(settings);
  const text = await createConsentTexts(db, () => now).find(id);
  const content = await readDemoContent(input.services);
  const result = await withTransaction(db, async (tx): Promise<SeedResult> => {
    await disableTimeouts.run(tx, {});
    const [real] = await tx
      .select({ id: serviceRequests.id })
      .from(serviceRequests)
      .where(eq(serviceRequests.isDemo, false))
      .limit(1);
    if (real && !input.force) return { ok: false, reason: "real-requests" };
    await clearDemo(tx, context);
    const rows = await insertDemo(tx, context, {
      ...input,
      content,
      consentText: real ? null : text,
      timeZone: settings.timeZone,
    });
    await recordAudit(tx, context, {
      action: "seed-demo",
      entity: "database",
      changes: { seed: input.seed, rows },
    });
    return { ok: true, rows };
  });
  if (result.ok) await sealConsentRecords(db, { now, sweep: true });
  return result;
}

/**
 * Updates the planner's statistics and the search index after many new rows. Only the owner of the
 * tables may; for others it does nothing. VACUUM cannot run in a transaction or be prepared, so it is
 * no statement of `*.sql.ts`.
 */
export async function refreshStatistics(db: Database): Promise<void> {
  const client = await db.$client.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("vacuum (analyze) service_requests, request_touches");
  } finally {
    // The connection is closed, because its setting is not for others.
    client.release(true);
  }
}
