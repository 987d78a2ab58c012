import { useState } from "react";
import { Badge } from "#app/components/admin/badge.tsx";
import { Button, ButtonLink } from "#app/components/admin/button.tsx";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { useResultToast } from "#app/components/admin/use-result-toast.ts";
import { LISTED_REVIEWS, MIN_SHOWN_REVIEWS } from "../../constants.ts";
import { formatStars } from "../../format-rating.ts";
import type { ReviewsPanelData } from "../../loaders.server.ts";
import { HideDialog } from "./hide-dialog.tsx";

type Review = ReviewsPanelData["reviews"][number];

/** All reviews of a provider. Staff can hide the words of one, never its stars. */
export function ReviewsPanel({ rating, count, isShownToCustomers, reviews }: ReviewsPanelData) {
  const [hiding, setHiding] = useState<Review>();
  return (
    <section aria-labelledby="reviews-title" className="panel-card mt-4 p-4">
      <h3 id="reviews-title" className="h3">
        Reviews
      </h3>
      <p className="mt-1">
        {rating ? `${rating}. ` : "None yet. "}
        {isShownToCustomers
          ? "Customers see this average."
          : `Customers see an average from ${MIN_SHOWN_REVIEWS} reviews on.`}
      </p>
      <p className="mt-1 text-[0.9375rem] text-muted">
        Customers see every review, without a name. You can hide words that contain personal data or
        abuse. The stars stay and keep counting: hiding never changes a rating.
      </p>
      {count > LISTED_REVIEWS ? (
        <p className="mt-1 text-[0.9375rem] text-muted">
          The newest {LISTED_REVIEWS} of {count} are listed.
        </p>
      ) : null}
      <ul className="mt-2 divide-y divide-line">
        {reviews.map((review) => (
          <ReviewRow key={review.id} review={review} onHide={() => setHiding(review)} />
        ))}
      </ul>
      {hiding ? (
        <HideDialog
          reviewId={hiding.id}
          words={hiding.words ?? ""}
          onClose={() => setHiding(undefined)}
        />
      ) : null}
    </section>
  );
}

const REASONS = { "personal-data": "personal data", abuse: "abuse" } as const;

function ReviewRow({ review, onHide }: { review: Review; onHide: () => void }) {
  const { id, requestId, rating, words, written, hiddenReason, hiddenBy, hiddenOn } = review;
  const fetcher = useFetcher<{ done?: string; failed?: string }>();
  useResultToast(fetcher.data);
  const name = `the review of ${written}`;
  return (
    <li className="grid gap-1 py-3">
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="font-semibold">{formatStars(rating)}</span>
        <span className="text-[0.9375rem] text-muted">{written}</span>
        {hiddenReason ? <Badge tone="notice">Words hidden</Badge> : null}
      </p>
      {words ? (
        <p className="wrap-anywhere whitespace-pre-wrap">{words}</p>
      ) : (
        <p className="text-muted">No words.</p>
      )}
      {hiddenReason ? (
        <p className="text-[0.9375rem] text-muted">
          Hidden for {REASONS[hiddenReason]} by {hiddenBy ?? "a former member of staff"}, {hiddenOn}
          .
        </p>
      ) : null}
      <div className="mt-1 flex flex-wrap gap-2">
        <ButtonLink
          to={`/backyard/service-requests/${requestId}`}
          aria-label={`Request of ${name}`}
        >
          Request
        </ButtonLink>
        {hiddenReason ? (
          <fetcher.Form method="post">
            <input type="hidden" name="review" value={id} />
            <Button
              type="submit"
              name="intent"
              value="show-review"
              disabled={fetcher.state !== "idle"}
              aria-label={`Show the words again: ${name}`}
            >
              Show again
            </Button>
          </fetcher.Form>
        ) : words ? (
          <Button tone="danger" onClick={onHide} aria-label={`Hide the words: ${name}`}>
            Hide words
          </Button>
        ) : null}
      </div>
    </li>
  );
}
