import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { QuoteLink } from "#app/features/catalog/components/quote-link.tsx";
import type { OpenedArticle } from "../open-article.server.ts";
import type { ShownArticle } from "../shown-article.ts";
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
  isCounted,
  preview,
}: OpenedArticle & { brand: string }) {
  return (
    <main id="main" data-article={isCounted ? slug : undefined} className="wrap-anywhere">
      {preview ? <PreviewBanner preview={preview} /> : null}
      <article>
        <Header {...article} brand={brand} />
        {article.sections.length > 0 ? (
          <div className="wrap section">
            <ArticleSections sections={article.sections} />
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
    <header className="border-b border-line">
      <div
        className={`wrap grid items-center gap-x-10 gap-y-6 py-8 md:py-12 ${hero.image ? "md:grid-cols-[1.5fr_1fr]" : ""}`}
      >
        <div className="min-w-0">
          <p className="flex flex-wrap gap-x-3 text-sm font-semibold">
            <span className="rounded bg-ink px-2 py-0.5 text-paper">Advertorial</span>
            <span className="py-0.5 text-muted">Paid advertisement by {brand}</span>
          </p>
          <h1 className="h1 mt-4 max-w-4xl">{hero.title}</h1>
          {hero.subtitle ? <p className="mt-4 max-w-xl text-lg">{hero.subtitle}</p> : null}
          <PhoneLink
            phone={cta.phone}
            icon
            label={`Call ${cta.phone}`}
            className="btn btn-action mt-6"
          />
        </div>
        {hero.image ? <HeroImage image={hero.image} /> : null}
      </div>
    </header>
  );
}

function Examples({ quotes }: { quotes: string[] }) {
  return (
    <section className="section bg-sand" aria-label="Examples">
      <ul className="wrap grid gap-5 md:grid-cols-3">
        {quotes.map((quote) => (
          <li key={quote} className="rounded-2xl bg-paper p-6">
            <p className="text-lg">“{quote}”</p>
            <p className="mt-3 text-sm text-muted">Illustrative example, not a real customer</p>
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
    <section className="section bg-deep text-cream" aria-label={title ? undefined : "Call us"}>
      <div
        className={`wrap flex flex-wrap items-center gap-6 ${hasWords ? "justify-between" : "justify-center"}`}
      >
        {hasWords ? (
          <div className="max-w-xl min-w-0">
            {title ? <h2 className="h2">{title}</h2> : null}
            {subtitle ? <p className={title ? "mt-2 text-lg" : "text-lg"}>{subtitle}</p> : null}
            {tagline ? (
              <p className="mt-4 font-display text-lg font-bold text-sun">{tagline}</p>
            ) : null}
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
