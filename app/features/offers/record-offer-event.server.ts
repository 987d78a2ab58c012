import { randomUUIDv7 } from "node:crypto";
import type pg from "pg";
import { writeAudit } from "#app/features/audit/write-audit.server.ts";
import type { OfferEvent } from "#app/features/requests/constants.ts";
import { OFFER_CHANNEL } from "./constants.ts";

/** Who acts: a staff member's id, or a word such as "auto". */
export type By = { actor: string; requestId?: string; now: Date };

type OfferEventEntry = {
  serviceRequestId: string;
  offerId: string;
  providerId: string;
  kind: OfferEvent;
  reason?: string;
};

const STAFF_ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/**
 * Adds an event to the request's timeline and a row to the audit log; workers and open portals are
 * notified with the commit.
 */
export async function recordOfferEvent(
  tx: pg.PoolClient,
  by: By,
  { serviceRequestId, offerId, providerId, kind, reason }: OfferEventEntry,
): Promise<void> {
  const { rows } = await tx.query<{ company: string }>(
    "select company_name as company from providers where id = $1",
    [providerId],
  );
  await tx.query(
    "insert into request_events (id, request_id, at, actor_id, kind, detail) values ($1, $2, $3, $4, $5, $6)",
    [
      randomUUIDv7(),
      serviceRequestId,
      by.now,
      STAFF_ID.test(by.actor) ? by.actor : null,
      kind,
      JSON.stringify({
        offerId,
        providerId,
        company: rows[0]?.company ?? "",
        by: STAFF_ID.test(by.actor) ? undefined : by.actor,
        reason,
      }),
    ],
  );
  await writeAudit(tx, {
    actor: by.actor,
    action: kind,
    entity: "service-request",
    entityId: serviceRequestId,
    changes: { offerId, providerId, reason },
    requestId: by.requestId,
    now: by.now,
  });
  // Commits that notify wait for each other, which does not matter at the rate of offers.
  await tx.query("select pg_notify($1, $2)", [OFFER_CHANNEL, serviceRequestId]);
}
