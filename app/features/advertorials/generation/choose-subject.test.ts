import { describe, expect, test } from "vitest";
import type { FaultTreeHead } from "#app/features/quizzes/generation/fault-tree-schema.ts";
import { chooseSubject, type Knowledge } from "./choose-subject.ts";
import { createService } from "./service-fixture.ts";

const tree = (slug: string, head: Partial<FaultTreeHead>): FaultTreeHead => ({
  slug,
  title: slug,
  description: slug,
  serviceType: "Plumbing",
  services: ["plumbing"],
  objects: [],
  symptoms: [],
  body: "",
  keywords: [],
  ...head,
});
const known: Knowledge = {
  heads: [
    tree("running-toilet", {
      title: "Why Does My Toilet Keep Running?",
      objects: ["toilet"],
      symptoms: ["keeps running"],
      keywords: ["running toilet", "toilet keeps running"],
    }),
    tree("clogged-toilet", {
      title: "Why Is My Toilet Clogged?",
      objects: ["toilet"],
      symptoms: ["clogged"],
      keywords: ["clogged toilet"],
    }),
    tree("roof-leak", {
      title: "Why Is My Roof Leaking?",
      services: ["roofing"],
      objects: ["roof"],
      symptoms: ["leak"],
      keywords: ["roof leak", "leaking roof"],
    }),
  ],
  services: [
    createService({
      slug: "air-conditioning",
      name: "Air Conditioning",
      keywords: ["ac tune-up"],
      otherNames: ["AC Repair"],
    }),
    createService({
      slug: "roofing",
      name: "Roofing",
      trade: "roofer",
      keywords: ["roof replacement", "roof leak", "roofer near me"],
    }),
    createService({
      slug: "plumbing",
      name: "Plumbing",
      trade: "plumber",
      keywords: ["plumber near me", "toilet repair", "sewer line"],
      signs: ["A drain backs up.", "A tap drips all night.", "A wet ring grows.", "It is cold."],
    }),
    createService({
      slug: "heating",
      name: "Home Heating",
      keywords: ["furnace repair"],
      signs: ["The furnace stays silent.", "The furnace bangs when it starts."],
    }),
    createService({
      slug: "junk-removal",
      name: "Junk Removal",
      keywords: ["haul away junk"],
      offered: ["Old refrigerators hauled away"],
    }),
  ],
  emergencies: [
    {
      key: "gas",
      name: "a possible gas leak",
      headline: "Possible gas leak",
      call911: true,
      steps: ["Get out and call 911.", "Stay out."],
      signs: [{ words: [["gas"], ["smell"]], within: 2 }],
    },
  ],
};
const choose = (topic: string) => chooseSubject(topic, known);

test.each([
  ["my toilet keeps running", "tree", "running-toilet"],
  ["Why Is My Toilet Clogged?", "tree", "clogged-toilet"],
  ["leaking roof in winter", "tree", "roof-leak"],
  ["AC repair", "service", "air-conditioning"],
  ["Roofing", "service", "roofing"],
  ["best roof replacement 2026", "service", "roofing"],
  ["cost of roof replacement near me", "service", "roofing"],
  ["cheap same-day roof repair in Sugar Land, TX", "service", "roofing"],
  ["roofer Plano TX", "service", "roofing"],
  ["emergency plumber", "service", "plumbing"],
])("%s is about the %s %s", (topic, kind, slug) => expect(choose(topic)).toEqual({ kind, slug }));

test("a part of a service stands for the whole where most of it is about that part", () =>
  expect(choose("furnace repair")).toEqual({ kind: "service", slug: "heating" }));

describe("is refused:", () => {
  const getReason = (topic: string) => {
    const choice = choose(topic);
    return choice.kind === "refused" ? choice.refusal.reason : choice.slug;
  };
  test.each([
    ["asdf", "none"],
    ["", "none"],
    ["roofing marketing", "none"],
    ["roofing jobs", "none"],
    ["refrigerator repair", "unsupported"],
    ["how to win at poker", "unsupported"],
    ["how to install a roof yourself", "self-made"],
    ["smell of gas at the water heater", "emergency"],
  ])("%j: %s", (topic, reason) => expect(getReason(topic)).toBe(reason));

  test("a part of a service, with the problems that it has and the whole service", () =>
    expect(choose("toilet repair")).toEqual({
      kind: "refused",
      refusal: { reason: "part", service: "Plumbing" },
      nearest: ["Why Does My Toilet Keep Running?", "Why Is My Toilet Clogged?", "Plumbing"],
    }));

  test("a thing that we do not serve, by name and with the services that mention it", () =>
    expect(choose("refrigerator repair")).toEqual({
      kind: "refused",
      refusal: { reason: "unsupported", subject: "refrigerator" },
      nearest: ["Junk Removal"],
    }));

  test("nonsense, without any service", () =>
    expect(choose("how to win at poker")).toMatchObject({ nearest: [] }));
});
