import { eq } from "drizzle-orm";
import { consentTexts } from "#app/db/tables/consent.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import {
  buildPhoneYes,
  PHONE_YES_PURPOSE,
  PHONE_YES_VERSION,
} from "#app/features/consent/named-consent.ts";
import { type LaterConsent, recordConsent } from "#app/features/consent/record-consent.server.ts";
import { type ConsentText, ensureConsentText } from "#app/features/consent/texts.server.ts";
import type { LockedOffer } from "./lock-offer.server.ts";

/** Form version of a yes that staff took on the phone: the customer saw no form. */
const PHONE_FORM = "phone";

type NamedYes = { offer: LockedOffer; text: ConsentText } & Pick<
  LaterConsent,
  "pageUrl" | "formVersion" | "caller" | "shownAt" | "now"
>;

/** Stores the consent of a customer who said yes to the company of an offer. */
export async function storeNamedConsent(
  tx: Transaction,
  { offer, ...consent }: NamedYes,
): Promise<void> {
  const [customer] = await tx
    .select({
      name: serviceRequests.customerName,
      phoneRaw: serviceRequests.customerPhone,
      phoneE164: serviceRequests.phoneE164,
    })
    .from(serviceRequests)
    .where(eq(serviceRequests.id, offer.serviceRequestId));
  if (!customer) throw new Error("a yes without its request");
  await recordConsent(tx, {
    ...consent,
    ...customer,
    kind: "named",
    serviceRequestId: offer.serviceRequestId,
    recipient: { company: offer.company, providerId: offer.providerId, offerId: offer.id },
  });
}

/**
 * Stores the consent of a customer who said yes to staff on the phone.
 * @param yes.company the business that runs this site
 */
export async function storePhoneYes(
  tx: Transaction,
  { offer, company, now }: { offer: LockedOffer; company: string; now: Date },
): Promise<void> {
  const id = await ensureConsentText(tx, {
    purpose: PHONE_YES_PURPOSE,
    version: PHONE_YES_VERSION,
    renderedText: buildPhoneYes({ provider: offer.company, company }),
    now,
  });
  // Read here and not through the cache, as the row may not be committed yet.
  const [text] = await tx.select().from(consentTexts).where(eq(consentTexts.id, id));
  if (!text) throw new Error("a consent text was stored and not found");
  await storeNamedConsent(tx, {
    offer,
    text,
    pageUrl: null,
    formVersion: PHONE_FORM,
    caller: null,
    shownAt: now,
    now,
  });
}
