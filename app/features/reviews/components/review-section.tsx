import { ChoiceField, TextField } from "#app/components/form/field.tsx";
import { PageSection } from "#app/components/layouts/page-section.tsx";
import { CHANGE_DAYS, MAX_RATING, RATING_LABELS, WORDS_LENGTH } from "../constants.ts";
import { formatStars } from "../format-rating.ts";
import type { ReviewSectionData } from "../loaders.server.ts";
import type { ReviewAttempt } from "../schema.ts";

type ReviewSectionProps = ReviewSectionData & {
  /** What was typed into a form that was just refused, and why. */
  attempt?: ReviewAttempt;
};

const CHOICES = Array.from({ length: MAX_RATING }, (_, index) => {
  const stars = MAX_RATING - index;
  return { value: String(stars), label: formatStars(stars), hint: RATING_LABELS[stars] };
});

/** The customer's review of the company, as a plain form that works without script. */
export function ReviewSection({
  company,
  review,
  canChange,
  changeUntil,
  attempt,
}: ReviewSectionProps) {
  return (
    <PageSection
      id="review"
      title={review ? `Your review of ${company}` : `How did it go with ${company}?`}
    >
      {review?.isHidden ? (
        <p className="mt-2">
          Our staff have hidden your words from other customers. Your stars count as before. If you
          change the words, they stay hidden until staff have read them.
        </p>
      ) : null}
      {canChange ? (
        <ReviewForm review={review} changeUntil={changeUntil} attempt={attempt} />
      ) : (
        <OldReview review={review} attempt={attempt} />
      )}
    </PageSection>
  );
}

type ReviewFormProps = Pick<ReviewSectionProps, "review" | "changeUntil" | "attempt">;

function ReviewForm({ review, changeUntil, attempt }: ReviewFormProps) {
  const values = attempt?.values ?? { rating: String(review?.rating), words: review?.words ?? "" };
  const error = (field: "rating" | "words") =>
    attempt?.field === field ? attempt.message : undefined;
  return (
    <form method="post" className="mt-3 grid gap-4">
      <p>
        A review is up to you. We show every one, good or bad, and never with your name. Nobody gets
        anything for a review. Staff hide words only if they contain personal data or abuse; the
        stars always count.
      </p>
      {attempt && !attempt.field ? (
        <p role="alert" className="font-semibold text-danger">
          {attempt.message}
        </p>
      ) : null}
      <ChoiceField
        name="rating"
        legend="Your stars"
        choices={CHOICES}
        defaultValue={values.rating}
        error={error("rating")}
      />
      <TextField
        name="words"
        label="What went well, and what did not"
        optional
        rows={5}
        maxLength={WORDS_LENGTH}
        defaultValue={values.words}
        error={error("words")}
        hint="Please leave out names, phone numbers and addresses."
      />
      <p className="text-muted">
        {changeUntil
          ? `You can change it until ${changeUntil}.`
          : `You can change it for ${CHANGE_DAYS} days.`}
      </p>
      <div>
        <button type="submit" name="intent" value="review" className="btn btn-action">
          {review ? "Save my review" : "Send my review"}
        </button>
      </div>
    </form>
  );
}

/** A review that can no longer be changed. */
function OldReview({ review, attempt }: Pick<ReviewSectionProps, "review" | "attempt">) {
  return (
    <>
      {attempt ? (
        <p role="alert" className="mt-2 font-semibold text-danger">
          {attempt.message}
        </p>
      ) : null}
      <p className="mt-2 font-semibold">{formatStars(review?.rating ?? 0)}</p>
      {review?.words ? (
        <p className="mt-1 wrap-anywhere whitespace-pre-wrap">{review.words}</p>
      ) : null}
      <p className="mt-2 text-muted">
        It was written more than {CHANGE_DAYS} days ago and can no longer be changed.
      </p>
    </>
  );
}
