import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { QuoteLink } from "#app/features/catalog/components/quote-link.tsx";
import type { ServicePage } from "../../queries.server.ts";
import { PriceBars } from "../price-bars.tsx";

/** What the job costs, and what moves the price. */
export function ServicePrices({ page: { costs, priceFactors } }: { page: ServicePage }) {
  if (!costs?.length) return null;
  return (
    <section aria-labelledby="costs-title" className="section bg-paper">
      <div className="wrap grid gap-x-14 gap-y-2 md:grid-cols-[1.3fr_1fr] md:items-end">
        <div>
          <h2 id="costs-title" className="h2 mb-3">
            What it usually costs
          </h2>
          <PriceBars prices={costs} />
          <p className="mt-3 text-[0.9375rem] text-muted">
            Typical ranges. The professional sets your price before work starts.
          </p>
        </div>
        {priceFactors ? (
          <details>
            <summary className="link inline-block py-1">What moves the price</summary>
            <ul className="mt-1 list-disc pl-5 marker:text-action">
              {priceFactors.map((factor) => (
                <li key={factor}>{factor}</li>
              ))}
            </ul>
            {costs.map(({ label, note }) =>
              note ? (
                <p key={label} className="mt-2 text-[0.9375rem] text-muted">
                  <strong className="font-semibold">{label}.</strong> {note}
                </p>
              ) : null,
            )}
          </details>
        ) : null}
      </div>
    </section>
  );
}

/** What the service covers, and the card that starts a request. */
export function ServiceIncludes({ page, phone }: { page: ServicePage; phone: string }) {
  const { getStarted } = page.shared;
  return (
    <section className="section bg-paper">
      <div className="wrap grid items-start gap-6 md:grid-cols-[1.5fr_1fr]">
        <div>
          <h2 className="h2">Services Include</h2>
          <ul className="check-list mt-3 grid gap-x-8 gap-y-1.5 text-[0.9375rem] leading-5 sm:grid-cols-2 md:text-base md:leading-6">
            {page.includes.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </div>
        <aside className="rounded-2xl bg-deep p-4 text-cream md:p-5">
          <h2 className="h3">{getStarted.title}</h2>
          <p className="mt-1">{getStarted.text}</p>
          <ol className="mt-3 grid gap-2 leading-6">
            {getStarted.points.map((point, index) => (
              <li key={point} className="flex gap-3">
                <span
                  aria-hidden="true"
                  className="font-display text-xl leading-6 font-extrabold text-sun"
                >
                  {index + 1}
                </span>
                {point}
              </li>
            ))}
          </ol>
          <div className="mt-4 grid gap-2">
            <QuoteLink service={page}>Get Free Quote</QuoteLink>
            <PhoneLink
              phone={phone}
              icon
              label={`Call ${phone}`}
              className="btn border-cream/50 hover:bg-petrol"
            />
          </div>
        </aside>
      </div>
    </section>
  );
}
