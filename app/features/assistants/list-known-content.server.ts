import type { PublishedContent } from "#app/features/public-pages/list-public-pages.server.ts";
import type { ToolContext } from "./tool-context.ts";

/** The same object for the same lists, of which the search keeps its index. */
const EMPTY: readonly never[] = [];

/** Published quizzes and articles; without the database none, so that services are found anyway. */
export async function listKnownContent({
  quizzes,
  articles,
}: Pick<ToolContext, "quizzes" | "articles">): Promise<PublishedContent> {
  const [quizList, articleList] = await Promise.all([
    quizzes.list().catch(() => EMPTY),
    articles.list().catch(() => EMPTY),
  ]);
  return { quizzes: quizList, articles: articleList };
}
