import { eq } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import { type Connection, withTransaction } from "#app/db/transaction.server.ts";
import { buildConsentWording, formatConsentText } from "#app/features/consent/consent-text.ts";
import {
  buildNewNumberConsent,
  isShownLongAgo,
  PHONE_PURPOSE,
} from "#app/features/consent/named-consent.ts";
import { type ConsentCaller, recordConsent } from "#app/features/consent/record-consent.server.ts";
import { ensureConsentText, markText } from "#app/features/consent/texts.server.ts";
import type { SiteSettings } from "#app/features/settings/schema.ts";
import { hashContact } from "#app/lib/contact-keys.server.ts";
import { toE164 } from "#app/lib/phone.server.ts";
import { getPublicOrigin } from "#app/lib/public-origin.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import { FORM_VERSION } from "../../constants.ts";
import { MASKED_PAGE } from "../constants.ts";
import { revokeSentKeys } from "../keys.server.ts";
import { PHONE_CHANGES_PER_HOUR, PHONE_EVENT } from "./constants.ts";
import { buildCopies } from "./correct-request.server.ts";
import {
  copyProviderOptOuts,
  isSuppressed,
  type LockRefusal,
  lockForCorrection,
  recordCorrection,
} from "./locked-request.server.ts";

const HOUR_SECONDS = 3_600;
const US_NUMBER = /^\+1\d{10}$/;

export type PhoneRefusal =
  | "not-a-number"
  | "same"
  | "stopped"
  | "text-changed"
  | "shown-long-ago"
  | "too-many";
export type ChangePhoneResult = { ok: true } | { ok: false; reason: LockRefusal | PhoneRefusal };

type PhoneContext = ActionContext &
  Pick<AppContext, "env" | "settings" | "consentTexts" | "contactKeys"> & { caller: ConsentCaller };
type PhoneChange = {
  requestId: string;
  phone: string;
  /** `getTextMark` of the consent text that the page showed. */
  shownText: string;
  /** The key that opened the page. */
  keyId?: string;
  /** The company that has the customer's yes, and sees the new number; null where none has. */
  findConnected: (db: Connection) => Promise<string | null>;
  /** When the page was made. */
  shownAt: Date;
};

/** The consent of the form, and for the company that has the customer's yes, a sentence about it. */
const renderText = (site: SiteSettings, connected: string | null) =>
  [
    formatConsentText(buildConsentWording(site)),
    ...(connected === null ? [] : [buildNewNumberConsent(connected)]),
  ].join(" ");
/** Tells whether the consent text is still the one that a page showed. */
export const getTextMark = (site: SiteSettings, connected: string | null): string =>
  markText(renderText(site, connected));

/**
 * Changes the phone number of a request, with a consent record of its own for the new number. The
 * records of before stay. A number that asked us to stop after the request was sent is refused.
 */
export async function changePhone(
  context: PhoneContext,
  { requestId, phone, shownText, shownAt, keyId, findConnected }: PhoneChange,
): Promise<ChangePhoneResult> {
  const { db, now } = context;
  const phoneE164 = toE164(phone);
  if (!phoneE164 || !US_NUMBER.test(phoneE164)) return { ok: false, reason: "not-a-number" };
  if (isShownLongAgo(shownAt, now)) return { ok: false, reason: "shown-long-ago" };
  const site = await context.settings.get();
  const connected = await findConnected(db);
  if (getTextMark(site, connected) !== shownText) return { ok: false, reason: "text-changed" };
  if (!(await mayChange(context, requestId))) return { ok: false, reason: "too-many" };
  const text = await storeText(context, renderText(site, connected), site);
  return withTransaction(db, async (tx): Promise<ChangePhoneResult> => {
    const locked = await lockForCorrection(tx, requestId);
    if (!locked.ok) return locked;
    const { request } = locked;
    if (request.isOptedOut) return { ok: false, reason: "opted-out" };
    if (request.phoneE164 === phoneE164) return { ok: false, reason: "same" };
    // A yes locks the request too: nobody else gets the new number.
    if ((await findConnected(tx)) !== connected) return { ok: false, reason: "text-changed" };
    const copies = buildCopies(context, { email: request.emailNormalized, phone: phoneE164 });
    const contactHash = hashContact(context.contactKeys, phoneE164);
    if (await isSuppressed(tx, { hashes: [contactHash], since: request.createdAt }))
      return { ok: false, reason: "stopped" };
    await copyProviderOptOuts(tx, {
      from: [request.phoneHash, request.emailHash],
      to: { contactHash, keyVersion: copies.contactKeyVersion },
      now,
    });
    await tx
      .update(serviceRequests)
      .set({ customerPhone: phone, phoneE164, ...copies })
      .where(eq(serviceRequests.id, requestId));
    const usedKeyId = keyId ?? null;
    await revokeSentKeys(tx, { requestId, sentBy: "text", usedKeyId, now });
    await recordConsent(tx, {
      kind: "phone",
      serviceRequestId: requestId,
      text,
      name: request.name,
      phoneRaw: phone,
      phoneE164,
      pageUrl: getPublicOrigin(context.env) + MASKED_PAGE,
      formVersion: FORM_VERSION,
      caller: context.caller,
      shownAt: shownAt < now ? shownAt : now,
      now,
    });
    await recordCorrection(tx, context, {
      requestId,
      kind: PHONE_EVENT,
      action: "change-phone",
      detail: {
        fields: { phone: { from: request.phone, to: phone } },
        isSynced: request.syncedAt !== null,
        isAfterOffer: false,
        link: context.caller.link,
      },
    });
    return { ok: true };
  });
}

const mayChange = ({ db, now }: PhoneContext, requestId: string) =>
  consumeRateLimit(db, {
    key: `phone-change:${requestId}`,
    limit: PHONE_CHANGES_PER_HOUR,
    windowSeconds: HOUR_SECONDS,
    now,
  });

async function storeText(
  { db, consentTexts, now }: PhoneContext,
  renderedText: string,
  site: SiteSettings,
) {
  const id = await ensureConsentText(db, {
    purpose: PHONE_PURPOSE,
    version: site.consentTemplate.version,
    renderedText,
    now,
  });
  const text = await consentTexts.find(id);
  if (!text) throw new Error("a consent text was stored and not found");
  return text;
}
