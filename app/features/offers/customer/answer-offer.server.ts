import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { offers } from "#app/db/tables/offers.server.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import {
  buildNamedConsent,
  isShownLongAgo,
  NAMED_PURPOSE,
  NAMED_VERSION,
} from "#app/features/consent/named-consent.ts";
import type { ConsentCaller } from "#app/features/consent/record-consent.server.ts";
import {
  type ConsentText,
  ensureConsentText,
  markText,
} from "#app/features/consent/texts.server.ts";
import { FORM_VERSION } from "#app/features/requests/constants.ts";
import { closeByCustomer } from "#app/features/requests/customer/close-request.server.ts";
import { MASKED_PAGE } from "#app/features/requests/customer/constants.ts";
import { getPublicOrigin } from "#app/lib/public-origin.ts";
import { APPROVED_BY_CUSTOMER, type CustomerNo } from "../constants.ts";
import type { LockedOffer } from "../lock-offer.server.ts";
import { continueAutomatically, recordCustomerAnswer } from "../record-customer-answer.server.ts";
import type { CustomerAnswerRefusal } from "../schema.ts";
import { storeNamedConsent } from "../store-named-consent.server.ts";

export const ANSWER_INTENTS = ["say-yes", "ask-another", "stop-looking"] as const;

export const customerAnswerSchema = z.object({
  intent: z.enum(ANSWER_INTENTS),
  offerId: z.uuid(),
  /** When the page with the consent text was made. */
  shownAt: z.iso.datetime().transform((text) => new Date(text)),
  /** `markText` of the consent text that the page showed; only a yes needs it. */
  shownText: z.string().max(100).default(""),
});
export type CustomerAnswerInput = z.infer<typeof customerAnswerSchema> & { requestId: string };

export type AnswerContext = Omit<ActionContext, "actor"> &
  Pick<AppContext, "env" | "settings" | "consentTexts"> & { caller: ConsentCaller };

export type CustomerAnswerResult =
  | { ok: true; answer: CustomerAnswerInput["intent"] }
  | { ok: false; reason: CustomerAnswerRefusal | "text-changed" | "shown-long-ago" };

class TextChangedError extends Error {}

/**
 * Records what a customer answers on their own page to the company that accepted. A yes stores a
 * consent record that names the company, and shares the details, in one transaction. A no refunds
 * the credits; then the next match is asked, or the request is closed.
 */
export async function answerAsCustomer(
  context: AnswerContext,
  input: CustomerAnswerInput,
): Promise<CustomerAnswerResult> {
  const { intent, offerId, requestId } = input;
  if (intent === "say-yes" && isShownLongAgo(input.shownAt, context.now))
    return { ok: false, reason: "shown-long-ago" };
  const shown = intent === "say-yes" ? await findShownText(context, input) : null;
  if (intent === "say-yes" && !shown) return { ok: false, reason: "text-changed" };
  const actorContext = { ...context, actor: APPROVED_BY_CUSTOMER };
  try {
    const recorded = await recordCustomerAnswer(actorContext, {
      offerId,
      requestId,
      answer: intent === "say-yes" ? "yes" : "no",
      reason: REASONS[intent],
      link: context.caller.link,
      async onRecorded(tx, offer) {
        if (shown) await storeYes(tx, context, { input, offer, shown });
        else if (intent === "ask-another") await continueAutomatically(tx, offer.id);
        else await closeByCustomer(tx, actorContext, { requestId, outcome: "stopped-by-customer" });
      },
    });
    return recorded.ok ? { ok: true, answer: intent } : recorded;
  } catch (error) {
    if (error instanceof TextChangedError) return { ok: false, reason: "text-changed" };
    throw error;
  }
}

const REASONS = {
  "say-yes": undefined,
  "ask-another": "another",
  "stop-looking": "stop-looking",
} as const satisfies Record<CustomerAnswerInput["intent"], CustomerNo | undefined>;

type ShownText = { text: ConsentText; company: string };

/**
 * The stored text that the page showed, and the company in it; null where the company, our name or
 * number, or the wording has changed since.
 */
async function findShownText(
  { db, settings, consentTexts, now }: AnswerContext,
  { offerId, requestId, shownText }: CustomerAnswerInput,
): Promise<ShownText | null> {
  const [offer] = await db
    .select({ company: providers.companyName })
    .from(offers)
    .innerJoin(providers, eq(providers.id, offers.providerId))
    .where(and(eq(offers.id, offerId), eq(offers.requestId, requestId)));
  if (!offer) return null;
  const { company, phone } = await settings.get();
  const renderedText = buildNamedConsent({ provider: offer.company, company, phone });
  if (markText(renderedText) !== shownText) return null;
  const id = await ensureConsentText(db, {
    purpose: NAMED_PURPOSE,
    version: NAMED_VERSION,
    renderedText,
    now,
  });
  const text = await consentTexts.find(id);
  return text && { text, company: offer.company };
}

type NamedYes = { input: CustomerAnswerInput; offer: LockedOffer; shown: ShownText };

async function storeYes(
  tx: Transaction,
  { env, caller, now }: AnswerContext,
  { input, offer, shown: { text, company } }: NamedYes,
): Promise<void> {
  // The company was renamed just now: the customer agreed to another name.
  if (offer.company !== company) throw new TextChangedError();
  await storeNamedConsent(tx, {
    offer,
    text,
    pageUrl: getPublicOrigin(env) + MASKED_PAGE,
    formVersion: FORM_VERSION,
    caller,
    shownAt: input.shownAt < now ? input.shownAt : now,
    now,
  });
}
