import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { insertArticle, type TestArticle } from "../articles.ts";
import { insertQuiz, type TestQuiz } from "../quizzes.ts";
import { test as ownSite } from "./own-site.ts";

type QuizOptions = Omit<Parameters<typeof insertQuiz>[1], "slug">;
type ArticleOptions = Partial<Parameters<typeof insertArticle>[1]>;

/** Inserts a quiz or an article and, if it is active, waits until visitors can open it. */
export const test = ownSite
  .extend("publishQuiz", ({ ownSite: { db, url } }) => async (options?: QuizOptions) => {
    const quiz: TestQuiz = await insertQuiz(db, {
      slug: `q-${randomUUID().slice(0, 8)}`,
      ...options,
    });
    if (options?.isActive !== false) await waitUntilFound(`${url}/quiz/${quiz.slug}`);
    return quiz;
  })
  .extend("publishArticle", ({ ownSite: { db, url } }) => async (options?: ArticleOptions) => {
    const article: TestArticle = await insertArticle(db, {
      slug: `a-${randomUUID().slice(0, 8)}`,
      ...options,
    });
    if (options?.isActive !== false) await waitUntilFound(`${url}/articles/${article.slug}`);
    return article;
  });

const waitUntilFound = (url: string) =>
  expect.poll(async () => (await fetch(url)).status).toBe(200);
