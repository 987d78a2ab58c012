import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { useSite } from "#app/features/settings/use-site.ts";
import type { AdvertorialSection } from "../schema.ts";

export type AdvertorialPageProps = {
  hero: { title: string; subtitle: string; imageUrl?: string };
  sections: AdvertorialSection[];
  cta: { title: string; subtitle: string; phone: string };
  tagline?: string;
  /** Examples, each marked as one. */
  testimonials?: string[];
};

export function AdvertorialPage({ hero, sections, cta, tagline, testimonials = [] }: AdvertorialPageProps) {
  const { brand } = useSite();
  return (
    <main id="main">
      <article>
        <header className="border-b border-line">
          <div className="wrap grid items-center gap-x-10 gap-y-6 py-8 md:grid-cols-[1.5fr_1fr] md:py-12">
            <div>
              <p className="flex flex-wrap gap-x-3 text-sm font-semibold">
                <span className="rounded bg-ink px-2 py-0.5 text-paper">Advertorial</span>
                <span className="py-0.5 text-muted">Paid advertisement by {brand}</span>
              </p>
              <h1 className="h1 mt-4">{hero.title}</h1>
              <p className="mt-4 max-w-xl text-lg">{hero.subtitle}</p>
              <PhoneLink phone={cta.phone} icon label={`Call ${cta.phone}`} className="btn btn-action mt-6" />
            </div>
            {hero.imageUrl ? <img src={hero.imageUrl} width="400" height="480" alt="" className="mx-auto h-auto max-h-80 w-full object-contain" /> : null}
          </div>
        </header>
        <div className="wrap section">
          <div className="prose text-lg">
            {sections.map((section, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: sections have no other name, and their order never changes on a page
              <Section key={index} section={section} />
            ))}
          </div>
        </div>
        {testimonials.length > 0 ? (
          <section className="section bg-sand" aria-label="Examples">
            <ul className="wrap grid gap-5 md:grid-cols-3">
              {testimonials.map((quote) => (
                <li key={quote} className="rounded-2xl bg-paper p-6">
                  <p className="text-lg">“{quote}”</p>
                  <p className="mt-3 text-sm text-muted">Illustrative example, not a real customer</p>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        <section className="section bg-deep text-cream">
          <div className="wrap flex flex-wrap items-center justify-between gap-6">
            <div className="max-w-xl">
              <h2 className="h2">{cta.title}</h2>
              <p className="mt-2 text-lg">{cta.subtitle}</p>
              {tagline ? <p className="mt-4 font-display text-lg font-bold text-sun">{tagline}</p> : null}
            </div>
            <PhoneLink phone={cta.phone} icon label={`Call ${cta.phone}`} className="btn btn-action" />
          </div>
        </section>
      </article>
    </main>
  );
}

/** Every section is text with a type; nothing here is read as HTML. */
function Section({ section }: { section: AdvertorialSection }) {
  switch (section.type) {
    case "heading":
      return <h2>{section.text}</h2>;
    case "paragraph":
      return <p>{section.text}</p>;
    case "list":
      return (
        <ul>
          {section.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      );
    case "blockquote":
      return <blockquote className="border-l-4 border-sun pl-5 font-display text-xl font-bold">{section.text}</blockquote>;
    case "image":
      return <img src={section.imageUrl} width="320" height="220" alt={section.alt} loading="lazy" className="h-56 w-auto" />;
  }
}
