import { PageSection } from "#app/components/layouts/page-section.tsx";
import { formatQuantity } from "#app/lib/format-values.ts";
import { LISTED_REVIEWS, MIN_SHOWN_REVIEWS } from "../constants.ts";
import { formatStars } from "../format-rating.ts";
import type { ProviderReviewsData } from "../loaders.server.ts";

type ProviderReviewsProps = ProviderReviewsData & { company: string };

/** What customers said of a company, for a customer who is asked about it. Works without script. */
export function ProviderReviews({ company, rating, count, reviews }: ProviderReviewsProps) {
  if (count === 0) return null;
  return (
    <PageSection id="reviews" title={`Reviews of ${company}`}>
      <p className="mt-2">
        {rating ??
          `${formatQuantity(count, "review")}. We show an average once there are ${MIN_SHOWN_REVIEWS}`}
        .
      </p>
      <details className="mt-1">
        <summary className="py-1 font-semibold">Read the reviews</summary>
        <p className="mt-1 text-muted">
          They are by customers whom we put in touch with {company}. Every review is shown; none is
          picked or paid for.
          {count > LISTED_REVIEWS ? ` These are the newest ${LISTED_REVIEWS}.` : ""}
        </p>
        <ul className="mt-2 divide-y divide-line">
          {reviews.map(({ id, rating: stars, month, words, hidden }) => (
            <li key={id} className="py-3">
              <p className="font-semibold">
                {formatStars(stars)} <span className="font-normal text-muted">{month}</span>
              </p>
              {words ? <p className="wrap-anywhere whitespace-pre-wrap">{words}</p> : null}
              {hidden ? <p className="text-muted">{hidden}</p> : null}
            </li>
          ))}
        </ul>
      </details>
    </PageSection>
  );
}
