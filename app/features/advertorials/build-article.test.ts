import { describe, expect, test } from "vitest";
import type { ServiceFacts } from "#app/features/catalog/find-service.server.ts";
import type { FaultTree } from "#app/features/quizzes/generation/fault-tree-schema.ts";
import { readYaml } from "#app/lib/content.server.ts";
import type { Subject } from "./article-writer.ts";
import { buildArticle } from "./build-article.ts";
import { templatesSchema } from "./template-schema.ts";

const templates = readYaml("advertorial-templates.yaml", templatesSchema);
const service: ServiceFacts = {
  slug: "plumbing",
  name: "Plumbing",
  otherNames: [],
  group: "plumbing-water",
  area: "home",
  keywords: ["plumber near me", "best plumber"],
  offered: ["Leak repair", "Drain clearing", "New taps"],
  costs: [{ label: "Basic plumbing job", range: "$100-$300" }],
  signs: [
    "A brown ring grows on the ceiling.",
    "Two drains back up at once.",
    "A tap that never fails to drip.",
  ],
  questions: [
    "What do you charge to come out?",
    "Are you a certified plumber?",
    "Are parts included?",
  ],
  untilArrival: ["Close the valve.", "Stay out of standing water."],
};
const tree: FaultTree = {
  title: "Why Does It Leak?",
  description: "About leaks.",
  serviceType: "Plumbing",
  services: ["plumbing"],
  objects: ["pipe"],
  symptoms: ["leak"],
  keywords: ["leak", "drip", "puddle"],
  causes: [
    { name: "Worn seal", share: 5 },
    { name: "Cracked pipe", share: 20 },
  ].map(({ name, share }, at) => ({
    key: `c${at}`,
    share,
    diagnosis: name,
    urgency: "low" as const,
    timeframe: "Soon",
    causes: ["Age has made it hard", "Frost"],
    nextSteps: ["Dry it with a towel", "Look again", "Call"],
    proSteps: [],
    safetyLines: [],
    preventionTips: ["Look once a year", "Keep it dry"],
    customMessage: "It fits.",
  })),
  questions: ["Where is the water?", "Is one of these true?", "When did it start?"].map(
    (text, at) => ({
      key: `q${at}`,
      text,
      explanation: "Tells.",
      options: [],
      always: false,
      chances: {},
    }),
  ),
  safety: [
    {
      name: "Water near power",
      headline: "Water near electrical parts",
      when: {},
      urgency: "high",
      call911: false,
      causes: ["A leak"],
      instruction: "Stay out of the water.\nSwitch off at the panel.",
    },
  ],
};
const build = (topic: string, subject: Subject) => buildArticle(topic, subject, templates);
const itemsOf = (topic: string, subject: Subject) =>
  build(topic, subject).sections.flatMap(({ content }) => (Array.isArray(content) ? content : []));
const textOf = (topic: string, subject: Subject) => JSON.stringify(build(topic, subject));

describe("an article about a service", () => {
  const about: Subject = { kind: "service", service };
  test("lists its signs, safety steps, questions and prices, without claims", () => {
    const items = itemsOf("plumbing", about);
    expect(items).toEqual(
      expect.arrayContaining([
        "A brown ring grows on the ceiling.",
        "Close the valve.",
        "Stay out of standing water.",
        "Are parts included?",
      ]),
    );
    expect(textOf("plumbing", about)).toContain("Basic plumbing job: $100-$300.");
    expect(textOf("plumbing", about)).not.toMatch(/never fail|certified|best/);
    expect(build("plumbing", about).hero.imageUrl).toBe("/art/plumbing-water.svg");
  });
  test("gives no amount when the service has none", () =>
    expect(
      textOf("plumbing", { kind: "service", service: { ...service, costs: undefined } }),
    ).not.toContain("$"));
  test("differs by topic, and is the same for the same topic", () => {
    expect(build("plumbing", about)).toEqual(build("Plumbing", about));
    expect(build("plumbing", about).sections).not.toEqual(build("plumbers", about).sections);
  });
});

describe("an article about a problem", () => {
  const about: Subject = { kind: "tree", tree, service };
  test("lists the most common cause first, with a first step, and the dangers", () => {
    const items = itemsOf("leak", about);
    expect(items.slice(0, 2)).toEqual([
      "Cracked pipe. Age has made it hard. First step: dry it with a towel.",
      "Worn seal. Age has made it hard. First step: dry it with a towel.",
    ]);
    expect(items).toContain("Water near electrical parts (a leak). Stay out of the water.");
    expect(items).not.toContain("Is one of these true?");
    expect(build("leak", about).hero.title).toBe("Why Does It Leak?");
  });
});

describe("an article about anything else", () => {
  test("repeats its topic in the title only", () => {
    const article = build("refrigerator not cooling", { kind: "general", area: "home" });
    expect(article.hero.title).toMatch(/^Refrigerator Not Cooling\? \w/);
    expect(JSON.stringify(article.sections)).not.toMatch(/refrigerator/i);
    expect(article.meta.keywords[0]).toBe("refrigerator not cooling");
  });
  test.each([
    "the best one, guaranteed",
    "100% yours",
    "x".repeat(60),
    "a — b",
    "🚿",
    "say {persona}",
    "",
  ])("does not repeat %j", (topic) => {
    const { hero, meta } = build(topic, { kind: "general", area: "auto" });
    expect(templates.general.titleWithoutTopic).toContain(hero.title);
    expect(meta.keywords).not.toContain(topic);
    expect(hero.imageUrl).toBe("/art/auto.svg");
  });
});
