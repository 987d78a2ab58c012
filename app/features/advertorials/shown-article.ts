import { readImageUrl, type StoredImage } from "#app/features/media/image-versions.ts";
import { isPhone } from "#app/lib/phone.ts";
import { replaceTokensDeep } from "#app/lib/replace-tokens.ts";
import { truncateAtWord } from "#app/lib/truncate-at-word.ts";
import {
  type ArticleContent,
  type ArticleSection,
  getSectionText,
  parseImageUrl,
} from "./article-schema.ts";
import { META_DESCRIPTION_LENGTH, META_TITLE_LENGTH } from "./constants.ts";
import { removeLinks } from "./split-links.ts";

/** `stored`: the image of the media library at this URL. */
export type ShownImage = { url: string; stored: StoredImage | null };
export type ShownSection =
  | { type: "heading" | "paragraph" | "blockquote"; text: string }
  | { type: "list"; items: string[]; isOrdered?: true | undefined }
  | { type: "image"; image: ShownImage; alt: string; caption?: string };
/** An article as visitors see it: tokens replaced, nothing empty. */
export type ShownArticle = {
  meta: { title: string; description: string; keywords: string[] };
  hero: { title: string; subtitle: string; image: ShownImage | null };
  sections: ShownSection[];
  cta: { title: string; subtitle: string; phone: string };
};

type ShowOptions = {
  tokens: Readonly<Record<string, string>>;
  /** Used for an article without a valid phone number. */
  phone: string;
};

export function toShownArticle(
  article: { title: string; content: ArticleContent },
  { tokens, phone }: ShowOptions,
): ShownArticle {
  const { title, content } = trimDeep(
    replaceTokensDeep({ title: article.title, content: article.content }, tokens),
  );
  const { meta, hero, cta } = content;
  const heading = hero.title || title;
  const sections = content.sections.flatMap((section) => toShownSection(section) ?? []);
  const opening = sections.find((section) => section.type === "paragraph");
  return {
    meta: {
      title: truncateAtWord(meta.title || heading, META_TITLE_LENGTH),
      description: truncateAtWord(
        meta.description ||
          hero.subtitle ||
          (opening?.type === "paragraph" ? removeLinks(opening.text) : heading),
        META_DESCRIPTION_LENGTH,
      ),
      keywords: meta.keywords.filter(Boolean),
    },
    hero: { title: heading, subtitle: hero.subtitle, image: toShownImage(hero.imageUrl) },
    sections,
    cta: {
      title: cta.title,
      subtitle: cta.subtitle,
      phone: isPhone(cta.phone) ? cta.phone : phone,
    },
  };
}

/** Number of sections that visitors see. */
export const countShown = (sections: readonly ArticleSection[]) =>
  trimDeep(sections).filter((section) => toShownSection(section)).length;

function toShownSection(section: ArticleSection): ShownSection | null {
  const { type, content, imageUrl = "", imageAlt = "", imageCaption = "" } = section;
  if (type === "image") {
    const image = toShownImage(imageUrl);
    return image && { type, image, alt: imageAlt, caption: imageCaption };
  }
  if (type === "list") {
    const items = (Array.isArray(content) ? content : [content]).filter(Boolean);
    return items.length > 0 ? { type, items } : null;
  }
  const text = getSectionText(section);
  return text ? { type, text } : null;
}

/** Null when there is no URL, or images may not be loaded from it. */
export function toShownImage(address: string): ShownImage | null {
  const url = parseImageUrl(address);
  return url ? { url, stored: readImageUrl(url) } : null;
}

/** Origins of images on other sites, for the page's content security policy. */
export function listForeignImageOrigins(
  { hero, sections }: Pick<ShownArticle, "hero" | "sections">,
  ownOrigin: string,
): string[] {
  const images = [
    hero.image,
    ...sections.map((section) => (section.type === "image" ? section.image : null)),
  ];
  const origins = images.flatMap((image) =>
    image && !image.url.startsWith("/") ? new URL(image.url).origin : [],
  );
  return [...new Set(origins)].filter((origin) => origin !== ownOrigin);
}

/** Trims all texts of a value. */
function trimDeep<T>(value: T): T {
  if (typeof value === "string") return value.trim() as T;
  if (Array.isArray(value)) return value.map(trimDeep) as T;
  if (value !== null && typeof value === "object")
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, trimDeep(inner)]),
    ) as T;
  return value;
}
