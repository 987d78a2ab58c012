import { ClosingBand } from "#app/components/layouts/closing-band.tsx";
import { PageHero } from "#app/components/layouts/page-hero.tsx";
import { AlertIcon } from "#app/components/ui/chrome-icons.tsx";
import { EmergencyText } from "#app/components/ui/emergency-text.tsx";
import { JumpChips } from "#app/components/ui/jump-chips.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { RichText } from "#app/components/ui/rich-text.tsx";
import { SceneImage } from "#app/components/ui/scene-image.tsx";
import { QuoteLink } from "#app/features/catalog/components/quote-link.tsx";
import { useSite } from "#app/features/settings/use-site.ts";
import type { CategoryPage, ServicePage } from "../queries.server.ts";
import { InsuranceMarks } from "./insurance-marks.tsx";
import { ProblemField } from "./problem-field.tsx";
import { ServiceChoice, ServiceChoiceButton } from "./service-choice.tsx";
import { QuizLinks } from "./service-page/service-quizzes.tsx";

type Reasons = { title: string; text: string }[];
type CategoryPageProps = {
  page: CategoryPage;
  reasons: Reasons;
  insurance: ServicePage["shared"]["insurance"];
  /** Quizzes about what its services repair. */
  quizzes: readonly { path: string; title: string }[];
  /** The page of all quizzes. */
  quizzesPath: string;
};

export const buildCategoryCrumbs = (page: CategoryPage) => [
  { name: "Home", path: "/" },
  { name: "Home Services", path: "/home-services" },
  { name: page.name, path: `/home-services/${page.slug}` },
];

/**
 * Learn More opens the auto page of a service in a category of auto services (none exists today).
 */
const formatLearnMorePath = (category: string, service: string) =>
  category.startsWith("auto-") ? `/auto/${service}` : `/home-services/${service}`;

export function CategoryPageView(props: CategoryPageProps) {
  const { page, reasons, insurance, quizzes, quizzesPath } = props;
  const { phone } = useSite();
  return (
    <main id="main">
      <PageHero
        crumbs={buildCategoryCrumbs(page)}
        title={page.heroTitle}
        text={page.heroText}
        image={page.slug}
      >
        <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <ServiceChoiceButton />
          <span>
            or call <PhoneLink phone={phone} />
          </span>
        </p>
      </PageHero>
      <JumpChips
        label={`Services in ${page.name}`}
        links={page.services.map(({ slug, name }) => ({ id: slug, name }))}
        className="wrap py-2 md:hidden"
        inOneLine
      />
      {page.safety ? <SafetyBand {...page.safety} /> : null}
      <section className="section bg-paper">
        <h2 className="wrap h2">Services in {page.name}</h2>
        <ul className="wrap mt-5 grid gap-5 md:grid-cols-2 lg:grid-cols-3">
          {page.services.map((service) => (
            <ServiceTile key={service.slug} category={page.slug} service={service} />
          ))}
          <QuizTile quizzes={quizzes} allPath={quizzesPath} services={page.services.length} />
        </ul>
      </section>
      <section className="section">
        <div
          className={`wrap grid items-start gap-x-14 gap-y-7 ${page.chapters.length > 1 ? "lg:grid-cols-2" : ""}`}
        >
          {page.chapters.map(({ heading, html }) => (
            // A chapter of its own: its heading beside its text, as in the band for safety.
            <div
              key={heading}
              className={
                page.chapters.length > 1 ? undefined : "gap-x-10 lg:grid lg:grid-cols-[2fr_3fr]"
              }
            >
              <h2 className="h2">{heading}</h2>
              <RichText html={html} className="mt-3" />
            </div>
          ))}
        </div>
      </section>
      <TrustBand reasons={reasons} insurance={insurance} kinds={page.insuranceKinds} />
      <ClosingBand title={page.ctaTitle} text={page.ctaText}>
        <div className="flex flex-wrap gap-3">
          <ServiceChoiceButton />
          <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-line" />
        </div>
      </ClosingBand>
      <ServiceChoice services={page.services} />
    </main>
  );
}

/** What could hurt someone, shown before the services. */
function SafetyBand({ title, text }: { title: string; text: string }) {
  return (
    <section
      aria-labelledby="safety-title"
      className="border-y border-danger/30 bg-danger/10 py-5 md:border-t-0 md:py-7"
    >
      <div className="wrap grid items-start gap-x-10 gap-y-1.5 md:grid-cols-[1fr_2fr]">
        <h2 id="safety-title" className="flex gap-2 text-2xl text-danger">
          <AlertIcon />
          {title}
        </h2>
        <ul className="list-disc space-y-1 pl-5 leading-6 marker:text-danger">
          {text.split(/(?<=[.!?]) /).map((sentence) => (
            <li key={sentence}>
              <EmergencyText text={sentence} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

type ServiceTileProps = { category: string; service: CategoryPage["services"][number] };

function ServiceTile({ category, service }: ServiceTileProps) {
  return (
    <li
      id={service.slug}
      className="scene-tile relative grid scroll-mt-24 grid-cols-[1fr_2fr] md:flex md:flex-col"
    >
      <SceneImage name={service.slug} className="size-full md:h-44" />
      <div className="px-3 py-2.5 md:px-4 md:pb-0">
        <h3 className="h3">{service.name}</h3>
        <p className="mt-1.5 leading-5 md:leading-6">{service.summary}</p>
      </div>
      <div className="col-span-2 flex grow flex-col px-3 pt-2 pb-4 md:px-4">
        <ul className="mb-3 list-disc space-y-1 pl-4 text-[0.9375rem] leading-5 marker:text-action">
          {service.benefits.map((benefit) => (
            <li key={benefit}>{benefit}</li>
          ))}
        </ul>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <QuoteLink service={service} className="btn btn-line relative z-1">
            Get Free Quote<span className="sr-only"> for {service.name}</span>
          </QuoteLink>
          {/* It covers the whole card, below the button. */}
          <a
            href={formatLearnMorePath(category, service.slug)}
            className="link py-2.5 after:absolute after:inset-0"
          >
            Learn More<span className="sr-only"> about {service.name}</span>
          </a>
        </div>
      </div>
    </li>
  );
}

/** With fewer, there is room to say what is wrong, too. */
const MANY_QUIZZES = 3;
/** Fills the last row, however many columns the services leave free: one, two or the whole row. */
const FREE_IN_TWO = ["md:col-span-2", "md:col-span-1"] as const;
const FREE_IN_THREE = ["lg:col-span-3", "lg:col-span-2", "lg:col-span-1"] as const;

type QuizTileProps = {
  quizzes: CategoryPageProps["quizzes"];
  allPath: string;
  /** How many tiles stand before it. */
  services: number;
};

function QuizTile({ quizzes, allPath, services }: QuizTileProps) {
  const free = `${FREE_IN_TWO[services % 2]} ${FREE_IN_THREE[services % 3]}`;
  return (
    <li className={`@container scene-tile ${free}`}>
      <div className="flex h-full flex-col @min-[42rem]:flex-row">
        <SceneImage
          name="quiz"
          className="hidden h-44 w-full md:block @min-[42rem]:h-auto @min-[42rem]:w-1/3"
        />
        <div className="flex grow flex-col p-4 md:pt-2.5">
          <h3 className="h3">Not sure what is wrong?</h3>
          <p className="mt-1.5 leading-6">
            A few questions show the likely cause and how urgent it is.
          </p>
          {quizzes.length > 0 ? (
            <QuizLinks quizzes={quizzes} className="mt-3 @min-[60rem]:grid-cols-2" />
          ) : null}
          {quizzes.length < MANY_QUIZZES ? (
            <form action="/search" data-search-form="" className="relative mt-4 grid gap-3">
              <ProblemField id="category-problem" />
              <button type="submit" className="btn btn-line justify-self-start">
                Search
              </button>
            </form>
          ) : null}
          <p className="mt-auto pt-3 @min-[42rem]:mt-0">
            <a href={allPath} className="link py-1">
              All quizzes
            </a>
          </p>
        </div>
      </div>
    </li>
  );
}

type TrustBandProps = {
  reasons: Reasons;
  insurance: CategoryPageProps["insurance"];
  kinds: CategoryPage["insuranceKinds"];
};

/**
 * The three reasons (Vetted Professionals, Fast Response, Satisfaction Guaranteed), and insurance.
 */
function TrustBand({ reasons, insurance, kinds }: TrustBandProps) {
  const { persona } = useSite();
  return (
    <section className="section bg-paper">
      <div className="wrap">
        <h2 className="h2">Why Choose {persona}</h2>
        <ul className="mt-4 grid gap-x-10 gap-y-4 md:grid-cols-3">
          {reasons.map((reason) => (
            <li key={reason.title} className="border-l-4 border-sun pl-4">
              <h3 className="h3">{reason.title}</h3>
              <p className="mt-1 leading-6 md:text-balance">{reason.text}</p>
            </li>
          ))}
        </ul>
        <InsuranceMarks
          insurance={insurance}
          kinds={kinds}
          className="mt-6 rounded-2xl border border-line bg-cream p-5"
          listClass="grid sm:grid-cols-2 lg:grid-cols-4"
        />
      </div>
    </section>
  );
}
