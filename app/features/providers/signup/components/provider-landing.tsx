import { PageHero } from "#app/components/layouts/page-hero.tsx";
import { CheckIcon } from "#app/components/ui/chrome-icons.tsx";
import { Fold } from "#app/components/ui/fold.tsx";
import { PhoneLink, TextWithPhoneLinks } from "#app/components/ui/phone-link.tsx";
import { PhoneText } from "#app/components/ui/phone-text.tsx";
import { SceneImage } from "#app/components/ui/scene-image.tsx";
import type { getProviderPage } from "#app/features/catalog/info-pages.server.ts";
import { useSite } from "#app/features/settings/use-site.ts";
import { ApplicationDialog, ApplyButton } from "./application-dialog.tsx";

type ProviderPage = ReturnType<typeof getProviderPage>;
type ProviderLandingProps = {
  page: ProviderPage;
  /** An example of an offer, and what it costs. */
  example: React.ReactNode;
  price: React.ReactNode;
  /** A section on credits. */
  cost: React.ReactNode;
};

export const PROVIDER_CRUMBS = [
  { name: "Home", path: "/" },
  { name: "For Providers", path: "/provider-signup" },
];

export function ProviderLanding({ page, example, price, cost }: ProviderLandingProps) {
  const { phone } = useSite();
  return (
    <main id="main">
      <PageHero
        crumbs={PROVIDER_CRUMBS}
        title={page.heroTitle}
        text={page.heroText}
        image="provider-signup"
      >
        <p className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
          <ApplyButton />
          <span>
            By phone for now: <PhoneLink phone={phone} className="link inline-block py-1" />
          </span>
        </p>
      </PageHero>
      <section className="section bg-paper">
        <div className="wrap grid items-start gap-x-14 gap-y-5 md:grid-cols-[1fr_1.2fr]">
          <div className="md:sticky md:top-24">
            <SectionHead {...page.leads} />
            <CheckList points={page.leads.points} />
            {price}
          </div>
          {example}
        </div>
      </section>
      {cost}
      <ToolsAndBadge page={page} />
      <Steps page={page} />
      <section className="section bg-sun">
        <div className="wrap grid items-center gap-x-14 gap-y-4 md:grid-cols-[1fr_auto]">
          <SectionHead {...page.cta} />
          <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <ApplyButton />
            <span>
              By phone for now:{" "}
              <PhoneLink
                phone={phone}
                className="inline-block py-1 font-bold underline underline-offset-3"
              />
            </span>
          </p>
        </div>
      </section>
      <ApplicationDialog text={page.modal.text} phone={phone} />
    </main>
  );
}

function ToolsAndBadge({ page: { tools, badge, community } }: { page: ProviderPage }) {
  return (
    <section className="section bg-deep text-cream">
      <div className="wrap grid items-start gap-x-14 gap-y-7 md:grid-cols-2">
        <div>
          <SectionHead {...tools} />
          <dl className="mt-3 grid gap-3 leading-6">
            {tools.points.map(({ title, text }) => (
              <div key={title}>
                <dt className="font-bold text-sun">{title}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <SceneImage name="provider-guidelines" className="mt-6 h-44 w-full rounded-xl md:h-52" />
        </div>
        <div>
          <SectionHead {...badge} />
          <CheckList points={badge.points} iconClassName="text-sun" />
          <h2 className="h3 mt-6">{community.title}</h2>
          <p className="mt-1">{community.text}</p>
        </div>
      </div>
    </section>
  );
}

function Steps({ page: { steps, expect } }: { page: ProviderPage }) {
  return (
    <section className="section bg-paper">
      <div className="wrap">
        <h2 className="h2">How it works</h2>
        <ol className="mt-4 grid gap-x-10 gap-y-3 md:grid-cols-4">
          {steps.map(({ title, text }, index) => (
            <li key={title} className="grid grid-cols-[2rem_1fr] md:block">
              <span
                aria-hidden="true"
                className="row-span-2 font-display text-3xl leading-8 font-extrabold text-action"
              >
                {index + 1}
              </span>
              <h3 className="h3">{title}</h3>
              <p className="mt-0.5 leading-6">
                <TextWithPhoneLinks text={text} />
              </p>
            </li>
          ))}
        </ol>
        <div className="mt-6 border-y border-line">
          <Fold summary={<h2 className="h3">{expect.title}</h2>}>
            <div className="max-w-[65ch]">
              <p>{expect.text}</p>
              <CheckList points={expect.points} />
              <a
                href="/resources/support-faqs/provider-guidelines"
                className="link mt-3 inline-block py-1"
              >
                All provider guidelines
              </a>
            </div>
          </Fold>
        </div>
      </div>
    </section>
  );
}

const SectionHead = ({ title, text }: { title: string; text: string }) => (
  <div className="max-w-xl">
    <h2 className="h2">{title}</h2>
    <p className="mt-2">
      <PhoneText text={text} />
    </p>
  </div>
);

const CheckList = ({
  points,
  iconClassName = "text-ok",
}: {
  points: string[];
  iconClassName?: string;
}) => (
  <ul className="mt-3 grid gap-2 leading-6">
    {points.map((point) => (
      <li key={point} className="flex gap-3">
        <CheckIcon className={`mt-0.5 size-5 shrink-0 ${iconClassName}`} />
        {point}
      </li>
    ))}
  </ul>
);
