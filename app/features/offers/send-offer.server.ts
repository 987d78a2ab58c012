import { eq } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { offers } from "#app/db/tables/offers.server.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import { type Mail, type MailContext, sendMail } from "#app/features/mail/send-mail.server.ts";
import { FIELDS } from "#app/features/requests/quote/fields.ts";
import { getPublicOrigin } from "#app/lib/public-origin.ts";
import { composeOffer } from "./compose-offer.ts";
import { getMatchRequest, listMatches, type Matches } from "./list-matches.server.ts";
import { createOffer, getOfferPath } from "./mutations.server.ts";
import { getOfferSettings } from "./queries.server.ts";
import type { OfferRefusal, OfferSettings } from "./schema.ts";

/** `path`: the link, where it was not sent by mail; it is never shown again. */
export type SentOffer =
  | { ok: true; offerId: string; mailed: boolean; path: string | null }
  | { ok: false; reason: OfferRefusal };

/** What sending an offer needs: an action that may send mail. */
export type OfferContext = ActionContext & Omit<MailContext, "db" | "now">;

type OfferInput = { serviceRequestId: string; providerId: string; offeredBy?: string };

/** Offers a request to a matching provider, then mails them. */
export async function sendOffer(
  context: OfferContext,
  input: OfferInput,
  signal?: AbortSignal,
): Promise<SentOffer> {
  const { db, now } = context;
  const { serviceRequestId, providerId } = input;
  const settings = await getOfferSettings(db);
  const request = await getMatchRequest(db, serviceRequestId);
  if (!request) return { ok: false, reason: "not-found" };
  const match = findOfferable(
    await listMatches(db, { request, cost: settings.offerCost, now, providerId }),
  );
  const created = await createOffer(context, {
    ...input,
    cost: settings.offerCost,
    minutes: settings.offerMinutes,
    mayOffer: match !== undefined,
  });
  if (!created.ok) return created;
  const { offerId } = created;
  const path = getOfferPath(created.token);
  const mailed = match?.hasMail
    ? await mailOffer(context, { offerId, path, settings }, signal)
    : false;
  return { ok: true, offerId, mailed, path: mailed ? null : path };
}

const findOfferable = ({ matches, nearMisses }: Matches) =>
  [...matches, ...nearMisses].find(({ canOffer }) => canOffer);

async function mailOffer(
  context: OfferContext,
  offer: { offerId: string; path: string; settings: OfferSettings },
  signal?: AbortSignal,
): Promise<boolean> {
  const [row] = await context.db
    .select({
      email: providers.contactEmail,
      providerId: providers.id,
      company: providers.companyName,
      serviceType: serviceRequests.serviceType,
      city: serviceRequests.city,
      zip: serviceRequests.zipValid,
      timeframe: serviceRequests.timeframe,
    })
    .from(offers)
    .innerJoin(providers, eq(providers.id, offers.providerId))
    .innerJoin(serviceRequests, eq(serviceRequests.id, offers.requestId))
    .where(eq(offers.id, offer.offerId));
  if (!row?.email) return false;
  const { brand } = await context.settings.get();
  const origin = getPublicOrigin(context.env);
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
  return mailProvider(
    context,
    {
      ...text,
      to: row.email,
      kind: "offer",
      recipientId: row.providerId,
      subjectId: offer.offerId,
    },
    signal,
  );
}

/** @returns false where the mail does not reach the provider */
export async function mailProvider(
  context: OfferContext,
  mail: Mail,
  signal?: AbortSignal,
): Promise<boolean> {
  const sent = await sendMail({ ...context, now: () => context.now }, mail, signal);
  // A mail written to a file reaches nobody.
  return sent.ok && sent.where === "smtp";
}
