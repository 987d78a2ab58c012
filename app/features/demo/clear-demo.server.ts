import type pg from "pg";
import { adjustCredits } from "#app/features/billing/ledger.server.ts";
import { takeCounts } from "./remember-counts.server.ts";

/**
 * The ledger outlives its providers: what demo providers have goes back to where it came from
 * before they go.
 */
async function returnCredits(tx: pg.PoolClient, now: Date): Promise<void> {
  const { rows } = await tx.query<{ providerId: string; amount: number }>(
    'select id as "providerId", -credits::float8 as amount from providers where is_demo and credits <> 0 for update',
  );
  await adjustCredits(tx, { adjustments: rows, actor: "command-line", note: "demo", now });
}

/**
 * Takes away all demo rows and nothing else. Notes, events and offers go with their requests,
 * subscriptions and settings with their providers. Consent records stay: nothing takes them away.
 */
export async function clearDemo(tx: pg.PoolClient, { now }: { now: Date }): Promise<void> {
  await returnCredits(tx, now);
  // Somebody may have pressed "send again" at a demo request.
  await tx.query(
    "delete from crm_outbox o using service_requests r where r.id = o.request_id and r.is_demo",
  );
  for (const table of [
    "service_requests",
    "bid_unlocks",
    "bids",
    "jobs",
    "payments_subscriptions",
    "providers",
    "homeowners",
    "call_attributions",
    "notifications",
  ])
    await tx.query(`delete from ${table} where is_demo`);
  await tx.query(
    "delete from content_versions v using advertorial_content a where a.id = v.content_id and a.is_demo",
  );
  await tx.query("delete from advertorial_content where is_demo");
  await takeCounts(tx, "funnel");
  await takeCounts(tx, "content");
}
