import { randomUUIDv7 } from "node:crypto";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { requestEvents } from "#app/db/tables/requests.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { OFFER_CHANNEL } from "../constants.ts";
import type { LockedOffer } from "../lock-offer.server.ts";
import { notifyOfferChanged } from "../mutations.sql.ts";
import type { VisitEvent } from "./constants.ts";

/** Who set, moved or canceled a visit; `system`: its request or offer ended. */
export type VisitSide = "customer" | "provider" | "system";

/** What is stored with an event about a visit; empty after the person was erased. */
export type VisitDetail = {
  offerId: string;
  providerId: string;
  company: string;
  by: VisitSide;
  /** In words, such as "Tuesday, Nov 24, 2 to 4 PM Eastern Time". */
  time: string;
  /** The time before a move. */
  before?: string;
  reason?: string;
  /** The provider entered a time that both had agreed on elsewhere. */
  isAgreed?: boolean;
  /** Of the visit after the change: a later change has a higher one. */
  sequence: number;
  /** Whom no mail about the change can reach. */
  untold?: "customer" | "provider";
};

type VisitEntry = Omit<VisitDetail, "offerId" | "providerId" | "company"> & {
  offer: Pick<LockedOffer, "id" | "serviceRequestId" | "providerId" | "company">;
  kind: VisitEvent;
};

/**
 * Adds a change of a visit to the request's timeline, with its reason, and to the audit log, without
 * it. @returns the id of the event
 */
export async function recordVisitEvent(
  tx: Transaction,
  context: Omit<ActionContext, "db">,
  { offer, kind, ...entry }: VisitEntry,
): Promise<string> {
  const { id: offerId, serviceRequestId, providerId, company } = offer;
  const eventId = randomUUIDv7();
  const detail: VisitDetail = { offerId, providerId, company, ...entry };
  await tx.insert(requestEvents).values({
    id: eventId,
    requestId: serviceRequestId,
    at: context.now,
    kind,
    detail,
  });
  await recordAudit(tx, context, {
    action: kind,
    entity: "service-request",
    entityId: serviceRequestId,
    changes: { offerId, providerId, by: entry.by, sequence: entry.sequence },
  });
  await notifyOfferChanged.run(tx, { channel: OFFER_CHANNEL, serviceRequestId });
  return eventId;
}
