import { ContentsList } from "#app/components/ui/contents-list.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { QuoteLink } from "#app/features/catalog/components/quote-link.tsx";
import type { OpenedArticle } from "../open-article.server.ts";
import type { ShownSection } from "../shown-article.ts";

/** The id of a heading, to which the contents link. */
export const getPartId = (index: number) => `part-${index + 1}`;

const listParts = (sections: readonly ShownSection[]) =>
  sections.flatMap((section, index) =>
    section.type === "heading" ? { id: getPartId(index), text: section.text } : [],
  );

/** The contents above the text on small screens. */
export function PartsFold({ sections }: Pick<ArticleAsideProps, "sections">) {
  const parts = listParts(sections);
  if (parts.length < 2) return null;
  return (
    <nav aria-label="In this article" className="mb-5 border-y border-line md:hidden">
      <details>
        <summary className="fold-head py-2.5 font-display text-lg font-bold">
          In this article
        </summary>
        <div className="pb-4">
          <ContentsList parts={parts} />
        </div>
      </details>
    </nav>
  );
}

type ArticleAsideProps = Pick<OpenedArticle, "price" | "service"> & {
  sections: readonly ShownSection[];
  phone: string;
};

/**
 * What stays in view beside the text: its parts, what such a job costs, and the two ways to get
 * help. Small screens have the latter above and below the text.
 */
export function ArticleAside({ sections, price, service, phone }: ArticleAsideProps) {
  const parts = listParts(sections);
  return (
    <aside
      aria-label="In short"
      className={`gap-5 rounded-2xl border border-line bg-paper px-5 py-3.5 md:sticky md:py-5 md:top-24 md:grid md:max-h-[calc(100dvh-7rem)] md:overflow-y-auto ${price ? "grid" : "hidden"}`}
    >
      {parts.length > 1 ? (
        <nav aria-labelledby="parts-title" className="max-md:hidden">
          <p id="parts-title" className="font-display text-lg font-bold">
            In this article
          </p>
          <ContentsList parts={parts} />
        </nav>
      ) : null}
      {price ? (
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          {price.label}
          <strong className="font-display text-2xl">{price.range}</strong>
          <a href={price.path} className="link basis-full py-1 text-[0.9375rem]">
            What moves the price
          </a>
        </p>
      ) : null}
      <p className="grid gap-2 max-md:hidden">
        <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-action" />
        <QuoteLink service={service} className="btn btn-line">
          Get Free Quote
        </QuoteLink>
      </p>
    </aside>
  );
}
