import { findJobValue } from "#app/features/offers/job-value.server.ts";
import { type ArticleContents, readArticleContents } from "./build-articles.server.ts";
import type { DemoService } from "./generate-requests.ts";

export type JobValues = ReadonlyMap<string, ReturnType<typeof findJobValue>>;
export type DemoContent = { articles: ArticleContents; jobValues: JobValues };

/** What the demo needs of the files below content/, read before its transaction begins. */
export async function readDemoContent(services: readonly DemoService[]): Promise<DemoContent> {
  return {
    articles: await readArticleContents(),
    jobValues: new Map(services.map(({ slug }) => [slug, findJobValue(slug)])),
  };
}
