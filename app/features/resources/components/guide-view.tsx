import { GENERAL_LABEL } from "../constants.ts";
import type { GuideSlug, Guides } from "../guide-schemas.ts";
import type { ResourcePage } from "../queries.server.ts";
import { ContractorGuide } from "./contractor-guide.tsx";
import { DiyBasicsGuide } from "./diy-basics.tsx";
import { EMERGENCY_LABEL, EmergencyGuide } from "./emergency-guide.tsx";
import { EmergencyHero } from "./emergency-hero.tsx";
import { EnergyTipsGuide } from "./energy-tips.tsx";
import { FaqContacts, FaqGuide, FaqSearch } from "./faq-guide.tsx";
import { GuideFrame } from "./guide-frame.tsx";
import { HowItWorksGuide } from "./how-it-works.tsx";
import { MaintenanceChecklist } from "./maintenance-checklist.tsx";
import { VehicleCareGuide } from "./vehicle-care.tsx";

type View<S extends GuideSlug> = {
  Body: (props: { guide: Guides[S]; today: string }) => React.ReactNode;
  /** Label and button text of the quote link at the end. */
  quoteLabel: string;
  quoteText?: string;
  printable?: boolean;
  /** In place of the usual hero. */
  Hero?: (props: { page: ResourcePage; guide: Guides[S] }) => React.ReactNode;
  /** First action of the usual hero, which filters the page. */
  Filter?: () => React.ReactNode;
  /** Below the text of the closing band. */
  Contacts?: () => React.ReactNode;
  className?: string;
};

const VIEWS: { [S in GuideSlug]: View<S> } = {
  "home-maintenance-checklist": {
    Body: MaintenanceChecklist,
    quoteLabel: GENERAL_LABEL,
  },
  "vehicle-care-guide": { Body: VehicleCareGuide, quoteLabel: "Auto Repair", printable: true },
  "energy-saving-tips": { Body: EnergyTipsGuide, quoteLabel: GENERAL_LABEL },
  "diy-repair-basics": { Body: DiyBasicsGuide, quoteLabel: "Home Repair" },
  "emergency-preparedness": {
    Body: EmergencyGuide,
    quoteLabel: EMERGENCY_LABEL,
    quoteText: "Get Emergency Help",
    Hero: EmergencyHero,
    // A dark room is where this page may be read (app.css).
    className: "night",
  },
  "contractor-selection": {
    Body: ContractorGuide,
    quoteLabel: "General Contracting",
    printable: true,
  },
  "how-it-works": { Body: HowItWorksGuide, quoteLabel: GENERAL_LABEL },
  faq: {
    Body: FaqGuide,
    quoteLabel: GENERAL_LABEL,
    Filter: FaqSearch,
    Contacts: FaqContacts,
  },
};

/** A guide in its frame, with the view for its slug. */
export function GuideView<S extends GuideSlug>({
  slug,
  guide,
  page,
  today,
}: {
  slug: S;
  guide: Guides[S];
  page: ResourcePage;
  /** The day in the time zone of the business, such as 2026-11-21. */
  today: string;
}) {
  const { Body, Hero, Filter, Contacts, ...frame }: View<S> = VIEWS[slug];
  return (
    <GuideFrame
      page={page}
      intro={guide.intro}
      closing={guide.closing}
      hero={Hero ? <Hero page={page} guide={guide} /> : undefined}
      action={Filter ? <Filter /> : undefined}
      isFiltered={Filter !== undefined}
      contacts={Contacts ? <Contacts /> : undefined}
      {...frame}
      {...("quoteText" in guide && { quoteText: guide.quoteText })}
    >
      <Body guide={guide} today={today} />
    </GuideFrame>
  );
}
