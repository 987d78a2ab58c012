import type { AppContext } from "#app/app-context.ts";
import type { MailServices } from "#app/features/notifications/send-mail.server.ts";
import { answerForCustomer } from "#app/features/offers/answer-for-customer.server.ts";
import { AUTO_PREFIX } from "#app/features/offers/constants.ts";
import { withdrawOffer } from "#app/features/offers/offers.server.ts";
import { sendOffer } from "#app/features/offers/send-offer.server.ts";
import { addNote, assignRequest, type By, sendAgain, setStatuses } from "./mutations.server.ts";
import { type RequestForm, type RequestFormResult, requestFormSchema } from "./schema.ts";

type FormServices = MailServices &
  Pick<AppContext, "notifyOutbox" | "requestCounts" | "requestFeed">;

/** What a form of the area asks for: checked, done, and its consequences outside the database. */
export async function runRequestForm(
  services: FormServices,
  options: { form: FormData } & Omit<By, "now">,
): Promise<RequestFormResult> {
  const { form, ...who } = options;
  const parsed = requestFormSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success)
    return {
      ok: false,
      intent: String(form.get("intent") ?? ""),
      reason: "fields",
      message: parsed.error.issues[0]?.message,
    };
  const by: By = { ...who, now: services.now() };
  const { data } = parsed;
  const pool = services.db.$client;
  if (data.intent === "status") {
    const result = await setStatuses(pool, { ...by, changes: data.changes });
    if (!result.ok) return { ...result, intent: data.intent };
    services.requestCounts.adjust({
      fresh:
        result.changed.filter(({ to }) => to === "new").length -
        result.changed.filter(({ from }) => from === "new").length,
    });
    for (const { id } of result.changed) services.requestFeed.announceChange(id);
    return {
      ok: true,
      intent: "status",
      at: services.now().getTime(),
      changed: result.changed,
      counts: await services.requestCounts.get(),
    };
  }
  if (data.intent === "offer" || data.intent === "withdraw" || data.intent === "customer-answer")
    return runOfferForm(services, data, by);
  const result =
    data.intent === "assign"
      ? await assignRequest(pool, { ...by, id: data.id, assigneeId: data.assigneeId })
      : data.intent === "note"
        ? await addNote(pool, { ...by, id: data.id, text: data.text })
        : await sendAgain(pool, { ...by, id: data.id });
  if (!result.ok) return { ...result, intent: data.intent };
  services.requestFeed.announceChange(data.id);
  if (data.intent === "send") services.notifyOutbox();
  return { ...result, intent: data.intent };
}

type OfferForm = Extract<RequestForm, { intent: "offer" | "withdraw" | "customer-answer" }>;

/**
 * Offers the request to a provider, takes an offer back, or writes down what the customer said to
 * the provider.
 */
async function runOfferForm(
  services: MailServices,
  data: OfferForm,
  { actorId, requestId, now }: By,
): Promise<RequestFormResult> {
  const by = { actor: actorId, requestId, now };
  if (data.intent === "withdraw") {
    const { ok } = await withdrawOffer(services.db.$client, { ...by, offerId: data.offerId });
    return ok ? { ok, intent: data.intent } : { ok, intent: data.intent, reason: "answered" };
  }
  if (data.intent === "customer-answer") {
    const { offerId, answer, intent } = data;
    const answered = await answerForCustomer(services, { ...by, offerId, answer });
    return answered.ok ? { ...answered, intent, answer } : { ...answered, intent };
  }
  const offeredBy = data.auto ? `${AUTO_PREFIX}${actorId}` : undefined;
  const sent = await sendOffer(services, {
    ...by,
    serviceRequestId: data.id,
    providerId: data.providerId,
    offeredBy,
  });
  return sent.ok
    ? { ok: true, intent: data.intent, mailed: sent.mailed, path: sent.path }
    : { ...sent, intent: data.intent };
}
