import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { type FinishedQuiz, QuoteLink } from "#app/features/catalog/components/quote-link.tsx";
import { formatDollars } from "#app/features/resources/estimate-cost.ts";
import type { PriceRange } from "#app/features/resources/find-price-range.server.ts";
import { useSite } from "#app/features/settings/use-site.ts";

type HelpBoxProps = { serviceType: string; price: PriceRange | null; quiz: FinishedQuiz };

/**
 * Links to a professional: the typical price, a quote request with the answers, and the phone
 * number.
 */
export function HelpBox({ serviceType, price, quiz }: HelpBoxProps) {
  const { phone } = useSite();
  return (
    <div className="rounded-2xl bg-deep p-5 text-cream sm:p-8">
      <h3 className="h2">Get Professional Help</h3>
      <p className="mt-3 text-lg">
        Your answers go along with your request, so that the professional knows what to bring.
      </p>
      {price ? (
        <p className="mt-4">
          <strong className="font-display text-2xl leading-tight text-sun">
            {formatDollars(price.min)} to {formatDollars(price.max)}
          </strong>
          <span className="mt-1 block">
            {price.name}: the range of our{" "}
            <a href={price.path} className="underline underline-offset-3">
              cost estimator
            </a>
            . {price.disclaimer}
          </span>
        </p>
      ) : null}
      <p className="mt-5 flex flex-wrap gap-3">
        <QuoteLink label={serviceType} quiz={quiz}>
          Get Free Quote
        </QuoteLink>
        <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-line" />
      </p>
    </div>
  );
}
