import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { SceneImage } from "#app/components/ui/scene-image.tsx";
import { QuoteLink } from "#app/features/catalog/components/quote-link.tsx";
import { showsGroupPictures } from "../../job-types.ts";
import { parsePriceRange } from "../../parse-price-range.ts";
import type { ServicePage } from "../../queries.server.ts";
import type { ProjectSizes } from "../../schema.ts";
import { PriceBars } from "../price-bars.tsx";
import { ServiceColumns } from "./service-columns.tsx";

type ServicePricesProps = { page: ServicePage; sizes?: ProjectSizes | null };

/** What the job costs, where the specification has a figure, and what moves the price. */
export function ServicePrices({ page: { costs, priceFactors }, sizes }: ServicePricesProps) {
  const usual = findUsualSize(costs, sizes);
  return (
    <section aria-labelledby="costs-title" className="section bg-paper">
      {costs?.length ? (
        <ServiceColumns>
          <div>
            <h2 id="costs-title" className="h2 mb-3">
              What it usually costs
            </h2>
            {usual ? null : <PriceBars prices={costs} />}
            {sizes?.prices.length ? (
              <div className={usual ? "" : "mt-4"}>
                <PriceBars prices={sizes.prices} usual={usual} />
              </div>
            ) : null}
            <p className="mt-3 text-[0.9375rem] text-muted">
              The pro sets your price before work starts.
            </p>
            {sizes ? (
              <a href={sizes.path} rel="nofollow" className="link inline-block py-2">
                Try sizes in the cost estimator
              </a>
            ) : null}
          </div>
          <div>
            <h3 className="h3 mb-3 md:mt-3">What moves the price</h3>
            <PriceFactors factors={priceFactors} />
            {costs.map(({ label, note }) =>
              note ? (
                <p key={label} className="mt-2 text-[0.9375rem] text-muted">
                  <strong className="font-semibold">{label}.</strong> {note}
                </p>
              ) : null,
            )}
          </div>
        </ServiceColumns>
      ) : (
        <div className="wrap">
          <h2 id="costs-title" className="h2">
            No fixed price: what moves it
          </h2>
          <p className="mt-2 mb-3 text-muted">
            The pro sets your price before work starts, and you can say no.
          </p>
          <PriceFactors factors={priceFactors} className="gap-x-8 md:grid-cols-3 md:border-0" />
        </div>
      )}
    </section>
  );
}

/** The size that has the service's only price, which need not be said twice. */
function findUsualSize(costs: ServicePage["costs"], sizes: ServicePricesProps["sizes"]) {
  const [only, ...others] = costs ?? [];
  const price = only && others.length === 0 ? parsePriceRange(only.range) : null;
  if (!price) return undefined;
  return sizes?.prices.find(({ range }) => {
    const size = parsePriceRange(range);
    return size?.min === price.min && size.max === price.max;
  })?.label;
}

type PriceFactorsProps = { factors: readonly string[]; className?: string };

function PriceFactors({ factors, className = "" }: PriceFactorsProps) {
  return (
    <ul className={`grid border-b border-line ${className}`}>
      {factors.map((factor) => (
        <li key={factor} className="border-t border-line py-2 pr-3 leading-6">
          {factor}
        </li>
      ))}
    </ul>
  );
}

/** What the service covers, and the card that starts a request. */
export function ServiceIncludes({ page, phone }: { page: ServicePage; phone: string }) {
  const { getStarted } = page.shared;
  return (
    <section className="section">
      <ServiceColumns>
        <div>
          <h2 className="h2">Services Include</h2>
          <ul className="check-list mt-3 gap-x-8 text-[0.9375rem] leading-5 sm:columns-2 md:text-base md:leading-6">
            {page.includes.map((item) => (
              <li key={item} className="mb-1.5 break-inside-avoid">
                {item}
              </li>
            ))}
          </ul>
          {showsGroupPictures(page.jobType) ? (
            <SceneImage
              name={page.group.slug}
              className="mt-4 h-36 w-full rounded-xl md:h-44 md:w-3/5"
            />
          ) : null}
        </div>
        <aside className="rounded-2xl bg-deep p-4 text-cream md:p-5">
          <h2 className="h3">{getStarted.title}</h2>
          <p className="mt-1">{getStarted.text}</p>
          <ol className="mt-3 grid gap-2 leading-6">
            {getStarted.points.map((point, index) => (
              <li key={point} className="flex gap-3">
                <span
                  aria-hidden="true"
                  className="w-3 shrink-0 font-display text-xl leading-6 font-extrabold text-sun"
                >
                  {index + 1}
                </span>
                {point}
              </li>
            ))}
          </ol>
          {/* On phones the contact bar, which is always in view, has both. */}
          <div className="mt-4 grid gap-2 max-md:hidden">
            <QuoteLink service={page}>Get Free Quote</QuoteLink>
            <PhoneLink
              phone={phone}
              icon
              label={`Call ${phone}`}
              className="btn border-cream px-3 text-[min(1em,2.1vw)] hover:bg-petrol"
            />
          </div>
        </aside>
      </ServiceColumns>
    </section>
  );
}
