import { randomUUID } from "node:crypto";
import { insertQuiz, type TestQuiz } from "../quizzes.ts";
import { expect, test as ownSite } from "./own-site.ts";

type Publish = (options?: Omit<Parameters<typeof insertQuiz>[1], "slug">) => Promise<TestQuiz>;

export const test = ownSite.extend<{ publish: Publish }>({
  /** Inserts a quiz and waits until visitors can open it. */
  publish: async ({ db, baseURL }, use) =>
    use(async (options) => {
      const quiz = await insertQuiz(db, { slug: `q-${randomUUID().slice(0, 8)}`, ...options });
      if (options?.isActive !== false)
        await expect
          .poll(async () => (await fetch(`${baseURL}/quiz/${quiz.slug}`)).status)
          .toBe(200);
      return quiz;
    }),
});
export { expect };
