import { formatCredits, formatMoney, formatQuantity } from "#app/lib/format-values.ts";
import type { ExampleJob, LeadTerms } from "../load-lead-terms.server.ts";
import { OfferFacts } from "./offer-facts.tsx";

type ExampleOfferProps = { job: ExampleJob; terms: LeadTerms };

/** What the lead of the example costs, and when. */
export const LeadPrice = ({
  terms: { offerCost, creditPrice },
}: Pick<ExampleOfferProps, "terms">) => (
  <p className="mt-5 rounded-2xl bg-sun px-4 py-3 leading-6 md:px-6 md:py-4">
    <strong className="block font-display text-3xl leading-9">
      {formatMoney(offerCost * creditPrice)} a lead
    </strong>
    {formatCredits(offerCost)} at today's price, taken when you accept. A subscription comes on top;
    we tell you its price on the phone.
  </p>
);

/**
 * An open offer as its provider sees it, with an invented job, for those who have none yet. It is
 * shorter than a real one, because the page has the rules of credits below it. What looks
 * like its buttons is gray text: it does nothing.
 */
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
        <p className="mt-5">
          You get the customer's name, phone number and address once they agree that you call. If
          they say no, the credits come back to you.
        </p>
        <div className="mt-4 flex flex-wrap gap-2">
          <span className="rounded-xl bg-sand px-4 py-2.5 font-semibold text-muted">
            Accept for {formatCredits(offerCost)}
          </span>
          <span className="rounded-xl border border-line px-4 py-2.5 font-semibold text-muted">
            Decline
          </span>
        </div>
      </div>
    </figure>
  );
}
