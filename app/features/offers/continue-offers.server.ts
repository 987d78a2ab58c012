import type pg from "pg";
import type { MailContext } from "#app/features/mail/send-mail.server.ts";
import { AUTO_ACTOR, AUTO_BATCH, AUTO_HOURS } from "./constants.ts";
import { getMatchRequest, listMatches } from "./list-matches.server.ts";
import { expireOffers, withdrawOffer } from "./mutations.server.ts";
import { getOfferSettings } from "./queries.server.ts";
import { endOptedOutOffers } from "./record-customer-approval.server.ts";
import { sendOffer } from "./send-offer.server.ts";

type Waiting = { serviceRequestId: string; offeredBy: string };

/** Requests whose newest offer ended without a yes and has automatic offers on. */
async function listWaitingRequests(pool: pg.Pool, now: Date): Promise<Waiting[]> {
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
 * Ends offers that expired or whose customer is gone, then asks the next providers by mail where
 * staff chose so. Only full matches with an e-mail address are asked automatically.
 * @returns how many were asked
 */
export async function continueOffers(app: MailContext, signal?: AbortSignal): Promise<number> {
  const pool = app.db.$client;
  await expireOffers(pool, app.now());
  await endOptedOutOffers(pool, app.now());
  if (!app.env.SMTP_URL) return 0;
  const { offerCost: cost } = await getOfferSettings(pool);
  let asked = 0;
  for (const { serviceRequestId, offeredBy } of await listWaitingRequests(pool, app.now())) {
    if (signal?.aborted) break;
    const request = await getMatchRequest(pool, serviceRequestId);
    if (!request) continue;
    const { matches } = await listMatches(pool, { request, cost, now: app.now() });
    const next = matches.find(({ hasMail }) => hasMail);
    if (!next) continue;
    const by = { actor: AUTO_ACTOR, now: app.now() };
    const sent = await sendOffer(
      app,
      { ...by, serviceRequestId, providerId: next.id, offeredBy },
      signal,
    );
    if (!sent.ok) continue;
    asked += 1;
    // The provider never heard of it, so it must not count as their turn. Staff see the withdrawal
    // and continue by hand.
    if (!sent.mailed) await withdrawOffer(pool, { ...by, offerId: sent.offerId });
  }
  return asked;
}
