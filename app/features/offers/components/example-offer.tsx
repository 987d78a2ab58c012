import { formatCredits, formatQuantity } from "#app/lib/format-values.ts";
import type { ExampleJob, LeadTerms } from "../load-lead-terms.server.ts";
import { OfferFacts } from "./offer-facts.tsx";
import { OfferCost } from "./open-offer.tsx";

type ExampleOfferProps = { job: ExampleJob; terms: LeadTerms };

/** An open offer as its provider sees it, with an invented job, for who has none yet. */
export function ExampleOffer({ job, terms: { offerCost, offerMinutes } }: ExampleOfferProps) {
  return (
    <figure className="overflow-hidden rounded-2xl border-2 border-ink bg-cream">
      <figcaption className="flex flex-wrap gap-x-2 bg-ink px-4 py-2 text-paper md:px-6">
        <strong>Example</strong> An invented job
      </figcaption>
      <div className="px-4 py-4 md:px-6 md:py-5">
        <p className="font-semibold text-muted">For your company</p>
        <p className="h3 font-display font-bold">{job.title}</p>
        <p className="mt-2">
          <strong>{formatQuantity(offerMinutes, "minute")} left</strong> to answer. You are the only
          pro asked right now.
        </p>
        <OfferFacts facts={job.facts} description={job.description} />
        <OfferCost cost={offerCost} />
        <div className="mt-4 flex flex-wrap gap-2">
          <button type="button" disabled className="btn btn-action px-4">
            Accept for {formatCredits(offerCost)}
          </button>
          <button type="button" disabled className="btn btn-line px-4">
            Decline
          </button>
        </div>
      </div>
    </figure>
  );
}
