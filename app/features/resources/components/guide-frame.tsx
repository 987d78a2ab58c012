import { ClosingBand } from "#app/components/layouts/closing-band.tsx";
import { PageHero } from "#app/components/layouts/page-hero.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { QuoteLink } from "#app/features/catalog/components/quote-link.tsx";
import { useSite } from "#app/features/settings/use-site.ts";
import type { ResourcePage } from "../queries.server.ts";
import { ResourceList } from "./resource-list.tsx";
import { buildResourceCrumbs } from "./resource-meta.ts";

type GuideFrameProps = {
  page: ResourcePage;
  intro: string;
  closing: { title: string; text: string };
  /** Label of quote requests that start here. */
  quoteLabel: string;
  quoteText?: string;
  /** Offers to print the page. */
  printable?: boolean;
  /** In place of the usual hero. */
  hero?: React.ReactNode;
  /** First action of the usual hero. */
  action?: React.ReactNode;
  /** The action filters the page (islands/guide.ts). */
  isFiltered?: boolean;
  /** Below the text of the closing band. */
  contacts?: React.ReactNode;
  className?: string;
  children: React.ReactNode;
};

/** The frame around every guide's own sections: hero, closing band and related pages. */
export function GuideFrame({
  page,
  intro,
  closing,
  quoteLabel,
  quoteText = "Get Free Quote",
  printable = false,
  hero,
  action,
  isFiltered = false,
  contacts,
  className,
  children,
}: GuideFrameProps) {
  const { phone } = useSite();
  return (
    <main id="main" className={className} data-faq={isFiltered ? "" : undefined}>
      {hero ?? (
        <PageHero
          crumbs={buildResourceCrumbs(page)}
          title={page.name}
          text={intro}
          image={page.image}
        >
          {action}
          {printable ? (
            <p className="needs-script no-print mt-3">
              <PrintButton />
            </p>
          ) : null}
        </PageHero>
      )}
      {children}
      <ClosingBand
        title={closing.title}
        text={
          <>
            {closing.text}
            {contacts}
          </>
        }
        className="no-print bg-sun"
      >
        <div className="flex flex-wrap gap-3">
          <QuoteLink label={quoteLabel}>{quoteText}</QuoteLink>
          <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-line" />
        </div>
      </ClosingBand>
      <section className="no-print py-7 md:py-12">
        <div className="wrap">
          <h2 className="h3">More in {page.category.name}</h2>
          <ResourceList resources={page.related} className="mt-3" />
        </div>
      </section>
    </main>
  );
}

/** Shown to those who have a script only: it does the printing. */
export function PrintButton() {
  return (
    <button type="button" data-print="" className="link py-1">
      Print this page
    </button>
  );
}
