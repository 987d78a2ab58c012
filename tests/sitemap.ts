import { FIXED_SLUGS } from "#app/features/advertorials/constants.ts";
import { SEED_QUIZ_SLUGS } from "#app/features/quizzes/editor/prepare-seed-quizzes.server.ts";

const OWN = new Set([
  ...SEED_QUIZ_SLUGS.map((slug) => `/quiz/${slug}`),
  ...FIXED_SLUGS.map((slug) => `/articles/${slug}`),
]);

/**
 * Paths of a sitemap. Of quizzes and articles those alone that every site has: others are of tests
 * that run beside, and go when these end.
 */
export function listPaths(sitemap: string): string[] {
  const paths = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    (match) => new URL(match[1] ?? "").pathname,
  );
  return paths.filter((path) => !/^\/(?:quiz|articles)\//.test(path) || OWN.has(path));
}
