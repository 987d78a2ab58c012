import type { ActionContext } from "#app/db/action-context.server.ts";
import { HOUR_MS, SECOND_MS } from "#app/lib/durations.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import { CHANGE_DAYS, REVIEW_SAVED, SAVES_PER_HOUR } from "./constants.ts";
import { saveReview, setReviewHidden } from "./mutations.server.ts";
import {
  type ReviewField,
  type ReviewFormResult,
  reviewFormSchema,
  type StaffReviewResult,
  staffReviewFormSchema,
} from "./schema.ts";

const REFUSALS = {
  "not-done": "You can review the company once your request is closed.",
  "too-late": `This review can no longer be changed: ${CHANGE_DAYS} days are over.`,
} as const;
const TOO_MANY = "That was tried very often. Please wait an hour.";

/**
 * Handles the form of a review on the customer's own page. The caller has checked that the customer
 * may act for the request.
 */
export async function handleReviewForm(
  context: ActionContext,
  { form, requestId }: { form: FormData; requestId: string },
): Promise<ReviewFormResult> {
  const text = (name: ReviewField) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const values = { rating: text("rating"), words: text("words") };
  const refuse = (message: string, field: ReviewField | null = null): ReviewFormResult => ({
    ok: false,
    message,
    field,
    values,
  });
  const parsed = reviewFormSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path[0];
    return field === "rating" || field === "words"
      ? refuse(issue?.message ?? "", field)
      : refuse("This form was not understood. Load the page again.");
  }
  const isAllowed = await consumeRateLimit(context.db, {
    key: `review:${requestId}`,
    limit: SAVES_PER_HOUR,
    windowSeconds: HOUR_MS / SECOND_MS,
    now: context.now,
  });
  if (!isAllowed) return refuse(TOO_MANY);
  const { rating, words } = parsed.data;
  const saved = await saveReview(context, { requestId, rating, words });
  return saved.ok ? { ok: true, done: REVIEW_SAVED } : refuse(REFUSALS[saved.reason]);
}

/** Handles a form of the list of reviews of a provider: hides the words of one, or shows them. */
export async function handleStaffReviewForm(
  context: ActionContext,
  { form, providerId }: { form: FormData; providerId: string },
): Promise<StaffReviewResult> {
  const parsed = staffReviewFormSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success)
    return { failed: parsed.error.issues[0]?.message ?? "This form is not known." };
  const { data } = parsed;
  const reason = data.intent === "hide-review" ? data.reason : null;
  const result = await setReviewHidden(context, { providerId, reviewId: data.review, reason });
  if (!result.ok) return { failed: "This review no longer exists." };
  return { done: reason ? "The words are hidden." : "The words are shown again." };
}
