import { useSite } from "#app/features/settings/use-site.ts";
import type { ServicePage as Page } from "../../queries.server.ts";
import type { ProjectSizes } from "../../schema.ts";
import { ContactBar } from "../contact-bar.tsx";
import { AvailableDialog } from "./available-dialog.tsx";
import { DoNow } from "./do-now.tsx";
import { ServiceIncludes, ServicePrices } from "./service-details.tsx";
import { ServiceHero } from "./service-hero.tsx";
import { GoodToKnow } from "./service-texts.tsx";
import { ServiceClosing } from "./service-trust.tsx";
import { Symptoms } from "./symptoms.tsx";

type ServicePageProps = {
  page: Page;
  /** The public quizzes of the service. */
  quizzes: readonly { path: string; title: string }[];
  /** As in `Symptoms`. */
  signDangers: readonly (string | null)[];
  /** Where the cost estimator has a project for the service. */
  sizes?: ProjectSizes | null;
};

export function ServicePageView({ page, quizzes, signDangers, sizes }: ServicePageProps) {
  const { phone, persona } = useSite();
  return (
    <>
      <main id="main">
        <ServiceHero page={page} phone={phone} />
        <DoNow page={page} />
        <Symptoms page={page} signDangers={signDangers} />
        <ServicePrices page={page} sizes={sizes} />
        <ServiceIncludes page={page} phone={phone} />
        <GoodToKnow page={page} quizzes={quizzes} />
        <ServiceClosing page={page} />
        <AvailableDialog service={page} phone={phone} persona={persona} />
      </main>
      <ContactBar phone={phone} service={page} />
    </>
  );
}
