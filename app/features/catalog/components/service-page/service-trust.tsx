import { PhoneLink, TextWithPhoneLinks } from "#app/components/ui/phone-link.tsx";
import { PhoneText } from "#app/components/ui/phone-text.tsx";
import { QuoteLink } from "#app/features/catalog/components/quote-link.tsx";
import { useSite } from "#app/features/settings/use-site.ts";
import type { ServicePage } from "../../queries.server.ts";
import { InsuranceMarks } from "../insurance-marks.tsx";
import { ServiceColumns } from "./service-columns.tsx";

/** The end of a service's page: why us, insurance where it may pay, and the ways to start. */
export function ServiceClosing({ page }: { page: ServicePage }) {
  const { persona } = useSite();
  const { whyChoose, competition, insurance } = page.shared;
  return (
    <section className="section">
      <div className="wrap">
        <h2 className="h2">Why Choose {persona}</h2>
        <dl className="mt-3 grid gap-x-12 gap-y-4 text-[0.9375rem] leading-5 md:grid-cols-2 md:text-base md:leading-6 lg:grid-cols-3">
          {whyChoose.map((card) => (
            <div key={card.title} className="border-l-4 border-sun pl-4">
              <dt className="font-display font-bold max-md:inline">{card.title}</dt>{" "}
              <dd className="max-md:inline">
                <PhoneText text={card.text} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <ServiceColumns className="mt-6 md:mt-12">
        <div>
          <h2 className="h2">{competition.title}</h2>
          {competition.paragraphs.map((paragraph) => (
            <p key={paragraph} className="mt-2">
              {paragraph}
            </p>
          ))}
          <ul className="check-list mt-3 leading-6">
            {competition.points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
          {page.insurance ? (
            <InsuranceMarks
              insurance={insurance}
              kinds={page.insurance}
              className="mt-5 border-t border-line pt-4"
            />
          ) : null}
        </div>
        <WaysToStart page={page} />
      </ServiceColumns>
    </section>
  );
}

function WaysToStart({ page }: { page: ServicePage }) {
  const { phone } = useSite();
  const { banner, emergency } = page.shared;
  return (
    <div className="rounded-2xl bg-sun p-4 md:p-5">
      <h2 className="h3">{banner.title}</h2>
      <p className="mt-1 mb-3">{banner.text}</p>
      <QuoteLink service={page}>Get Free Quote</QuoteLink>
      <h2 className="h3 mt-4">{emergency.title}</h2>
      <p className="mt-1">
        <TextWithPhoneLinks text={emergency.text} />
      </p>
      <PhoneLink
        phone={phone}
        icon
        label={`Call ${phone}`}
        className="btn btn-line mt-3 px-3 text-[min(1em,2.1vw)] max-md:hidden"
      />
    </div>
  );
}
