import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { QuoteLink } from "#app/features/catalog/components/quote-link.tsx";
import type { OpenedArticle } from "../open-article.server.ts";
import type { ShownArticle } from "../shown-article.ts";
import { ArticleAside, PartsFold } from "./article-aside.tsx";
import { HeroImage } from "./article-image.tsx";
import { ArticleSections } from "./article-sections.tsx";

/** An advertorial, built-in or written by staff. */
export function AdvertorialPage({
  brand,
  slug,
  article,
  tagline,
  testimonials,
  service,
  price,
  isCounted,
  preview,
}: OpenedArticle & { brand: string }) {
  return (
    <main id="main" data-article={isCounted ? slug : undefined} className="wrap-anywhere">
      {preview ? <PreviewBanner preview={preview} /> : null}
      <article>
        <Header {...article} brand={brand} />
        {article.sections.length > 0 ? (
          <div className="wrap section grid items-start gap-x-14 gap-y-6 md:grid-cols-[minmax(0,65ch)_minmax(16rem,1fr)]">
            <div className="min-w-0">
              <PartsFold sections={article.sections} />
              <ArticleSections sections={article.sections} />
            </div>
            <ArticleAside
              sections={article.sections}
              price={price}
              service={service}
              phone={article.cta.phone}
            />
          </div>
        ) : null}
        {testimonials ? <Examples quotes={testimonials} /> : null}
        <CallToAction {...article.cta} tagline={tagline} service={service} />
      </article>
    </main>
  );
}

function PreviewBanner({ preview }: { preview: NonNullable<OpenedArticle["preview"]> }) {
  const WORDS = {
    draft: "your draft, with changes that are not saved.",
    public: "this article is public.",
    hidden: "this article is not public.",
  };
  return (
    <p
      role="note"
      className="wrap mt-5 rounded-xl border-2 border-plum bg-paper px-4 py-3 font-semibold text-plum"
    >
      Preview for staff: {WORDS[preview]} Nothing here is counted.
    </p>
  );
}

function Header({ hero, cta, brand }: Pick<ShownArticle, "hero" | "cta"> & { brand: string }) {
  return (
    <header className="relative overflow-hidden border-b border-line">
      {hero.image ? <HeroImage image={hero.image} /> : null}
      <div className="wrap">
        <div
          className={`pt-4 pb-7 md:flex md:flex-col md:justify-center md:py-10 ${hero.image ? "md:min-h-100 md:w-[56%]" : ""}`}
        >
          <p className="flex flex-wrap gap-x-1.5 gap-y-1 text-[0.875rem] leading-6 font-semibold">
            <span className="rounded bg-ink px-1.5 text-paper">Advertorial</span>
            <span className="text-muted">Paid advertisement by {brand}</span>
          </p>
          <h1 className="h1 mt-3 max-w-4xl max-sm:text-[1.75rem]">{hero.title}</h1>
          {hero.subtitle ? <p className="mt-3 max-w-xl text-lg">{hero.subtitle}</p> : null}
          <div className="mt-5">
            <PhoneLink
              phone={cta.phone}
              icon
              label={`Call ${cta.phone}`}
              className="btn btn-action"
            />
          </div>
        </div>
      </div>
    </header>
  );
}

function Examples({ quotes }: { quotes: string[] }) {
  return (
    <section className="section bg-sand" aria-label="Examples">
      <ul className="wrap grid gap-x-10 gap-y-5 md:grid-cols-3">
        {quotes.map((quote) => (
          <li key={quote} className="leading-6">
            <p className="text-[0.9375rem] font-semibold">
              Illustrative example, not a real customer
            </p>
            <p className="mt-1 text-muted">“{quote}”</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function CallToAction({
  title,
  subtitle,
  phone,
  tagline,
  service,
}: ShownArticle["cta"] & Pick<OpenedArticle, "tagline" | "service">) {
  const hasWords = title || subtitle || tagline;
  return (
    <section className="section bg-sun" aria-label={title ? undefined : "Call us"}>
      <div
        className={`wrap flex flex-wrap items-center gap-x-10 gap-y-4 ${hasWords ? "justify-between" : "justify-center"}`}
      >
        {hasWords ? (
          <div className="max-w-xl min-w-0">
            {title ? <h2 className="h2">{title}</h2> : null}
            {subtitle ? <p className={title ? "mt-2" : ""}>{subtitle}</p> : null}
            {tagline ? <p className="mt-2 font-display text-lg font-bold">{tagline}</p> : null}
          </div>
        ) : null}
        <div className="flex flex-wrap gap-3">
          <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-action" />
          <QuoteLink service={service} className="btn btn-line">
            Get Free Quote
          </QuoteLink>
        </div>
      </div>
    </section>
  );
}
