import type { ActionContext } from "#app/db/action-context.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import type { OfferEvent } from "#app/features/requests/constants.ts";
import { lockOfferAndRequest } from "./lock-offer.server.ts";
import { recordOfferEvent } from "./record-offer-event.server.ts";

/** Asks staff in the request's timeline to call the provider of an offer, whom no mail reaches. */
export async function leaveToStaff(
  tx: Transaction,
  context: Omit<ActionContext, "db">,
  { offerId, kind }: { offerId: string; kind: OfferEvent },
): Promise<void> {
  const offer = await lockOfferAndRequest(tx, { offerId, now: context.now });
  if (!offer) return;
  const { serviceRequestId, providerId } = offer;
  await recordOfferEvent(tx, context, { serviceRequestId, offerId, providerId, kind });
}
