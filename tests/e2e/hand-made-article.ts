import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import pg from "pg";
import { wrapPool } from "#app/db/client.server.ts";
import type { ArticleValues } from "#app/features/advertorials/article-schema.ts";
import { createArticle } from "#app/features/advertorials/save-article.server.ts";
import { buildArticleContent } from "../articles.ts";
import type { TestStaff } from "../staff.ts";
import { expect } from "./fixtures.ts";

export type MadeArticle = { id: string; title: string; slug: string };

/** Saves an article as the editor does, with a unique title and slug. */
export async function makeArticle(
  by: TestStaff,
  changes: Partial<ArticleValues> = {},
): Promise<MadeArticle> {
  const mark = randomUUID().slice(0, 8);
  const values = {
    title: `Quiet tap ${mark}`,
    slug: `quiet-tap-${mark}`,
    isActive: false,
    content: buildArticleContent(),
    ...changes,
  };
  const pool = new pg.Pool({ connectionString: process.env.E2E_DATABASE_URL, max: 1 });
  try {
    const result = await createArticle(
      { db: wrapPool(pool), actor: by.userId, httpRequestId: "test", now: new Date() },
      { values },
    );
    if (!result.ok) throw new Error(`the article was not created: ${result.reason}`);
    return { id: result.saved.id, title: values.title, slug: values.slug };
  } finally {
    await pool.end();
  }
}

export const saveButton = (page: Page) =>
  page.getByRole("button", { name: /^(Save|Update) Advertorial$/ });

/** Opens the editor of an article and waits for its scripts. */
export async function openEditor(page: Page, article: MadeArticle): Promise<void> {
  await page.goto(`/backyard/advertorials/editor/${article.slug}`);
  await expect(page.getByRole("heading", { name: `Edit: ${article.title}` })).toBeVisible();
  await expect(saveButton(page)).toBeEnabled();
}
