import type { AppContext } from "#app/app-context.ts";
import type { MailContext } from "#app/features/mail/send-mail.server.ts";
import { rateKey } from "#app/lib/rate-key.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import { ANSWERS_PER_MINUTE, AUTO_PREFIX } from "./constants.ts";
import { recordProviderAnswer, withdrawOffer } from "./mutations.server.ts";
import { recordCustomerAnswer } from "./record-customer-answer.server.ts";
import { type OfferFormResult, offerFormSchema } from "./schema.ts";
import { sendOffer } from "./send-offer.server.ts";

/** Handles a form of a request's offers panel: offer, withdraw, or what the customer answered. */
export async function handleOfferForm(
  app: MailContext,
  options: { form: FormData; actor: string; httpRequestId: string },
): Promise<OfferFormResult> {
  const parsed = offerFormSchema.safeParse(Object.fromEntries(options.form));
  if (!parsed.success)
    return {
      ok: false,
      intent: String(options.form.get("intent") ?? ""),
      reason: "fields",
      message: parsed.error.issues[0]?.message,
    };
  const { data } = parsed;
  const by = { actor: options.actor, requestId: options.httpRequestId, now: app.now() };
  if (data.intent === "withdraw") {
    const { ok } = await withdrawOffer(app.db.$client, { ...by, offerId: data.offerId });
    return ok ? { ok, intent: data.intent } : { ok, intent: data.intent, reason: "answered" };
  }
  if (data.intent === "customer-answer") {
    const { offerId, answer, intent } = data;
    const answered = await recordCustomerAnswer(app, { ...by, offerId, answer });
    return answered.ok ? { ...answered, intent, answer } : { ...answered, intent };
  }
  const sent = await sendOffer(app, {
    ...by,
    serviceRequestId: data.id,
    providerId: data.providerId,
    offeredBy: data.auto ? `${AUTO_PREFIX}${options.actor}` : undefined,
  });
  return sent.ok
    ? { ok: true, intent: data.intent, mailed: sent.mailed, path: sent.path }
    : { ...sent, intent: data.intent };
}

type Answer = { token: string; accept: boolean; address: string; requestId: string };

/** Records a provider's answer. `later`: the reloaded page shows the state of the offer. */
export async function handleProviderAnswer(
  app: Pick<AppContext, "db" | "now">,
  { token, accept, address, requestId }: Answer,
): Promise<"later" | "too-few-credits" | "too-many"> {
  const pool = app.db.$client;
  if (
    !(await consumeRateLimit(
      { $client: pool },
      {
        key: `offer:${rateKey(address)}`,
        limit: ANSWERS_PER_MINUTE,
        windowSeconds: 60,
        now: app.now(),
      },
    ))
  )
    return "too-many";
  const result = await recordProviderAnswer(pool, { token, accept, requestId, now: app.now() });
  if (!result.ok) return result.reason === "too-few-credits" ? result.reason : "later";
  return "later";
}
