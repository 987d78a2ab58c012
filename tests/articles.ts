import { randomUUID } from "node:crypto";
import {
  type ArticleContent,
  type ArticleSection,
  createEmptyContent,
} from "#app/features/advertorials/article-schema.ts";

type Client = { query: (text: string, values: unknown[]) => Promise<unknown> };

export type TestArticle = { id: string; slug: string; title: string; content: ArticleContent };

type ArticleOptions = {
  slug: string;
  title?: string;
  previousSlugs?: string[];
  isActive?: boolean;
  /** Parts that replace those of `buildArticleContent`. */
  content?: Partial<ArticleContent>;
  /** Stored unchanged, even if it is not valid. */
  contentData?: object;
};

/** Builds a section; the shape of `content` depends on its type. */
export const buildSection = (
  type: ArticleSection["type"],
  content: ArticleSection["content"] = "",
  changes: Partial<ArticleSection> = {},
): ArticleSection => ({
  id: randomUUID().slice(0, 8),
  type,
  content,
  ...changes,
});

/** Builds an article with every type of section; its images are files of this site. */
export const buildArticleContent = (changes: Partial<ArticleContent> = {}): ArticleContent => ({
  ...createEmptyContent(),
  meta: {
    title: "Quiet a Dripping Tap",
    description: "Advertorial: what makes a tap drip, and what to try first.",
    keywords: ["dripping tap", "worn washer"],
  },
  hero: {
    title: "That Drip Has a Cause",
    subtitle: "It is small, it is cheap, and you can find it.",
    imageUrl: "/art/henry-wrench.svg",
  },
  sections: [
    buildSection("heading", "Where the water comes from"),
    buildSection("paragraph", "A worn washer lets a little water pass."),
    buildSection("list", ["Close the valve", "Take off the handle"]),
    buildSection("blockquote", "A drip a second is a bath a week."),
    buildSection("image", "", {
      imageUrl: "/art/plumbing-water.svg",
      imageAlt: "Drawing of a dripping pipe",
      imageCaption: "The valve is below the sink.",
    }),
  ],
  cta: { title: "Still dripping?", subtitle: "Call and say where.", phone: "(404) 555-0123" },
  ...changes,
});

/** Inserts an article as the editor stores it. */
export async function insertArticle(client: Client, options: ArticleOptions): Promise<TestArticle> {
  const { slug, title = `Test article ${slug}`, previousSlugs = [], isActive = true } = options;
  const id = randomUUID();
  const content = buildArticleContent(options.content);
  await client.query(
    `insert into advertorial_content (id, title, slug, previous_slugs, is_active, content_data, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, '2026-11-19T12:00:00Z', '2026-11-20T12:00:00Z')`,
    [id, title, slug, previousSlugs, isActive, JSON.stringify(options.contentData ?? content)],
  );
  return { id, slug, title, content };
}

/** An image of the media library, and one of another site. */
export const STORED_PICTURE = "/media/0123456789abcdef0123456789abcdef-1200x800/1200.webp";
export const FOREIGN_PICTURE = "https://pictures.example/leak.png";

export const imageSection = (imageUrl: string, changes: Partial<ArticleSection> = {}) =>
  buildSection("image", "", { imageUrl, imageAlt: "A drip", ...changes });

const LONG = "Donaudampfschifffahrtsgesellschaftskapitaensmuetze".repeat(4);

/** Articles with everything, with almost nothing, and with words that cannot be broken. */
export function layoutArticles(): Partial<ArticleContent>[] {
  const full = buildArticleContent();
  return [
    {},
    {
      hero: { ...full.hero, imageUrl: STORED_PICTURE },
      sections: [...full.sections, imageSection(STORED_PICTURE), imageSection(FOREIGN_PICTURE)],
    },
    { hero: { ...full.hero, imageUrl: FOREIGN_PICTURE } },
    createEmptyContent(),
    {
      hero: { title: LONG.slice(0, 200), subtitle: LONG, imageUrl: "" },
      sections: [
        buildSection("heading", LONG),
        buildSection("paragraph", LONG),
        buildSection("list", [LONG]),
        imageSection(STORED_PICTURE, { imageCaption: LONG }),
      ],
      cta: { title: LONG.slice(0, 200), subtitle: LONG, phone: "" },
    },
  ];
}
