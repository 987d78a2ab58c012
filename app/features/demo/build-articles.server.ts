import type { ArticleContent } from "#app/features/advertorials/article-schema.ts";
import { BUILT_IN_SLUGS } from "#app/features/advertorials/constants.ts";
import { findSubject } from "#app/features/advertorials/generation/find-subject.server.ts";
import { normalizeSlug } from "#app/features/content-editor/normalize-slug.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { createSeededRandom } from "./seeded-random.ts";

/** Problems that people search for before they know that they need a professional. */
const TOPICS = [
  "AC not cooling",
  "Water heater problem",
  "Breaker keeps tripping",
  "Roof leak",
  "Car will not start",
  "Garage door repair",
  "Kitchen remodeling",
  "Gutter cleaning in fall",
] as const;
const OLDEST_DAYS = 120;

export type ArticleContents = readonly {
  topic: string;
  content: ArticleContent;
}[];

/** The article of the built-in generator about each topic. */
export const readArticleContents = (): Promise<ArticleContents> =>
  Promise.all(
    TOPICS.map(async (topic) => {
      const found = await findSubject(topic);
      if (found.kind === "refused") throw new Error(`no article is about ${topic}`);
      return { topic, content: found.article };
    }),
  );

/** Articles of the built-in generator; not published, because visitors never see demo content. */
export function buildArticles({
  seed,
  now,
  contents,
  usedSlugs,
}: {
  seed: number;
  now: Date;
  contents: ArticleContents;
  usedSlugs: ReadonlySet<string>;
}) {
  const random = createSeededRandom(seed, "articles");
  const built = [];
  for (const { topic, content } of contents) {
    const at = now.getTime() - random.between(2, OLDEST_DAYS) * DAY_MS;
    const slug = normalizeSlug(topic);
    if (usedSlugs.has(slug) || (BUILT_IN_SLUGS as readonly string[]).includes(slug)) continue;
    built.push({
      article: {
        id: random.uuidAt(at),
        title: content.hero.title,
        slug,
        previous_slugs: [],
        is_active: false,
        version: 1,
        topic: null,
        content_data: content,
        is_demo: true,
        created_at: new Date(at),
        updated_at: new Date(at),
      },
      savedAt: new Date(at),
    });
  }
  return {
    articles: built.map(({ article }) => article),
    versions: built.map(({ article: { id, title, slug, content_data: content }, savedAt }) => ({
      content_id: id,
      version: 1,
      snapshot: { title, slug, isActive: false, content },
      saved_by: "command-line",
      saved_at: savedAt,
    })),
  };
}
