import { PageHero } from "#app/components/layouts/page-hero.tsx";
import { CheckIcon } from "#app/components/ui/chrome-icons.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { PhoneText } from "#app/components/ui/phone-text.tsx";
import type { getProviderPage } from "#app/features/catalog/info-pages.server.ts";
import { useSite } from "#app/features/settings/use-site.ts";
import { ApplicationDialog, ApplyButton } from "./application-dialog.tsx";

type ProviderPage = ReturnType<typeof getProviderPage>;

export const PROVIDER_CRUMBS = [
  { name: "Home", path: "/" },
  { name: "For Providers", path: "/provider-signup" },
];

export function ProviderLanding({ page }: { page: ProviderPage }) {
  const { phone } = useSite();
  return (
    <main id="main">
      <PageHero
        crumbs={PROVIDER_CRUMBS}
        title={page.heroTitle}
        text={page.heroText}
        image="provider-signup"
      >
        <p className="mt-6 flex flex-wrap gap-3">
          <ApplyButton />
          <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-line" />
        </p>
      </PageHero>
      <section className="section bg-paper">
        <div className="wrap grid gap-x-14 gap-y-6 md:grid-cols-2">
          <SectionHead {...page.leads} />
          <CheckList points={page.leads.points} />
        </div>
      </section>
      <section className="section">
        <div className="wrap">
          <SectionHead {...page.tools} />
          <ul className="mt-8 grid gap-x-10 gap-y-6 md:grid-cols-3">
            {page.tools.points.map(({ title, text }) => (
              <li key={title} className="border-t-4 border-sun pt-4">
                <h3 className="h3">{title}</h3>
                <p className="mt-2">
                  <PhoneText text={text} />
                </p>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <section className="section bg-deep text-cream">
        <div className="wrap grid gap-x-14 gap-y-6 md:grid-cols-2">
          <SectionHead {...page.badge} />
          <CheckList points={page.badge.points} iconClassName="text-sun" />
        </div>
      </section>
      <section className="section bg-sand">
        <div className="wrap">
          <SectionHead {...page.community} />
        </div>
      </section>
      <section className="section bg-paper">
        <div className="wrap">
          <h2 className="h2">How it works</h2>
          <ol className="mt-6 grid gap-8 sm:grid-cols-2 lg:grid-cols-4">
            {page.steps.map(({ title, text }, index) => (
              <li key={title}>
                <span
                  aria-hidden="true"
                  className="font-display text-4xl font-extrabold text-action"
                >
                  {index + 1}
                </span>
                <h3 className="h3 mt-1">{title}</h3>
                <p className="mt-2">
                  <PhoneText text={text} />
                </p>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <section className="section">
        <div className="wrap grid gap-x-14 gap-y-6 md:grid-cols-2">
          <SectionHead {...page.expect} />
          <CheckList points={page.expect.points} />
        </div>
      </section>
      <section className="section bg-sun">
        <div className="wrap flex flex-wrap items-center justify-between gap-6">
          <div className="max-w-xl">
            <SectionHead {...page.cta} />
          </div>
          <p className="flex flex-wrap gap-3">
            <ApplyButton />
            <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-line" />
          </p>
        </div>
      </section>
      <ApplicationDialog text={page.modal.text} phone={phone} />
    </main>
  );
}

const SectionHead = ({ title, text }: { title: string; text: string }) => (
  <div>
    <h2 className="h2">{title}</h2>
    <p className="mt-3 max-w-2xl text-lg">
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
  <ul className="grid content-start gap-3">
    {points.map((point) => (
      <li key={point} className="flex gap-3">
        <CheckIcon className={`mt-1 size-5 shrink-0 ${iconClassName}`} />
        {point}
      </li>
    ))}
  </ul>
);
