import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { type FinishedQuiz, QuoteLink } from "#app/features/catalog/components/quote-link.tsx";
import { formatDollars } from "#app/features/resources/estimate-cost.ts";
import { useSite } from "#app/features/settings/use-site.ts";
import type { ShownPrice } from "../get-result.server.ts";

type HelpBoxProps = { serviceType: string; price: ShownPrice | null; quiz: FinishedQuiz };

/**
 * Links to a professional: the typical price, a quote request with the answers, what it will
 * contain, and the phone number.
 */
export function HelpBox({ serviceType, price, quiz }: HelpBoxProps) {
  const { phone } = useSite();
  return (
    <div className="rounded-2xl bg-deep p-5 leading-6 text-cream sm:p-6">
      <h3 className="text-2xl">Get Professional Help</h3>
      {price ? <Price price={price} /> : null}
      <p className="mt-4 grid gap-2.5">
        <QuoteLink label={serviceType} quiz={quiz}>
          Get Free Quote
        </QuoteLink>
        <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-line" />
      </p>
      <p className="mt-3">Your answers go with the form. If you call, tell us what you answered.</p>
      {quiz.handoff.answers.length > 0 ? (
        <details className="no-print mt-2">
          <summary className="py-1 underline underline-offset-3">
            What is sent with your request
          </summary>
          <p className="mt-2">
            Your request goes out only when you submit the form. These go with it:
          </p>
          <ul className="mt-2 grid list-disc gap-1 pl-5">
            <li>
              Kind of service: <strong>{serviceType}</strong>
            </li>
            {quiz.handoff.answers.map(({ id, questionText, answer }) => (
              <li key={id}>
                {questionText} <strong>{answer}</strong>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}

function Price({ price }: { price: ShownPrice }) {
  const amount = "font-display text-3xl leading-tight text-sun";
  if ("range" in price)
    return (
      <p className="mt-2">
        <strong className={amount}>{price.range}</strong>
        <span className="mt-1 block">
          {price.label}: the usual range on our{" "}
          <a href={price.path} className="underline underline-offset-3">
            {price.serviceName}
          </a>{" "}
          page. {price.note ? `${price.note} ` : ""}Ask for the price in writing before work starts.
        </span>
      </p>
    );
  return (
    <p className="mt-2">
      <strong className={amount}>
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
  );
}
