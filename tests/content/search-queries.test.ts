import { describe, expect, test } from "vitest";
import { z } from "zod";
import { findService } from "#app/features/catalog/find-service.server.ts";
import { SEED_QUIZ_SLUGS } from "#app/features/quizzes/editor/prepare-seed-quizzes.server.ts";
import { listTreeHeads } from "#app/features/quizzes/generation/fault-trees.server.ts";
import type { PublicQuiz } from "#app/features/quizzes/published.server.ts";
import { findEmergencyHit, searchSite } from "#app/features/search/queries.server.ts";
import { siteSettingsSchema } from "#app/features/settings/schema.ts";
import { readYaml } from "#app/lib/content.server.ts";

// The answers of two dispatchers, written without looking at the search. The words of the services
// were extended after the first table, not after the second, so that the second shows how the
// search does with what nobody thought of. Single rows may be argued about, so the share counts; a
// danger that is missed does not.

const address = z.string().startsWith("/");
const rowsSchema = z.array(
  z.union([
    z.strictObject({ query: z.string(), danger: z.literal(true) }),
    z.strictObject({
      query: z.string(),
      first: z.array(address).min(1),
      among: z.array(address).default([]),
    }),
  ]),
);
const TABLES = [
  { file: "search-queries.yaml", minShare: 0.95 },
  { file: "search-queries-2.yaml", minShare: 0.9 },
].map((table) => ({ ...table, rows: readYaml(`../tests/content/${table.file}`, rowsSchema) }));

const heads = await listTreeHeads();
const site = siteSettingsSchema.parse({});

/** The quizzes of a new site. */
const published = {
  quizzes: SEED_QUIZ_SLUGS.flatMap((slug): PublicQuiz[] => {
    const head = heads.find((entry) => entry.slug === slug);
    return head ? [createQuiz(head)] : [];
  }),
  articles: [],
};

function createQuiz({ slug, title, description, serviceType, services }: (typeof heads)[number]) {
  return {
    id: slug,
    slug,
    previousSlugs: [],
    title,
    description,
    serviceType,
    services: [...services],
    questions: [],
    dangers: [],
    thresholds: { posterior: 0.45, margin: 0.1 },
    isActive: true,
    updatedAt: new Date("2026-11-21T00:00:00Z"),
  };
}

/** A quiz that a new site does not publish counts as the main service of its fault tree. */
const findOnNewSite = (path: string): string => {
  const slug = path.replace(/^\/quiz\//, "");
  if (slug === path || published.quizzes.some((quiz) => quiz.slug === slug)) return path;
  const service = heads.find((head) => head.slug === slug)?.services[0];
  return (service && findService(service)?.path) ?? path;
};

describe.each(TABLES)("$file", ({ rows, minShare }) => {
  test("asks about at least 120 things, dangers among them", () => {
    expect(rows.length).toBeGreaterThanOrEqual(120);
    expect(rows.filter((row) => "danger" in row).length).toBeGreaterThanOrEqual(15);
    expect(new Set(rows.map(({ query }) => query)).size).toBe(rows.length);
  });

  test("every danger is answered with what to do now", () => {
    const missed = rows.filter((row) => "danger" in row && findEmergencyHit(row.query) === null);
    expect(missed).toEqual([]);
  });

  test("answers begin as a dispatcher would begin", async () => {
    const wrong: string[] = [];
    const incomplete: string[] = [];
    for (const row of rows) {
      if ("danger" in row) continue;
      if (findEmergencyHit(row.query)?.kind === "Emergency") {
        wrong.push(`${row.query}: taken for a danger`);
        continue;
      }
      const hits = (await searchSite(site, published, row.query, 3)).map(({ path }) => path);
      const line = `${row.query}: ${hits.join(", ")}`;
      if (!row.first.map(findOnNewSite).includes(hits[0] ?? "")) wrong.push(line);
      if (!row.among.map(findOnNewSite).every((path) => hits.includes(path))) incomplete.push(line);
    }
    const count = rows.length;
    expect(1 - wrong.length / count, wrong.join("\n")).toBeGreaterThanOrEqual(minShare);
    expect(1 - incomplete.length / count, incomplete.join("\n")).toBeGreaterThanOrEqual(minShare);
  });
});

test("a search for one word ends where it stops helping", async () => {
  const find = async (query: string) =>
    (await searchSite(site, published, query, 12)).map(({ path }) => path.split("/").at(-1));
  const leak = await find("leak");
  expect(leak).toEqual(
    expect.arrayContaining(["plumbing", "water-damage-restoration", "roofing", "water-leak"]),
  );
  for (const noise of ["trailers", "fencing", "tire-service", "shade-structures"])
    expect(leak).not.toContain(noise);
  expect(await find("brakes")).not.toContain("drywall");
  expect((await find("plumber")).length).toBeLessThan(5);
});
