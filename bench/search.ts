import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { searchSite } from "#app/features/search/queries.server.ts";
import { siteSettingsSchema } from "#app/features/settings/schema.ts";
import type { Report } from "./report.ts";
import { median, percentile } from "./statistics.ts";

const QUERIES = new URL("../tests/content/search-queries.yaml", import.meta.url);
const LIMIT = 8;
/** A fast typist strikes a key every hundred milliseconds; half of that is left for the network. */
const TARGET_MS = 50;

/** Measures the processor time of an answer to each letter of the queries that people type. */
export async function measureSearch(): Promise<Report> {
  const site = siteSettingsSchema.parse({});
  const published = { quizzes: [], articles: [] };
  const queries: { query: string }[] = parse(readFileSync(QUERIES, "utf8"));
  const typed = queries.flatMap(({ query }) =>
    Array.from(query, (_, at) => query.slice(0, at + 1)),
  );
  await searchSite(site, published, "leak", LIMIT);
  const times: number[] = [];
  for (const text of typed) {
    const started = performance.now();
    await searchSite(site, published, text, LIMIT);
    times.push(performance.now() - started);
  }
  const p95 = percentile(times, 0.95);
  return {
    notes: [
      `${queries.length} queries, letter by letter: ${typed.length.toLocaleString("en-US")} searches`,
    ],
    lines: [
      {
        what: "answer to a letter",
        value: `p95 ${p95.toFixed(1)} ms, median ${median(times).toFixed(1)} ms`,
        target: `${TARGET_MS} ms`,
        met: p95 <= TARGET_MS,
      },
    ],
  };
}
