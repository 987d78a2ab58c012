import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { rateKey } from "#app/lib/rate-key.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import { ANSWERS_PER_MINUTE, AUTO_PREFIX } from "./constants.ts";
import { getCallDueAt } from "./customer/call-due.server.ts";
import { recordProviderAnswer, withdrawOffer } from "./mutations.server.ts";
import { processCustomerAnswer } from "./process-customer-answer.server.ts";
import { type OfferFormResult, offerFormSchema } from "./schema.ts";
import { type OfferContext, sendOffer } from "./send-offer.server.ts";

/** Handles a form of a request's offers panel: an offer, a withdrawal, or the customer's answer. */
export async function handleOfferForm(
  context: OfferContext,
  { form }: { form: FormData },
): Promise<OfferFormResult> {
  const parsed = offerFormSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success)
    return {
      ok: false,
      intent: String(form.get("intent") ?? ""),
      reason: "fields",
      message: parsed.error.issues[0]?.message,
    };
  const { data } = parsed;
  if (data.intent === "withdraw") {
    const { ok } = await withdrawOffer(context, { offerId: data.offerId });
    return ok ? { ok, intent: data.intent } : { ok, intent: data.intent, reason: "answered" };
  }
  if (data.intent === "customer-answer") {
    const { offerId, answer, intent } = data;
    const answered = await processCustomerAnswer(context, { offerId, answer });
    return answered.ok ? { ...answered, intent, answer } : { ...answered, intent };
  }
  const sent = await sendOffer(context, {
    serviceRequestId: data.id,
    providerId: data.providerId,
    offeredBy: data.auto ? `${AUTO_PREFIX}${context.actor}` : undefined,
  });
  return sent.ok
    ? { ok: true, intent: data.intent, mailed: sent.mailed, path: sent.path }
    : { ...sent, intent: data.intent };
}

type Answer = { token: string; accept: boolean; address: string };

/** Records a provider's answer. `reload`: the reloaded page shows the state of the offer. */
export async function handleProviderAnswer(
  context: Omit<ActionContext, "actor"> & Pick<AppContext, "env" | "settings">,
  { token, accept, address }: Answer,
): Promise<"reload" | "too-few-credits" | "too-many"> {
  const isAllowed = await consumeRateLimit(context.db, {
    key: `offer:${rateKey(address)}`,
    limit: ANSWERS_PER_MINUTE,
    windowSeconds: 60,
    now: context.now,
  });
  if (!isAllowed) return "too-many";
  const result = await recordProviderAnswer(context, {
    token,
    accept,
    callDueAt: await getCallDueAt(context),
  });
  return !result.ok && result.reason === "too-few-credits" ? result.reason : "reload";
}
