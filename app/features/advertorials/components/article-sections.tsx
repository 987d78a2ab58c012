import { NumberedSteps } from "#app/components/ui/numbered-steps.tsx";
import { TextWithPhoneLinks } from "#app/components/ui/phone-link.tsx";
import type { ShownSection } from "../shown-article.ts";
import { splitLinks } from "../split-links.ts";
import { getPartId } from "./article-aside.tsx";
import { SectionImage } from "./article-image.tsx";

/** Every section is text with a type; nothing is parsed as HTML. */
export function ArticleSections({ sections }: { sections: readonly ShownSection[] }) {
  return (
    <div className="prose min-w-0 [&>:first-child]:mt-0">
      {sections.map((section, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sections have no other name, and their order never changes on a page
        <Section key={index} section={section} id={getPartId(index)} />
      ))}
    </div>
  );
}

const LIST_ITEM =
  "relative mt-0 py-2 pl-6 leading-6 before:absolute before:top-4 before:left-0 before:size-2.5 before:bg-sun";

function Section({ section, id }: { section: ShownSection; id: string }) {
  switch (section.type) {
    case "heading":
      return <h2 id={id}>{section.text}</h2>;
    case "paragraph":
      return (
        <p className="whitespace-pre-line">
          <ArticleText text={section.text} />
        </p>
      );
    case "list":
      return section.isOrdered ? (
        <NumberedSteps
          steps={section.items.map((item) => <ArticleText key={item} text={item} />)}
          className="list-none p-0"
        />
      ) : (
        <ul className="list-none divide-y divide-line rounded-xl border border-line bg-paper px-4 py-1">
          {section.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two items may have the same words
            <li key={index} className={LIST_ITEM}>
              <ArticleText text={item} />
            </li>
          ))}
        </ul>
      );
    case "blockquote":
      return (
        <blockquote className="rounded-r-xl border-l-4 border-action bg-sand px-4 py-3 leading-6 font-semibold whitespace-pre-line">
          <ArticleText text={section.text} />
        </blockquote>
      );
    case "image":
      return (
        <figure>
          <SectionImage image={section.image} alt={section.alt} />
          {section.caption ? (
            <figcaption className="mt-2 text-[0.9375rem] text-muted">{section.caption}</figcaption>
          ) : null}
        </figure>
      );
  }
}

/** A text with its links to pages of this site. */
function ArticleText({ text }: { text: string }) {
  return splitLinks(text).map(({ text: words, href }, index) =>
    href ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order
      <a key={index} href={href} className="link">
        {words}
      </a>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order
      <TextWithPhoneLinks key={index} text={words} />
    ),
  );
}
