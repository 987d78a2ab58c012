import type { ActionContext } from "#app/db/action-context.server.ts";
import { type Mail, type MailContext, sendMail } from "#app/features/mail/send-mail.server.ts";
import { FIELDS } from "#app/features/requests/quote/fields.ts";
import { getPublicOrigin } from "#app/lib/public-origin.ts";
import { composeOffer } from "./compose-offer.ts";
import { getMatchRequest, listMatches, type Matches } from "./list-matches.server.ts";
import type { MatchReason } from "./match-provider.ts";
import { createOffer, getOfferPath } from "./mutations.server.ts";
import { getMailedJob, getOfferSettings } from "./queries.server.ts";
import type { OfferRefusal, OfferSettings } from "./schema.ts";

/** `path`: of the provider's link, if it was not sent by mail; it cannot be shown again. */
export type SendOfferResult =
  | { ok: true; offerId: string; mailed: boolean; path: string | null }
  | { ok: false; reason: OfferRefusal };

/** Context of actions that also send mail. */
export type OfferContext = ActionContext & Omit<MailContext, "db" | "now">;

type SendOfferInput = { serviceRequestId: string; providerId: string; offeredBy?: string };

/** Offers a request to a matching provider, then mails them the link. */
export async function sendOffer(
  context: OfferContext,
  input: SendOfferInput,
  signal?: AbortSignal,
): Promise<SendOfferResult> {
  const { db, now } = context;
  const { serviceRequestId, providerId } = input;
  const settings = await getOfferSettings(db);
  const request = await getMatchRequest(db, serviceRequestId);
  if (!request) return { ok: false, reason: "not-found" };
  const { timeZone } = await context.settings.get();
  const match = findOfferableMatch(
    await listMatches(db, { request, cost: settings.offerCost, now, providerId, timeZone }),
  );
  const created = await createOffer(context, {
    ...input,
    cost: settings.offerCost,
    minutes: settings.offerMinutes,
    canOffer: match !== undefined,
    matchReasons: match?.told,
    dailyLimitZone: match?.reasons.some(isOverriddenLimit) ? undefined : timeZone,
  });
  if (!created.ok) return created;
  const { offerId } = created;
  const path = getOfferPath(created.token);
  const mailed = await mailOffer(context, { offerId, path, settings }, signal);
  return { ok: true, offerId, mailed, path: mailed ? null : path };
}

const isOverriddenLimit = ({ check, ok }: MatchReason) => check === "daily-limit" && !ok;

const findOfferableMatch = ({ matches, nearMisses }: Matches) =>
  [...matches, ...nearMisses].find(({ canOffer }) => canOffer);

async function mailOffer(
  context: OfferContext,
  offer: { offerId: string; path: string; settings: OfferSettings },
  signal?: AbortSignal,
): Promise<boolean> {
  const { offerId, path, settings } = offer;
  const job = await getMailedJob(context.db, offerId, "offers");
  if (!job) return false;
  const { brand } = await context.settings.get();
  const timeframe =
    FIELDS.timeframe.choices.find(({ value }) => value === job.timeframe)?.label ?? null;
  const { toPeople, toCompany, providerId: recipientId } = job;
  const frame = { brand, timeframe, cost: settings.offerCost, minutes: settings.offerMinutes };
  const send = (to: string[], link: { url: string; isPortal: boolean }) =>
    to.length > 0
      ? mailProvider(
          context,
          {
            ...composeOffer({ ...job, ...frame, ...link }),
            ...{ to, kind: "offer", recipientId, subjectId: offerId },
          },
          signal,
        )
      : false;
  const origin = getPublicOrigin(context.env);
  // Who has the link may act without signing in, so people get the portal's, which ends with their access.
  const [toOffice, toOthers] = [
    await send(toCompany, { url: origin + path, isPortal: false }),
    await send(toPeople, { url: `${origin}/pro/offers/${offerId}`, isPortal: true }),
  ];
  return toOffice || toOthers;
}

/** Sends a mail about an offer. @returns whether it was handed to a mail server */
export async function mailProvider(
  context: OfferContext,
  mail: Mail,
  signal?: AbortSignal,
): Promise<boolean> {
  const sent = await sendMail({ ...context, now: () => context.now }, mail, signal);
  // A mail written to a file reaches nobody.
  return sent.ok && sent.where === "smtp";
}
