import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { PhoneText } from "#app/components/ui/phone-text.tsx";
import { QuoteLink } from "#app/features/catalog/components/quote-link.tsx";
import type { ServicePage } from "../../queries.server.ts";

type Shared = ServicePage["shared"];

/** Neutral labels instead of insurers' logos: no company is named without its consent. */
export function InsuranceStrip({
  insurance,
  partners,
}: {
  insurance: Shared["insurance"];
  partners: readonly string[];
}) {
  return (
    <section className="border-y border-line bg-sand">
      <div className="wrap py-8">
        <h2 className="h3">{insurance.title}</h2>
        <p className="mt-2 max-w-3xl">{insurance.text}</p>
        <ul className="mt-5 flex flex-wrap gap-x-8 gap-y-2 font-display font-bold text-petrol">
          {partners.map((partner) => (
            <li key={partner} className="flex items-center gap-2">
              <svg
                viewBox="0 0 20 20"
                width="20"
                height="20"
                aria-hidden="true"
                fill="none"
                stroke="currentColor"
                strokeWidth="2"
              >
                <path d="M10 1.5 17 4v6c0 4-3 7-7 8.5-4-1.5-7-4.5-7-8.5V4z" />
              </svg>
              {partner}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

export function WhyChoose({ cards, persona }: { cards: Shared["whyChoose"]; persona: string }) {
  return (
    <section className="section bg-paper">
      <div className="wrap">
        <h2 className="h2">
          Why choose <span className="stroke">{persona}</span>
        </h2>
        <ul className="mt-6 grid gap-px overflow-hidden rounded-2xl border border-line bg-line sm:grid-cols-2 lg:grid-cols-3">
          {cards.map((card) => (
            <li key={card.title} className="bg-cream p-6">
              <h3 className="h3">{card.title}</h3>
              <p className="mt-2">
                <PhoneText text={card.text} />
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

export function Competition({ competition }: { competition: Shared["competition"] }) {
  return (
    <section className="section bg-deep text-cream">
      <div className="wrap grid gap-10 md:grid-cols-2">
        <div>
          <h2 className="h2">{competition.title}</h2>
          {competition.paragraphs.map((paragraph) => (
            <p key={paragraph} className="mt-4">
              {paragraph}
            </p>
          ))}
        </div>
        <ul className="grid content-center gap-3">
          {competition.points.map((point) => (
            <li key={point} className="border-l-4 border-sun pl-4 text-lg">
              {point}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

export function ClosingCallsToAction({ page, phone }: { page: ServicePage; phone: string }) {
  const { banner, emergency } = page.shared;
  return (
    <section className="section">
      <div className="wrap grid gap-6 md:grid-cols-[1.4fr_1fr]">
        <div className="flex flex-col items-start rounded-2xl bg-sun p-7">
          <h2 className="h2">{banner.title}</h2>
          <p className="mt-2 mb-5 max-w-lg text-lg">
            <PhoneText text={banner.text} />
          </p>
          <QuoteLink service={page} className="btn btn-action mt-auto">
            Get Free Quote
          </QuoteLink>
        </div>
        <div className="flex flex-col items-start rounded-2xl border-2 border-action p-7">
          <h2 className="h3">{emergency.title}</h2>
          <p className="mt-2 mb-5">
            <PhoneText text={emergency.text} />
          </p>
          <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-line mt-auto" />
        </div>
      </div>
    </section>
  );
}
