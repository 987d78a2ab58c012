import type { AppContext } from "#app/app-context.ts";
import { listDeleted } from "#app/features/content-editor/content-states.server.ts";
import type { ContentFilters } from "#app/features/content-editor/editor-schema.ts";
import { isSame } from "#app/features/content-editor/merge-changes.ts";
import { getContentTokens } from "#app/features/settings/claims.server.ts";
import { getBuiltInAdvertorial } from "./built-in-advertorials.server.ts";
import { BUILT_IN_SLUGS, NEW_ARTICLE_KEY } from "./constants.ts";
import { listArticleMetrics } from "./metrics.server.ts";
import { ARTICLE_CONTENT } from "./save-article.server.ts";
import {
  countArticles,
  getArticleForEditor,
  listArticleDrafts,
  listArticles,
} from "./staff-queries.server.ts";

/** Period of the metrics in the list. */
const METRICS_DAYS = 30;
const NO_METRICS = { views: 0, calls: 0, requests: 0 };

type LoadContext = Pick<AppContext, "db" | "now" | "settings">;

/**
 * Data of the advertorial list, including the built-in ones; deleted ones only for a superadmin.
 */
export async function loadArticleList(
  { db, now, settings }: LoadContext,
  { filters, isSuperadmin }: { filters: ContentFilters; isSuperadmin: boolean },
) {
  const site = await settings.get();
  const clock = { now: now(), timeZone: site.timeZone };
  const articles = await listArticles(db, filters);
  const ids = articles.map(({ id }) => id);
  const [metrics, counts, deleted] = await Promise.all([
    listArticleMetrics(db, { ids, days: METRICS_DAYS, ...clock }),
    countArticles(db),
    isSuperadmin ? listDeleted(db, ARTICLE_CONTENT, clock.now) : [],
  ]);
  const search = filters.q.toLowerCase();
  const builtIn = BUILT_IN_SLUGS.map((slug) => ({
    slug,
    title: getBuiltInAdvertorial(site, slug)?.hero.title ?? slug,
  })).filter(
    ({ slug, title }) =>
      filters.status !== "inactive" && `${title} ${slug}`.toLowerCase().includes(search),
  );
  const totals = {
    total: counts.dynamic + BUILT_IN_SLUGS.length,
    active: counts.active + BUILT_IN_SLUGS.length,
    dynamic: counts.dynamic,
  };
  const listItems = articles.map((article) => ({
    ...article,
    metrics: metrics.get(article.id) ?? NO_METRICS,
  }));
  return { articles: listItems, builtIn, totals, deleted, filters, clock };
}
export type ArticleListData = Awaited<ReturnType<typeof loadArticleList>>;

/**
 * Data of the advertorial editor; `article` is null for a new one. Null when no article has the
 * slug, "unreadable" when the stored content is invalid.
 */
export async function loadArticleEditor(
  { db, now, settings }: LoadContext,
  { slug, userId }: { slug: string | undefined; userId: string },
) {
  const site = await settings.get();
  const shared = {
    clock: { now: now(), timeZone: site.timeZone },
    brand: site.brand,
    phone: site.phone,
    tokens: getContentTokens(site),
  };
  if (slug === undefined)
    return {
      ...shared,
      article: null,
      drafts: await listArticleDrafts(db, { userId, key: NEW_ARTICLE_KEY }),
    };
  const found = await getArticleForEditor(db, { slug, userId });
  if (!found || found === "unreadable") return found;
  const { drafts, ...article } = found;
  // A draft that equals the saved article is not offered.
  return {
    ...shared,
    article,
    drafts: drafts.filter(({ values }) => !isSame(values, article.values)),
  };
}
export type ArticleEditorData = Exclude<
  Awaited<ReturnType<typeof loadArticleEditor>>,
  "unreadable" | null
>;
