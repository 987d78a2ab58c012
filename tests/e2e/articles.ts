import { randomUUID } from "node:crypto";
import { insertArticle, type TestArticle } from "../articles.ts";
import { expect, test as ownSite } from "./own-site.ts";

type Publish = (options?: Partial<Parameters<typeof insertArticle>[1]>) => Promise<TestArticle>;

export const test = ownSite.extend<{ publish: Publish }>({
  /** Inserts an article and waits until visitors can open it. */
  publish: async ({ db, baseURL }, use) =>
    use(async (options) => {
      const article = await insertArticle(db, {
        slug: `a-${randomUUID().slice(0, 8)}`,
        ...options,
      });
      if (options?.isActive !== false)
        await expect
          .poll(async () => (await fetch(`${baseURL}/articles/${article.slug}`)).status)
          .toBe(200);
      return article;
    }),
});
export { expect };
