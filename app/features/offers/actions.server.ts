import { z } from "zod";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { refuseFields } from "#app/lib/field-errors.ts";
import { rateKey } from "#app/lib/rate-key.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import { TOO_MANY_TRIES } from "#app/lib/too-many-tries.ts";
import type { WindowRefusal } from "./accept-offer.server.ts";
import { ANSWERS_PER_MINUTE, AUTO_PREFIX } from "./constants.ts";
import { getCallDueAt } from "./customer/call-due.server.ts";
import { recordProviderAnswer, withdrawOffer } from "./mutations.server.ts";
import { type OfferRef, pickOfferRef } from "./offer-ref.server.ts";
import { processCustomerAnswer } from "./process-customer-answer.server.ts";
import { type OfferFormResult, offerFormSchema } from "./schema.ts";
import { type OfferContext, sendOffer } from "./send-offer.server.ts";
import { findSharedOffer } from "./view-offer.server.ts";
import { NO_WINDOW } from "./visits/constants.ts";
import {
  handleVisitForm,
  isVisitIntent,
  type RefusedVisit,
  refuseVisit,
  type VisitIntent,
} from "./visits/handle-visit-form.server.ts";

/** Handles a form of a request's offers panel: an offer, a withdrawal, or the customer's answer. */
export async function handleOfferForm(
  context: OfferContext,
  { form }: { form: FormData },
): Promise<OfferFormResult> {
  const parsed = offerFormSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) return refuseFields(form, parsed.error.issues);
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

type ProviderForm = OfferRef & { form: FormData; address: string };

/** Why a provider's form was refused; the page shows it beside the field. */
export type ProviderProblem =
  | {
      code: "too-few-credits" | "too-many" | WindowRefusal;
      /** The time that was chosen. */
      window?: string;
    }
  | { code: "visit"; refused: RefusedVisit; isTooMany?: true };

/**
 * Handles a form of an offer's page, behind the mailed link or in the portal: the answer, or the visit.
 * `reload`: the reloaded page shows how things stand.
 */
export async function handleProviderForm(
  context: ActionContext & Pick<AppContext, "env" | "settings">,
  input: ProviderForm,
): Promise<"reload" | ProviderProblem> {
  const { form, address } = input;
  const isAllowed = await consumeRateLimit(context.db, {
    key: `offer:${rateKey(address)}`,
    limit: ANSWERS_PER_MINUTE,
    windowSeconds: 60,
    now: context.now,
  });
  const intent = form.get("intent");
  if (!isAllowed) return refuseTooMany(form, intent);
  if (isVisitIntent(intent)) return handleProviderVisit(context, { ...input, intent });
  const answer = form.get("answer");
  if (answer !== "accept" && answer !== "decline") return "reload";
  const result = await recordProviderAnswer(context, {
    ...pickOfferRef(input),
    accept: answer === "accept",
    callDueAt: await getCallDueAt(context),
    windowId: parseWindowId(form.get("window")),
  });
  return !result.ok && isShownRefusal(result.reason)
    ? { code: result.reason, window: readWindow(form) }
    : "reload";
}

/** The page shows the form again, with what was typed into it. */
function refuseTooMany(form: FormData, intent: FormDataEntryValue | null): ProviderProblem {
  if (!isVisitIntent(intent)) return { code: "too-many", window: readWindow(form) };
  const refused = refuseVisit(form, { intent, message: TOO_MANY_TRIES });
  return { code: "visit", refused, isTooMany: true };
}
const readWindow = (form: FormData) => String(form.get("window") ?? "");

const SHOWN_REFUSALS = ["too-few-credits", "window-missing", "window-gone", "window-busy"] as const;
const isShownRefusal = (reason: string): reason is (typeof SHOWN_REFUSALS)[number] =>
  (SHOWN_REFUSALS as readonly string[]).includes(reason);

/** The picked window; null for none of them, undefined where nothing was chosen. */
function parseWindowId(value: FormDataEntryValue | null): string | null | undefined {
  if (value === NO_WINDOW) return null;
  return z.uuid().safeParse(value).data;
}

async function handleProviderVisit(
  context: ActionContext,
  input: ProviderForm & { intent: VisitIntent },
): Promise<"reload" | ProviderProblem> {
  const { db, now } = context;
  const { form, intent } = input;
  const offer = await findSharedOffer(db, { ...pickOfferRef(input), now });
  if (!offer) return "reload";
  const actor = `provider:${offer.providerId}`;
  const result = await handleVisitForm(
    { ...context, actor },
    { form, intent, offerId: offer.id, by: "provider" },
  );
  return result.ok ? "reload" : { code: "visit", refused: result.refused };
}
