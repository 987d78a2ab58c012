import type pg from "pg";
import type { MailContext } from "#app/features/mail/send-mail.server.ts";
import { AUTO_ACTOR, AUTO_BATCH, AUTO_HOURS } from "./constants.ts";
import { getMatchRequest, listMatches } from "./list-matches.server.ts";
import { expireOffers, withdrawOffer } from "./offers.server.ts";
import { getOfferSettings } from "./queries.server.ts";
import { endLostOffers } from "./record-customer-approval.server.ts";
import { sendOffer } from "./send-offer.server.ts";

type Waiting = { serviceRequestId: string; offeredBy: string };

/** Requests whose newest offer ended without a yes, and was made to go on by itself. */
async function listWaiting(pool: pg.Pool, now: Date): Promise<Waiting[]> {
  const { rows } = await pool.query<Waiting>(
    `select request_id as "serviceRequestId", offered_by as "offeredBy" from (
       select distinct on (o.request_id) o.request_id, o.offered_by, o.state, o.decided_at from offers o
       where exists (select from offers e where e.request_id = o.request_id and e.offered_by like 'auto:%' and e.state in ('declined', 'expired', 'refused')
         and e.decided_at >= $1::timestamptz - make_interval(hours => $2))
       order by o.request_id, o.created_at desc, o.id desc) newest
     where state in ('declined', 'expired', 'refused') and offered_by like 'auto:%' order by decided_at desc limit $3`,
    [now, AUTO_HOURS, AUTO_BATCH],
  );
  return rows;
}

/**
 * Ends offers whose time is up, and those that no yes can come for any more, then asks the next
 * providers by mail where staff chose so. Only full matches that a mail reaches are asked by
 * themselves. @returns how many were asked
 */
export async function continueOffers(services: MailContext, signal?: AbortSignal): Promise<number> {
  const pool = services.db.$client;
  await expireOffers(pool, services.now());
  await endLostOffers(pool, services.now());
  if (!services.env.SMTP_URL) return 0;
  const { offerCost: cost } = await getOfferSettings(pool);
  let asked = 0;
  for (const { serviceRequestId, offeredBy } of await listWaiting(pool, services.now())) {
    if (signal?.aborted) break;
    const request = await getMatchRequest(pool, serviceRequestId);
    if (!request) continue;
    const { matches } = await listMatches(pool, { request, cost, now: services.now() });
    const next = matches.find(({ hasMail }) => hasMail);
    if (!next) continue;
    const by = { actor: AUTO_ACTOR, now: services.now() };
    const sent = await sendOffer(
      services,
      { ...by, serviceRequestId, providerId: next.id, offeredBy },
      signal,
    );
    if (!sent.ok) continue;
    asked += 1;
    // Nobody knows of it: it must not cost the provider their turn. Staff see it, and go on by
    // hand.
    if (!sent.mailed) await withdrawOffer(pool, { ...by, offerId: sent.offerId });
  }
  return asked;
}
