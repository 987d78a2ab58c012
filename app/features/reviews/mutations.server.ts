import { randomUUIDv7 } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import { requestEvents, serviceRequests } from "#app/db/tables/requests.server.ts";
import { reviews } from "#app/db/tables/reviews.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { CHANGE_DAYS, type HiddenReason, REVIEW_EVENT } from "./constants.ts";
import { findReviewedRequest } from "./queries.sql.ts";

/** When a review can no longer be changed by its customer. */
export const getChangeEnd = (reviewedAt: Date) =>
  new Date(reviewedAt.getTime() + CHANGE_DAYS * DAY_MS);

export type SaveReviewResult =
  | { ok: true }
  /** `not-done`: never connected with a provider, or the request is still open. */
  | { ok: false; reason: "not-done" | "too-late" };

/**
 * Stores what a customer says of the provider with whom they were connected, or changes it, and
 * computes the provider's rating. The caller has checked that the customer may act for the request.
 * @param input.rating whole stars, 1 to 5
 * @param input.words as typed; null for none
 */
export function saveReview(
  context: ActionContext,
  input: { requestId: string; rating: number; words: string | null },
): Promise<SaveReviewResult> {
  const { requestId, rating, words } = input;
  const { now } = context;
  return withTransaction(context.db, async (tx): Promise<SaveReviewResult> => {
    // Locked before it is read: the second of two clicks sees the review of the first.
    await tx
      .select({ id: serviceRequests.id })
      .from(serviceRequests)
      .where(eq(serviceRequests.id, requestId))
      .for("update");
    const found = await findReviewedRequest.first(tx, { requestId });
    if (!found || (!found.isDone && !found.reviewId)) return { ok: false, reason: "not-done" };
    const { reviewId, reviewedAt, offerId, providerId } = found;
    if (reviewedAt && now > getChangeEnd(reviewedAt)) return { ok: false, reason: "too-late" };
    if (reviewId && found.rating === rating && found.words === words) return { ok: true };
    await lockProvider(tx, providerId);
    if (reviewId) await tx.update(reviews).set({ rating, words }).where(eq(reviews.id, reviewId));
    else
      await tx.insert(reviews).values({
        id: randomUUIDv7(),
        ...{ requestId, offerId, providerId, rating, words },
        createdAt: now,
      });
    await updateReputation(tx, providerId);
    await tx.insert(requestEvents).values({
      id: randomUUIDv7(),
      requestId,
      at: now,
      actorId: null,
      kind: REVIEW_EVENT,
      detail: { rating },
    });
    await recordAudit(tx, context, {
      action: "review",
      entity: "service-request",
      entityId: requestId,
      changes: {
        rating: { from: found.rating, to: rating },
        ...(found.words !== words && { words: "changed" }),
        providerId,
      },
    });
    return { ok: true };
  });
}

/** Two reviews of one provider at once wait for each other: the later one counts both. */
async function lockProvider(tx: Transaction, providerId: string): Promise<void> {
  await tx
    .select({ id: providers.id })
    .from(providers)
    .where(eq(providers.id, providerId))
    .for("update");
}

/**
 * The rating of a provider is the average of all reviews, hidden ones too. A rating from before the
 * first review (imported, or of demo data) no longer counts from then on.
 */
async function updateReputation(tx: Transaction, providerId: string): Promise<void> {
  const average = tx
    .select({ average: sql`round(avg(${reviews.rating}), 2)` })
    .from(reviews)
    .where(eq(reviews.providerId, providerId));
  await tx
    .update(providers)
    .set({ reputation: sql`(${average})` })
    .where(eq(providers.id, providerId));
}

export type HideResult = { ok: true } | { ok: false; reason: "not-found" };
type HideInput = { providerId: string; reviewId: string; reason: HiddenReason | null };

/**
 * Hides the words of a review from customers, or shows them again (`reason` null). The stars stay
 * visible and count as before.
 */
export function setReviewHidden(
  context: ActionContext,
  { providerId, reviewId, reason }: HideInput,
): Promise<HideResult> {
  const { actor, now } = context;
  const isTheirs = and(eq(reviews.id, reviewId), eq(reviews.providerId, providerId));
  return withTransaction(context.db, async (tx): Promise<HideResult> => {
    const [review] = await tx
      .select({ hiddenReason: reviews.hiddenReason, requestId: reviews.requestId })
      .from(reviews)
      .where(isTheirs)
      .for("update");
    if (!review) return { ok: false, reason: "not-found" };
    if (review.hiddenReason === reason) return { ok: true };
    await tx
      .update(reviews)
      .set({
        hiddenAt: reason && now,
        hiddenBy: reason && actor,
        hiddenReason: reason,
      })
      .where(isTheirs);
    await recordAudit(tx, context, {
      action: reason ? "hide-review" : "show-review",
      entity: "provider",
      entityId: providerId,
      changes: {
        reviewId,
        requestId: review.requestId,
        hidden: { from: review.hiddenReason, to: reason },
      },
    });
    return { ok: true };
  });
}
