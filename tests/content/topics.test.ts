import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { emergenciesSchema } from "#app/features/quizzes/generation/emergency-topics.ts";
import { matchTopic } from "#app/features/quizzes/generation/match-topic.ts";
import { readYaml } from "#app/lib/content.server.ts";
import { listTreeHeads } from "./open-tree.ts";

/**
 * Topics as people type them, with what a good dispatcher would make of each: fault trees, any of
 * which is right, a refusal, or an emergency. Written before the matcher was.
 */
const topicsSchema = z.array(
  z
    .strictObject({
      topic: z.string(),
      tree: z.array(z.string()).min(1).optional(),
      refuse: z.literal(true).optional(),
      emergency: z.array(z.string()).min(1).optional(),
    })
    .refine(
      ({ tree, refuse, emergency }) => [tree, refuse, emergency].filter(Boolean).length === 1,
    ),
);
const topics = topicsSchema.parse(parse(readFileSync("tests/content/topics.yaml", "utf8")));
const MIN_TOPICS = 250;
const MIN_RIGHT = 0.92;

const heads = listTreeHeads();
const emergencies = readYaml("emergencies.yaml", emergenciesSchema);

const results = topics.map((entry) => {
  const match = matchTopic(entry.topic, { heads, emergencies });
  const got =
    match.kind === "tree"
      ? match.slug
      : match.kind === "emergency"
        ? `emergency ${match.emergency.key}`
        : "refused";
  const right = entry.tree ?? entry.emergency?.map((key) => `emergency ${key}`) ?? ["refused"];
  return { ...entry, match, got, isRight: right.includes(got), right: right.join(" or ") };
});
const listWrong = (list: typeof results) =>
  list
    .filter(({ isRight }) => !isRight)
    .map(({ topic, got, right }) => `${topic}: ${got}, not ${right}`);

describe("topics as people type them", () => {
  test("are enough, and most get the right answer", () => {
    const groups = {
      "a fault tree": results.filter(({ tree }) => tree),
      "a refusal": results.filter(({ refuse }) => refuse),
      "an emergency": results.filter(({ emergency }) => emergency),
      "all topics": results,
    };
    console.log(
      [
        "Topics by right answer        topics   right",
        ...Object.entries(groups).map(([name, list]) => {
          const right = list.filter(({ isRight }) => isRight).length;
          return `${name.padEnd(30)}${String(list.length).padStart(6)}${`${right} (${((right / list.length) * 100).toFixed(1)}%)`.padStart(15)}`;
        }),
      ].join("\n"),
    );
    expect(results.length).toBeGreaterThanOrEqual(MIN_TOPICS);
    expect(
      results.filter(({ isRight }) => isRight).length / results.length,
      listWrong(results).join("\n"),
    ).toBeGreaterThanOrEqual(MIN_RIGHT);
  });

  test("no emergency is missed", () =>
    expect(
      results
        .filter(({ emergency, match }) => emergency && match.kind !== "emergency")
        .map(({ topic, got }) => `${topic}: ${got}`),
    ).toEqual([]));

  test("no nonsense is accepted", () =>
    expect(
      results
        .filter(({ refuse, match }) => refuse && match.kind === "tree")
        .map(({ topic, got }) => `${topic}: ${got}`),
    ).toEqual([]));

  test("a refusal offers up to three subjects that exist", () => {
    const slugs = new Set(heads.map(({ slug }) => slug));
    for (const { match } of results)
      if (match.kind !== "tree") {
        expect(match.nearest.length).toBeLessThanOrEqual(3);
        expect(match.nearest.filter((slug) => !slugs.has(slug))).toEqual([]);
      }
  });
});
