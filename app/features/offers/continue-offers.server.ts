import type { MailContext } from "#app/features/mail/send-mail.server.ts";
import { AUTO_ACTOR, AUTO_BATCH_SIZE, AUTO_HOURS, EXPIRY_ACTOR } from "./constants.ts";
import { getMatchRequest, listMatches } from "./list-matches.server.ts";
import { expireOffers, withdrawOffer } from "./mutations.server.ts";
import { getOfferSettings } from "./queries.server.ts";
import { listRequestsToReoffer } from "./queries.sql.ts";
import { endOptedOutOffers, endUnverifiedOffers } from "./record-customer-answer.server.ts";
import { sendOffer } from "./send-offer.server.ts";

/**
 * Ends offers that expired, whose customer opted out or was erased, or whose provider is no longer
 * verified. Then, for requests with automatic offers, mails the next provider; only full matches with
 * an email address are asked.
 * @returns how many offers were made
 */
export async function continueOffers(app: MailContext, signal?: AbortSignal): Promise<number> {
  const { db, now } = app;
  await expireOffers({ db, actor: EXPIRY_ACTOR, now: now() });
  await endOptedOutOffers({ db, actor: EXPIRY_ACTOR, now: now() });
  await endUnverifiedOffers({ db, actor: EXPIRY_ACTOR, now: now() });
  if (!app.env.SMTP_URL) return 0;
  const { offerCost: cost } = await getOfferSettings(db);
  const { timeZone } = await app.settings.get();
  const waiting = await listRequestsToReoffer.rows(db, {
    now: now(),
    hours: AUTO_HOURS,
    limit: AUTO_BATCH_SIZE,
  });
  let offered = 0;
  for (const { serviceRequestId, offeredBy } of waiting) {
    if (signal?.aborted) break;
    const request = await getMatchRequest(db, serviceRequestId);
    if (!request) continue;
    const { matches } = await listMatches(db, { request, cost, now: now(), timeZone });
    const next = matches.find(({ hasMail }) => hasMail);
    if (!next) continue;
    const context = { ...app, actor: AUTO_ACTOR, now: now() };
    const sent = await sendOffer(
      context,
      { serviceRequestId, providerId: next.id, offeredBy },
      signal,
    );
    if (!sent.ok) continue;
    offered += 1;
    // The provider never learned of the offer, so it must not count as asked. Staff see the
    // withdrawal and continue by hand.
    if (!sent.mailed) await withdrawOffer(context, { offerId: sent.offerId });
  }
  return offered;
}
