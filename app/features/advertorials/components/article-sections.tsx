import { PhoneText } from "#app/components/ui/phone-text.tsx";
import type { ShownSection } from "../shown-article.ts";
import { splitLinks } from "../split-links.ts";
import { SectionImage } from "./article-image.tsx";

/** Every section is text with a type; nothing is parsed as HTML. */
export function ArticleSections({ sections }: { sections: readonly ShownSection[] }) {
  return (
    <div className="prose text-lg [&>:first-child]:mt-0">
      {sections.map((section, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sections have no other name, and their order never changes on a page
        <Section key={index} section={section} />
      ))}
    </div>
  );
}

function Section({ section }: { section: ShownSection }) {
  switch (section.type) {
    case "heading":
      return <h2>{section.text}</h2>;
    case "paragraph":
      return (
        <p className="whitespace-pre-line">
          <ArticleText text={section.text} />
        </p>
      );
    case "list":
      return (
        <ul>
          {section.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two items may have the same words
            <li key={index}>
              <ArticleText text={item} />
            </li>
          ))}
        </ul>
      );
    case "blockquote":
      return (
        <blockquote className="border-l-4 border-sun pl-5 font-display text-xl font-bold whitespace-pre-line">
          <ArticleText text={section.text} />
        </blockquote>
      );
    case "image":
      return (
        <figure>
          <SectionImage image={section.image} alt={section.alt} />
          {section.caption ? (
            <figcaption className="mt-2 text-base text-muted">{section.caption}</figcaption>
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
      <PhoneText key={index} text={words} />
    ),
  );
}
