import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { PhoneText } from "#app/components/ui/phone-text.tsx";
import { QuoteLink } from "#app/features/catalog/components/quote-link.tsx";
import { useSite } from "#app/features/settings/use-site.ts";
import type { ServicePage } from "../../queries.server.ts";
import { InsuranceMarks } from "../insurance-marks.tsx";

/** The end of a service's page: why us, insurance where it may pay, and the ways to start. */
export function ServiceClosing({ page }: { page: ServicePage }) {
  const { phone, persona } = useSite();
  const { whyChoose, competition, insurance, banner, emergency } = page.shared;
  return (
    <>
      <section className="section bg-paper">
        <div className="wrap">
          <h2 className="h2">
            Why choose <span className="stroke">{persona}</span>
          </h2>
          <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3 md:gap-x-10 lg:grid-cols-3">
            {whyChoose.map((card) => (
              <div key={card.title}>
                <dt className="font-display leading-6 font-bold">{card.title}</dt>
                <dd className="text-[0.9375rem] leading-5 md:text-base md:leading-6">
                  <PhoneText text={card.text} />
                </dd>
              </div>
            ))}
          </dl>
          {page.insurance ? (
            <InsuranceMarks
              insurance={insurance}
              kinds={page.insurance}
              className="mt-5 border-t border-line pt-4"
            />
          ) : null}
        </div>
      </section>
      <section className="section bg-deep text-cream">
        <div className="wrap grid gap-x-14 gap-y-6 md:grid-cols-2">
          <div>
            <h2 className="h2">{competition.title}</h2>
            {competition.paragraphs.map((paragraph) => (
              <p key={paragraph} className="mt-2">
                {paragraph}
              </p>
            ))}
            <ul className="mt-3 list-disc pl-5 marker:text-sun">
              {competition.points.map((point) => (
                <li key={point} className="leading-7">
                  {point}
                </li>
              ))}
            </ul>
          </div>
          <div className="grid content-start gap-5">
            <div className="flex flex-wrap items-center justify-between gap-3 rounded-2xl bg-sun p-4 text-ink">
              <div>
                <h2 className="h3">{banner.title}</h2>
                <p className="leading-6">{banner.text}</p>
              </div>
              <QuoteLink service={page}>Get Free Quote</QuoteLink>
            </div>
            <div>
              <h2 className="h3">{emergency.title}</h2>
              <p className="mt-1 mb-3">
                <PhoneText text={emergency.text} />
              </p>
              <PhoneLink
                phone={phone}
                icon
                label={`Call ${phone}`}
                className="btn border-cream/50 hover:bg-petrol"
              />
            </div>
          </div>
        </div>
      </section>
    </>
  );
}
