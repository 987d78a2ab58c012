import { type MailContext, sendMail } from "#app/features/mail/send-mail.server.ts";
import { FIELDS } from "#app/features/requests/quote/fields.ts";
import { getPublicOrigin } from "#app/lib/public-origin.ts";
import { composeOffer } from "./compose-offer.ts";
import { getMatchRequest, listMatches, type Matches } from "./list-matches.server.ts";
import { createOffer, getOfferPath } from "./mutations.server.ts";
import { getOfferSettings } from "./queries.server.ts";
import type { By } from "./record-offer-event.server.ts";
import type { OfferRefusal, OfferSettings } from "./schema.ts";

/** `path`: the link, where it was not sent by mail; it is never shown again. */
export type SentOffer =
  | { ok: true; offerId: string; mailed: boolean; path: string | null }
  | { ok: false; reason: OfferRefusal };

type Asked = { serviceRequestId: string; providerId: string; offeredBy?: string };

/** Offers a request to a matching provider, then mails them. */
export async function sendOffer(
  app: MailContext,
  options: By & Asked,
  signal?: AbortSignal,
): Promise<SentOffer> {
  const { serviceRequestId, providerId, offeredBy, ...by } = options;
  const pool = app.db.$client;
  const settings = await getOfferSettings(pool);
  const request = await getMatchRequest(pool, serviceRequestId);
  if (!request) return { ok: false, reason: "not-found" };
  const fitting = findFitting(
    await listMatches(pool, { request, cost: settings.offerCost, now: by.now, providerId }),
  );
  const created = await createOffer(pool, {
    ...by,
    serviceRequestId,
    providerId,
    offeredBy,
    cost: settings.offerCost,
    minutes: settings.offerMinutes,
    mayOffer: fitting !== undefined,
  });
  if (!created.ok) return created;
  const path = getOfferPath(created.token);
  const mailed = fitting?.hasMail
    ? await mailOffer(app, { offerId: created.offerId, path, settings }, signal)
    : false;
  return { ok: true, offerId: created.offerId, mailed, path: mailed ? null : path };
}

const findFitting = ({ matches, nearMisses }: Matches) =>
  [...matches, ...nearMisses].find(({ canOffer }) => canOffer);

type Row = {
  email: string;
  providerId: string;
  company: string;
  serviceType: string;
  city: string | null;
  zip: string | null;
  timeframe: string | null;
};

async function mailOffer(
  app: MailContext,
  offer: { offerId: string; path: string; settings: OfferSettings },
  signal?: AbortSignal,
): Promise<boolean> {
  const { env } = app;
  const { rows } = await app.db.$client.query<Row>(
    `select p.contact_email as email, p.id as "providerId", p.company_name as company, r.service_type as "serviceType", r.city, r.zip_valid as zip, r.timeframe
     from offers o join providers p on p.id = o.provider_id join service_requests r on r.id = o.request_id where o.id = $1`,
    [offer.offerId],
  );
  const [row] = rows;
  if (!row) return false;
  const { brand } = await app.settings.get();
  const origin = getPublicOrigin(env);
  const timeframe =
    FIELDS.timeframe.choices.find(({ value }) => value === row.timeframe)?.label ?? null;
  const text = composeOffer({
    ...row,
    timeframe,
    brand,
    cost: offer.settings.offerCost,
    minutes: offer.settings.offerMinutes,
    url: origin + offer.path,
  });
  const sent = await sendMail(
    app,
    {
      ...text,
      to: row.email,
      kind: "offer",
      recipientId: row.providerId,
      subjectId: offer.offerId,
    },
    signal,
  );
  // A mail written to a file reaches nobody.
  return sent.ok && sent.where === "smtp";
}
