import { formatCredits, formatMoney } from "#app/lib/format-values.ts";
import { DUPLICATE_DAYS, REFUND_DAYS } from "../../constants.ts";
import type { LeadTerms } from "../../load-lead-terms.server.ts";

/** The rules of credits in short, for who has no account yet; build-rules.ts has all of them. */
export function LeadCost({ terms: { offerCost, creditPrice } }: { terms: LeadTerms }) {
  const lines = [
    [
      "A credit",
      `One costs ${formatMoney(creditPrice)} today. Accepting a lead takes ${formatCredits(offerCost)}, and each offer says its price.`,
    ],
    ["When you pay", "As you accept, and not before. Being asked, looking and declining are free."],
    [
      "When you get it back",
      `Without your asking, where the customer gives no yes, or our records show a duplicate within ${DUPLICATE_DAYS} days, a job outside your area or a phone number that cannot exist.`,
    ],
    [
      "When it is spent",
      `After the customer's yes, even if they hire nobody. You may dispute it for ${REFUND_DAYS} days.`,
    ],
  ] as const;
  return (
    <section aria-labelledby="lead-cost" className="section">
      <div className="wrap grid items-start gap-x-14 gap-y-4 md:grid-cols-[1fr_1.6fr]">
        <div>
          <h2 id="lead-cost" className="h2">
            What a lead costs
          </h2>
          <p className="mt-2">
            Credits, and a subscription whose price we tell you on the phone. Your invitation has
            every rule, to read before you join.
          </p>
        </div>
        <dl className="border-t border-line">
          {lines.map(([term, text]) => (
            <div
              key={term}
              className="flex flex-wrap gap-x-3 border-b border-line py-2.5 leading-6"
            >
              <dt className="w-[12rem] font-display font-bold">{term}</dt>
              <dd className="min-w-[min(14rem,100%)] flex-1">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
