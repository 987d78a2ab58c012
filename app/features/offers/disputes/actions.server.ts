import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { listFieldErrors } from "#app/lib/field-errors.ts";
import { rateKey } from "#app/lib/rate-key.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import { TOO_MANY_TRIES } from "#app/lib/too-many-tries.ts";
import { DISPUTE_REFUSALS, DISPUTES_PER_MINUTE, MAX_WORDS } from "./constants.ts";
import { decideDispute } from "./decide-dispute.server.ts";
import { openDispute } from "./open-dispute.server.ts";
import { type DecisionReply, decisionFormSchema, disputeFormSchema } from "./schema.ts";

type DisputeForm = {
  form: FormData;
  offerId: string;
  providerId: string;
  personId: string;
  address: string;
};

/** What the form shows again: what was typed, and why it was refused. */
export type RefusedDispute = {
  claim: string;
  words: string;
  errors: Partial<Record<"claim" | "words", string>>;
  message: string | null;
};

export type DisputeFormResult =
  | { ok: true }
  | { ok: false; status: 400 | 404 | 409 | 429; refused: RefusedDispute };

/** Whether a form on the page of an offer is about its dispute. */
export const isDisputeForm = (form: FormData): boolean => form.get("intent") === "dispute";

/** Handles the form with which a provider's person disputes an offer. */
export async function handleDisputeForm(
  context: ActionContext & Pick<AppContext, "settings">,
  { form, address, ...offer }: DisputeForm,
): Promise<DisputeFormResult> {
  const typed = readTyped(form);
  const isAllowed = await consumeRateLimit(context.db, {
    key: `dispute:${rateKey(address)}`,
    limit: DISPUTES_PER_MINUTE,
    windowSeconds: 60,
    now: context.now,
  });
  if (!isAllowed) return { ok: false, status: 429, refused: { ...typed, message: TOO_MANY_TRIES } };
  const parsed = disputeFormSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) {
    const errors = listFieldErrors(parsed.error.issues);
    return { ok: false, status: 400, refused: { ...typed, errors } };
  }
  const { claim, words } = parsed.data;
  const result = await openDispute(context, { ...offer, claim, words: words || null });
  if (result.ok) return { ok: true };
  const message = DISPUTE_REFUSALS[result.reason];
  const status = result.reason === "not-found" ? 404 : 409;
  return { ok: false, status, refused: { ...typed, message } };
}

const readTyped = (form: FormData): RefusedDispute => ({
  claim: String(form.get("claim") ?? ""),
  // One more than allowed, so that the message fits what is shown.
  words: String(form.get("words") ?? "").slice(0, MAX_WORDS + 1),
  errors: {},
  message: null,
});

/** Handles the form with which staff decide a dispute. */
export async function handleDecisionForm(
  context: ActionContext,
  { form }: { form: FormData },
): Promise<DecisionReply> {
  const parsed = decisionFormSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) {
    const { disputeId, ...errors } = listFieldErrors(parsed.error.issues);
    return disputeId ? { failed: GONE } : { errors };
  }
  const result = await decideDispute(context, parsed.data);
  if (!result.ok) return { failed: result.reason === "decided" ? DECIDED : GONE };
  if (parsed.data.decision === "refused") return { done: "Refused. The provider gets the answer." };
  return {
    done: result.isRefunded
      ? "Granted. The credits went back, and the provider gets the answer."
      : "Granted. The credits had gone back before. The provider gets the answer.",
  };
}

const GONE = "This dispute does not exist any more. Reload the page.";
const DECIDED = "Somebody has decided this dispute already. Reload the page.";
