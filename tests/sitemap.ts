import { BUILT_IN_SLUGS } from "#app/features/advertorials/constants.ts";
import { SEED_QUIZ_SLUGS } from "#app/features/quizzes/editor/prepare-seed-quizzes.server.ts";

const FIXED_PATHS = new Set([
  ...SEED_QUIZ_SLUGS.map((slug) => `/quiz/${slug}`),
  ...BUILT_IN_SLUGS.map((slug) => `/articles/${slug}`),
]);

/**
 * Lists the paths of a sitemap. Of quizzes and articles it lists only those that every site has:
 * others belong to tests that run in parallel, and disappear when those end.
 */
export function listPaths(sitemap: string): string[] {
  const paths = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    (match) => new URL(match[1] ?? "").pathname,
  );
  return paths.filter((path) => !/^\/(?:quiz|articles)\//.test(path) || FIXED_PATHS.has(path));
}
