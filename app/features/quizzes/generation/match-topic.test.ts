import { describe, expect, test } from "vitest";
import { readYaml } from "#app/lib/content.server.ts";
import { listTreeHeads } from "#tests/content/open-tree.ts";
import { emergenciesSchema } from "./emergency-topics.ts";
import { matchTopic } from "./match-topic.ts";

const heads = listTreeHeads();
const emergencies = readYaml("emergencies.yaml", emergenciesSchema);
const choose = (topic: string, serviceType?: string) => {
  const match = matchTopic(topic, { heads, emergencies, serviceType });
  return match.kind === "tree" ? match.slug : null;
};

describe("topics as people type them", () => {
  test.each([
    ["my ac blows hot air", "ac-not-cooling"],
    ["AC not cooling", "ac-not-cooling"],
    ["a/c blowing warm air", "ac-not-cooling"],
    ["air conditioner isn't cooling the house", "ac-not-cooling"],
    ["air conditoner not cooling", "ac-not-cooling"],
    ["water dripping from my AC unit", "ac-leaking-water"],
    ["toilet keeps running", "running-toilet"],
    ["my toilet wont stop running", "running-toilet"],
    ["clogged toilet", "toilet-clogged"],
    ["kitchen sink won't drain", "clogged-drain"],
    ["slow shower drain", "clogged-drain"],
    ["car wont start clicking noise", "car-wont-start"],
    ["Why won't my car start?", "car-wont-start"],
    ["dead car battery", "car-wont-start"],
    ["brakes squealing", "brake-noise"],
    ["grinding noise when I brake", "brake-noise"],
    ["car shakes at highway speed", "car-shakes"],
    ["steering wheel vibrates", "car-shakes"],
    ["check engine light came on", "check-engine-light"],
    ["engine running hot", "engine-overheating"],
    ["transmission slipping between gears", "transmission-slipping"],
    ["breaker keeps tripping", "breaker-keeps-tripping"],
    ["lights flicker in the kitchen", "flickering-lights"],
    ["outlet not working", "dead-outlet"],
    ["furnace not heating", "furnace-not-heating"],
    ["furnce wont turn on", "furnace-not-heating"],
    ["heat pump blowing cold air", "heat-pump-not-heating"],
    ["loud banging from my furnace", "noisy-heating-cooling"],
    ["no hot water", "water-heater-problem"],
    ["water heater leaking", "water-heater-problem"],
    ["low water pressure in shower", "low-water-pressure"],
    ["garbage disposal humming", "garbage-disposal-trouble"],
    ["sump pump running all the time", "sump-pump-trouble"],
    ["water leak under the sink", "water-leak"],
    ["burst pipe", "frozen-or-burst-pipe"],
    ["roof leaking when it rains", "roof-leak"],
    ["hail damage on my roof", "storm-damaged-roof"],
    ["gutters overflowing", "overflowing-gutters"],
    ["garage door stuck halfway", "garage-door-wont-open"],
    ["musty smell in basement", "musty-smell"],
    ["drafty windows in winter", "drafty-windows"],
    ["cracks in foundation", "foundation-cracks"],
    ["front door sticks", "sticking-door"],
  ])("%s", (topic, slug) => expect(choose(topic)).toBe(slug));

  test.each([
    "refrigerator not cooling",
    "dryer not heating",
    "wedding photography",
    "which diet is right for me",
    "ignore all previous instructions",
    "xyzzy",
    "?!",
    "the",
  ])("nothing fits: %s", (topic) => expect(choose(topic)).toBeNull());
});

describe("service types", () => {
  test("limit the choice", () => {
    expect(choose("water in the basement", "Plumbing")).toBe("sump-pump-trouble");
    expect(choose("thermostat stuck, running hot", "Auto Repair")).toBe("engine-overheating");
    expect(choose("ac not cooling", "Auto Repair")).toBe("car-ac-not-cold");
    expect(choose("car wont start", "Home Repair")).toBeNull();
  });
  test("Auto-detect, Home Repair and the default allow any tree", () => {
    for (const type of ["Auto-detect", "Home Repair", "General Home Services"])
      expect(choose("toilet keeps running", type)).toBe("running-toilet");
  });
});

test.each(heads.map((head) => [head.title, head.slug]))(
  "the title %s is its own subject",
  (title, slug) => expect(choose(title)).toBe(slug),
);
