import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { advertorialContent } from "#app/db/tables/advertorials.server.ts";
import { paymentsSubscriptions } from "#app/db/tables/billing.server.ts";
import { callAttributions } from "#app/db/tables/calls.server.ts";
import { contentVersions } from "#app/db/tables/content-editor.server.ts";
import { crmOutbox } from "#app/db/tables/crm.server.ts";
import { notifications } from "#app/db/tables/notifications.server.ts";
import { bids, bidUnlocks, homeowners, jobs } from "#app/db/tables/offers.server.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { adjustCredits } from "#app/features/billing/ledger.server.ts";
import { removeDemoCounts } from "./demo-counts.server.ts";

/** In the order of deletion. */
const MARKED_TABLES = [
  serviceRequests,
  bidUnlocks,
  bids,
  jobs,
  paymentsSubscriptions,
  providers,
  homeowners,
  callAttributions,
  notifications,
];

/** Sets the credits of demo providers to zero first, because the ledger outlives its providers. */
async function returnCredits(
  tx: Transaction,
  { actor, now }: Omit<ActionContext, "db">,
): Promise<void> {
  const adjustments = await tx
    .select({ providerId: providers.id, amount: sql`-${providers.credits}`.mapWith(Number) })
    .from(providers)
    .where(and(eq(providers.isDemo, true), ne(providers.credits, 0)))
    .for("update");
  await adjustCredits(tx, { adjustments, actor, note: "demo", now });
}

/**
 * Removes all demo rows and nothing else. Notes, events, outcomes, offers and sources go with their requests,
 * subscriptions and settings with their providers. Consent records stay: nothing removes them.
 */
export async function clearDemo(
  tx: Transaction,
  context: Omit<ActionContext, "db">,
): Promise<void> {
  await returnCredits(tx, context);
  // Somebody may have pressed "send again" at a demo request.
  const demoRequests = tx
    .select({ id: serviceRequests.id })
    .from(serviceRequests)
    .where(eq(serviceRequests.isDemo, true));
  await tx.delete(crmOutbox).where(inArray(crmOutbox.requestId, demoRequests));
  for (const table of MARKED_TABLES) await tx.delete(table).where(eq(table.isDemo, true));
  const demoArticles = tx
    .select({ id: advertorialContent.id })
    .from(advertorialContent)
    .where(eq(advertorialContent.isDemo, true));
  await tx.delete(contentVersions).where(inArray(contentVersions.contentId, demoArticles));
  await tx.delete(advertorialContent).where(eq(advertorialContent.isDemo, true));
  await removeDemoCounts(tx, "funnel");
  await removeDemoCounts(tx, "content");
  await removeDemoCounts(tx, "sources");
}
