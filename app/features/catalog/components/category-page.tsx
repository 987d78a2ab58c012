import { ClosingBand } from "#app/components/layouts/closing-band.tsx";
import { PageHero } from "#app/components/layouts/page-hero.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { RichText } from "#app/components/ui/rich-text.tsx";
import { SceneImage } from "#app/components/ui/scene-image.tsx";
import { QuoteLink } from "#app/features/catalog/components/quote-link.tsx";
import { useSite } from "#app/features/settings/use-site.ts";
import type { CategoryPage, ServicePage } from "../queries.server.ts";
import { InsuranceMarks } from "./insurance-marks.tsx";
import { ServiceChoice } from "./service-choice.tsx";

type Reasons = { title: string; text: string }[];
type CategoryPageProps = {
  page: CategoryPage;
  reasons: Reasons;
  insurance: ServicePage["shared"]["insurance"];
};

export const buildCategoryCrumbs = (page: CategoryPage) => [
  { name: "Home", path: "/" },
  { name: "Home Services", path: "/home-services" },
  { name: page.name, path: `/home-services/${page.slug}` },
];

/** Learn More opens the auto page of a service in a category of auto services (none exists today). */
const formatLearnMorePath = (category: string, service: string) =>
  category.startsWith("auto-") ? `/auto/${service}` : `/home-services/${service}`;

export function CategoryPageView({ page, reasons, insurance }: CategoryPageProps) {
  const { phone } = useSite();
  return (
    <main id="main">
      <PageHero
        crumbs={buildCategoryCrumbs(page)}
        title={page.heroTitle}
        text={page.heroText}
        image={page.slug}
      >
        <PhoneLink
          phone={phone}
          icon
          label={`Call ${phone}`}
          className="btn btn-action mt-4 self-start"
        />
      </PageHero>
      <section className="section bg-paper">
        <h2 className="wrap h2">Services in {page.name}</h2>
        <ul className="wrap mt-5 grid gap-5 md:grid-cols-2 lg:grid-cols-3">
          {page.services.map((service) => (
            <li key={service.slug} className="scene-tile flex flex-col">
              <SceneImage name={service.slug} className="h-32 w-full object-cover md:h-44" />
              <div className="flex grow flex-col p-4">
                <h3 className="h3">{service.name}</h3>
                <p className="mt-1">{service.summary}</p>
                <ul className="mt-2 mb-4 list-disc pl-5 text-[0.9375rem] marker:text-action">
                  {service.benefits.map((benefit) => (
                    <li key={benefit}>{benefit}</li>
                  ))}
                </ul>
                <div className="mt-auto flex flex-wrap gap-2">
                  <QuoteLink service={service} className="btn btn-action grow">
                    Get Free Quote
                  </QuoteLink>
                  <a
                    href={formatLearnMorePath(page.slug, service.slug)}
                    className="btn btn-line grow"
                  >
                    Learn More<span className="sr-only"> about {service.name}</span>
                  </a>
                </div>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section className="section">
        <div className="wrap">
          <RichText html={page.bodyHtml} />
        </div>
      </section>
      <InsuranceMarks
        insurance={insurance}
        kinds={page.insuranceKinds}
        className="wrap border-t border-line py-8"
      />
      <ReasonList reasons={reasons} />
      <ClosingBand title={page.ctaTitle} text={page.ctaText}>
        <div className="flex flex-wrap gap-3">
          <ServiceChoice services={page.services} />
          <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-line" />
        </div>
      </ClosingBand>
    </main>
  );
}

/** The three reasons: Vetted Professionals, Fast Response, Satisfaction Guaranteed. */
export function ReasonList({ reasons }: { reasons: Reasons }) {
  return (
    <div className="section bg-paper">
      <ul className="wrap grid gap-x-10 gap-y-6 md:grid-cols-3">
        {reasons.map((reason) => (
          <li key={reason.title} className="border-t-4 border-sun pt-4">
            <h3 className="h3">{reason.title}</h3>
            <p className="mt-2">{reason.text}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
