import type { AppContext } from "#app/app-context.ts";
import type { ArticleEvent } from "#app/features/analytics/constants.ts";

/**
 * Counts a view of a published article, or a call from it.
 * @returns false when there is no such article: clients must not invent names
 */
export async function countArticleEvent(
  { articles, contentCounter }: Pick<AppContext, "articles" | "contentCounter">,
  event: ArticleEvent,
): Promise<boolean> {
  // Without the database and cached articles, the event cannot be verified.
  const published = await articles.list().catch(() => []);
  const article = published.find(({ slug }) => slug === event.article);
  if (article) contentCounter.count(article.id, event.name.slice("article-".length));
  return article !== undefined;
}
