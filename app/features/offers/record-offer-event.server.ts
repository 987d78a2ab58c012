import { randomUUIDv7 } from "node:crypto";
import { eq } from "drizzle-orm";
import { type ActionContext, getActorId } from "#app/db/action-context.server.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import { requestEvents } from "#app/db/tables/requests.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import type { UsedLink } from "#app/features/consent/record-consent.server.ts";
import type { OfferEvent } from "#app/features/requests/constants.ts";
import { OFFER_CHANNEL } from "./constants.ts";
import { notifyOfferChanged } from "./mutations.sql.ts";

type OfferEventEntry = {
  serviceRequestId: string;
  offerId: string;
  providerId: string;
  kind: OfferEvent;
  reason?: string;
  /** The provider had accepted, and got the credits back. */
  wasAccepted?: boolean;
  /** What opened the page on which the customer answered. */
  link?: UsedLink;
  /** The provider's person who acted; only for the audit log. */
  person?: string;
};

/**
 * Adds an event to the request's timeline and a row to the audit log, and notifies workers and open
 * portals on commit.
 */
export async function recordOfferEvent(
  tx: Transaction,
  context: Omit<ActionContext, "db">,
  entry: OfferEventEntry,
): Promise<void> {
  const { serviceRequestId, offerId, providerId, kind, reason, wasAccepted, link, person } = entry;
  const { actor, now } = context;
  const [provider] = await tx
    .select({ company: providers.companyName })
    .from(providers)
    .where(eq(providers.id, providerId));
  const actorId = getActorId(actor);
  await tx.insert(requestEvents).values({
    id: randomUUIDv7(),
    requestId: serviceRequestId,
    at: now,
    actorId,
    kind,
    detail: {
      offerId,
      providerId,
      company: provider?.company ?? "",
      by: actorId ? undefined : actor,
      reason,
      wasAccepted,
      link,
    },
  });
  await recordAudit(tx, context, {
    action: kind,
    entity: "service-request",
    entityId: serviceRequestId,
    changes: { offerId, providerId, reason, person },
  });
  // Commits that notify wait for each other, which does not matter at the rate of offers.
  await notifyOfferChanged.run(tx, { channel: OFFER_CHANNEL, serviceRequestId });
}
