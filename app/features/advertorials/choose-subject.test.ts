import { expect, test } from "vitest";
import type { ServiceFacts } from "#app/features/catalog/find-service.server.ts";
import type { FaultTreeHead } from "#app/features/quizzes/generation/fault-tree-schema.ts";
import { chooseSubject } from "./choose-subject.ts";

const tree = (slug: string, title: string, keywords: string[]): FaultTreeHead => ({
  slug,
  title,
  description: title,
  serviceType: "Plumbing",
  services: [],
  objects: [],
  symptoms: [],
  body: "",
  keywords,
});
const service = (
  slug: string,
  name: string,
  keywords: string[],
  otherNames: string[] = [],
): ServiceFacts => ({
  slug,
  name,
  keywords,
  otherNames,
  group: "group",
  area: "home",
  offered: [],
});
const known = {
  heads: [
    tree("running-toilet", "Why Does My Toilet Keep Running?", [
      "running toilet",
      "toilet flapper",
    ]),
    tree("water-heater", "What Is Wrong With My Water Heater?", [
      "water heater",
      "hot water",
      "hot water heater",
    ]),
    tree("roof-leak", "Why Is My Roof Leaking?", ["roof leak", "leaking roof"]),
  ],
  services: [
    service("air-conditioning", "Air Conditioning", ["ac tune-up"], ["AC Repair"]),
    service("roofing", "Roofing", ["roof replacement", "roofer near me"]),
    service("plumbing", "Plumbing", ["plumber near me", "toilet repair"]),
    service("junk-removal", "Junk Removal", ["appliance removal", "haul away junk"]),
  ],
};

test.each([
  ["my toilet keeps running", "tree", "running-toilet"],
  ["leaking roof", "tree", "roof-leak"],
  ["AC repair", "service", "air-conditioning"],
  ["Roofing", "service", "roofing"],
  ["best roof replacement 2026", "service", "roofing"],
  ["cost of roof replacement near me", "service", "roofing"],
])("%s is about the %s %s", (topic, kind, slug) =>
  expect(chooseSubject(topic, known)).toEqual({ kind, slug }),
);

test.each([
  ["asdf", "home"],
  ["", "home"],
  ["hot tub heater", "home"],
  ["appliance repair", "home"],
  ["my truck smells of fuel", "auto"],
])("%j has no known subject", (topic, area) =>
  expect(chooseSubject(topic, known)).toEqual({ kind: "general", area }),
);
