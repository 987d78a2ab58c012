import type { AppContext } from "#app/app-context.ts";
import type { ArticleEvent } from "#app/features/analytics/constants.ts";

/**
 * Counts a view of a published article, or a call from it. @returns false where there is no such
 * article: names must not be made up
 */
export async function countArticleEvent(
  { articles, contentCounter }: Pick<AppContext, "articles" | "contentCounter">,
  event: ArticleEvent,
): Promise<boolean> {
  // Without the database, and without articles in memory, there is nothing to compare with.
  const published = await articles.list().catch(() => []);
  const article = published.find(({ slug }) => slug === event.article);
  if (article) contentCounter.count(article.id, event.name.slice("article-".length));
  return article !== undefined;
}
