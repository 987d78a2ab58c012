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
import { type ConsentText, ensureConsentText } from "#app/features/consent/texts.server.ts";
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
  /** The company as the page named it. */
  company: z.string().max(200),
});
export type CustomerAnswerInput = z.infer<typeof customerAnswerSchema> & { requestId: string };

export type AnswerContext = Omit<ActionContext, "actor"> &
  Pick<AppContext, "env" | "settings" | "consentTexts"> & { caller: ConsentCaller };

export type CustomerAnswerResult =
  | { ok: true; answer: CustomerAnswerInput["intent"] }
  | { ok: false; reason: CustomerAnswerRefusal | "renamed" | "shown-long-ago" };

class RenamedError extends Error {}

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
  const text = intent === "say-yes" ? await findNamedText(context, input) : null;
  if (intent === "say-yes" && !text) return { ok: false, reason: "renamed" };
  const actorContext = { ...context, actor: APPROVED_BY_CUSTOMER };
  try {
    const recorded = await recordCustomerAnswer(actorContext, {
      offerId,
      requestId,
      answer: intent === "say-yes" ? "yes" : "no",
      reason: REASONS[intent],
      link: context.caller.link,
      async onRecorded(tx, offer) {
        if (text) await storeYes(tx, context, { input, offer, text });
        else if (intent === "ask-another") await continueAutomatically(tx, offer.id);
        else await closeByCustomer(tx, actorContext, { requestId, outcome: "stopped-by-customer" });
      },
    });
    return recorded.ok ? { ok: true, answer: intent } : recorded;
  } catch (error) {
    if (error instanceof RenamedError) return { ok: false, reason: "renamed" };
    throw error;
  }
}

const REASONS = {
  "say-yes": undefined,
  "ask-another": "another",
  "stop-looking": "stop-looking",
} as const satisfies Record<CustomerAnswerInput["intent"], CustomerNo | undefined>;

/** The stored text that names the company of the offer; null where the page named another. */
async function findNamedText(
  { db, settings, consentTexts, now }: AnswerContext,
  { offerId, requestId, company: shown }: CustomerAnswerInput,
): Promise<ConsentText | null> {
  const [offer] = await db
    .select({ company: providers.companyName })
    .from(offers)
    .innerJoin(providers, eq(providers.id, offers.providerId))
    .where(and(eq(offers.id, offerId), eq(offers.requestId, requestId)));
  if (offer?.company !== shown) return null;
  const { company, phone } = await settings.get();
  const id = await ensureConsentText(db, {
    purpose: NAMED_PURPOSE,
    version: NAMED_VERSION,
    renderedText: buildNamedConsent({ provider: shown, company, phone }),
    now,
  });
  return consentTexts.find(id);
}

type NamedYes = { input: CustomerAnswerInput; offer: LockedOffer; text: ConsentText };

async function storeYes(
  tx: Transaction,
  { env, caller, now }: AnswerContext,
  { input, offer, text }: NamedYes,
): Promise<void> {
  // The company was renamed while the page was open: the customer agreed to another name.
  if (offer.company !== input.company) throw new RenamedError();
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
