import { and, count, eq, gt } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { appContext } from "#app/app-context.ts";
import type { Database } from "#app/db/client.server.ts";
import { offers } from "#app/db/tables/offers.server.ts";
import { listUnanswered } from "#app/features/messages/connected-offer.sql.ts";
import { requireProvider } from "#app/features/provider-accounts/viewer.server.ts";

const MAX_UNANSWERED = 20;

/** What the frame of every portal page shows. */
export async function loadPortalFrame(context: Readonly<RouterContextProvider>) {
  const { providerId, company, base, user } = requireProvider(context);
  const { db, now, settings } = context.get(appContext);
  const at = { providerId, now: now() };
  const [{ brand }, openOffers, unanswered] = await Promise.all([
    settings.get(),
    countOpenOffers(db, at),
    listUnanswered.rows(db, { ...at, limit: MAX_UNANSWERED }),
  ]);
  const backTo = user ? null : `/backyard/providers/${providerId}`;
  return { base, company, brand, openOffers, unanswered: unanswered.length, backTo };
}

async function countOpenOffers(
  db: Database,
  { providerId, now }: { providerId: string; now: Date },
): Promise<number> {
  const [row] = await db
    .select({ open: count() })
    .from(offers)
    .where(
      and(eq(offers.providerId, providerId), eq(offers.state, "open"), gt(offers.expiresAt, now)),
    );
  return row?.open ?? 0;
}
