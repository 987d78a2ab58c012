import { useSite } from "#app/features/settings/use-site.ts";
import type { ServicePage as Page } from "../../queries.server.ts";
import { ContactBar } from "../contact-bar.tsx";
import { AvailableDialog } from "./available-dialog.tsx";
import { ServiceGuidance, ServiceIncludes } from "./service-details.tsx";
import { ServiceHero } from "./service-hero.tsx";
import { ServiceQuizzes } from "./service-quizzes.tsx";
import { Faq, LongText } from "./service-texts.tsx";
import { ClosingCallsToAction, Competition, InsuranceStrip, WhyChoose } from "./service-trust.tsx";

type ServicePageProps = {
  page: Page;
  /** The public quizzes of the service. */
  quizzes: readonly { path: string; title: string }[];
};

export function ServicePageView({ page, quizzes }: ServicePageProps) {
  const { phone, persona, insurancePartners } = useSite();
  return (
    <>
      <main id="main">
        <ServiceHero page={page} phone={phone} />
        <ServiceIncludes page={page} phone={phone} />
        <ServiceGuidance page={page} />
        <ServiceQuizzes quizzes={quizzes} />
        <InsuranceStrip insurance={page.shared.insurance} partners={insurancePartners} />
        <WhyChoose cards={page.shared.whyChoose} persona={persona} />
        <LongText page={page} />
        <Competition competition={page.shared.competition} />
        {page.faq ? <Faq entries={page.faq} /> : null}
        <ClosingCallsToAction page={page} phone={phone} />
        <Siblings page={page} />
        <AvailableDialog service={page} phone={phone} persona={persona} />
      </main>
      <ContactBar phone={phone} service={page} />
    </>
  );
}

function Siblings({ page }: { page: Page }) {
  if (page.siblings.length === 0) return null;
  return (
    <nav aria-label="Related services" className="wrap pb-14">
      <h2 className="h3">More in {page.group.name}</h2>
      <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-1">
        {page.siblings.map((service) => (
          <li key={service.slug}>
            <a href={service.path} className="link inline-block py-1">
              {service.name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
