import { describe, expect, test } from "vitest";
import type { FaultTree } from "#app/features/quizzes/generation/fault-tree-schema.ts";
import { readYaml } from "#app/lib/content.server.ts";
import type { Subject } from "./article-subject.ts";
import { articleTextsSchema } from "./article-texts.ts";
import { buildArticle } from "./build-article.ts";
import { createService } from "./service-fixture.ts";

const texts = readYaml("advertorial-templates.yaml", articleTextsSchema);
const service = createService({
  slug: "plumbing",
  name: "Plumbing",
  trade: "plumber",
  keywords: ["leaking pipe", "best plumber"],
  offered: ["Leak repair", "Drain clearing"],
  signs: ["A brown ring grows on the ceiling.", "A tap that never fails to drip."],
  questions: ["What do you charge to come out?", "Are you a certified plumber?"],
  untilArrival: ["Close the valve.", "Call 911 if the ceiling sags."],
  faq: [
    { question: "What does it cost?", answer: "It depends on the access." },
    { question: "Is a slow drain urgent?", answer: "One is not." },
  ],
  chapters: [
    { heading: "How we work", parts: ["Our line is open {claim:always-open} for each of you."] },
    {
      heading: "Two systems",
      parts: ["Clean water comes in, and used water goes out again.", ["In", "Out"]],
    },
  ],
});
const chances = (first: number) => ({ c0: [first, 100 - first], c1: [100 - first, first] });
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
    { name: "Sweat", share: 2 },
    { name: "Loose nut", share: 1 },
    { name: "Frost", share: 1 },
  ].map(({ name, share }, at) => ({
    key: `c${at}`,
    share,
    diagnosis: name,
    urgency: "low" as const,
    timeframe: "Soon",
    waiting: `It gets worse, case ${at}.`,
    causes: [`Age has made part ${at} hard`, "Cold"],
    nextSteps: ["Dry it with a towel", "Look again"],
    proSteps: ["Ask for a pressure test"],
    safetyLines: ["Never open a pipe that is under pressure"],
    preventionTips: ["Look once a year", "Keep it dry"],
    customMessage: "It fits.",
  })),
  questions: [
    {
      key: "danger",
      text: "Is one of these true?",
      explanation: "Danger.",
      options: [
        { key: "none", text: "None of these" },
        { key: "power", text: "Water near an outlet" },
      ],
      always: false,
      chances: {},
    },
    {
      key: "when",
      text: "When does it drip?",
      explanation: "Tells.",
      options: [
        { key: "now", text: "Only when I use it" },
        { key: "always", text: "All day" },
      ],
      always: false,
      chances: { ...chances(90), c2: [50, 50], c3: [50, 50], c4: [50, 50] },
    },
  ],
  safety: [
    {
      name: "Water near power",
      headline: "Water near electrical parts",
      when: { danger: "power" },
      urgency: "high",
      call911: false,
      causes: ["A leak"],
      instruction: "Stay out of the water.\nSwitch off at the panel.",
    },
  ],
};
const treeSubject: Subject = {
  kind: "tree",
  tree,
  service,
  words: ["leak"],
  phrase: "leaking pipe",
  prices: [{ label: "Basic plumbing job", range: "$100-$300", causes: ["Worn seal"] }],
  quiz: { title: "Why Does It Leak?", slug: "leak" },
  selectLines: (lines) => [...lines],
};
const serviceSubject: Subject = {
  kind: "service",
  service,
  phrase: null,
  prices: [],
  problems: [tree],
};
const outline = (subject: Subject) => {
  const sections: Record<string, string[]> = {};
  let title = "opening";
  for (const { type, content } of buildArticle(subject, texts).sections)
    if (type === "heading") title = String(content);
    else sections[title] = [...(sections[title] ?? []), ...[content].flat()];
  return sections;
};

describe("an article about a problem", () => {
  const sections = outline(treeSubject);
  test("is named by the question of its fault tree, and begins with the topic as it was typed", () => {
    expect(buildArticle(treeSubject, texts).hero.title).toBe("Why Does It Leak?");
    expect(sections.opening?.[0]).toMatch(/^“Leaking pipe” is one way .* a plumber\.$/);
  });
  test("says first what is dangerous and what to do then", () => {
    expect(Object.keys(sections)[1]).toBe("First, rule out danger");
    const said = sections["First, rule out danger"] ?? [];
    const sign = said.indexOf("Water near an outlet:");
    expect(said.slice(sign + 1, sign + 3)).toEqual([
      "Stay out of the water.",
      "Switch off at the panel.",
    ]);
  });
  test("treats the common causes in order, and lists the others", () => {
    expect(Object.keys(sections).slice(3, 7)).toEqual([
      "Cracked pipe",
      "Worn seal",
      "Sweat",
      "Causes that come up less often",
    ]);
    expect(sections["Cracked pipe"]).toEqual([
      "Why it happens: age has made part 1 hard; cold.",
      "What you can check: Dry it with a towel. Look again.",
      "What is left to a pro: Ask for a pressure test.",
      "If it waits: It gets worse, case 1.",
      "To prevent it: Look once a year. Keep it dry.",
      "Never open a pipe that is under pressure.",
    ]);
    expect(sections["Causes that come up less often"]?.[0]).toBe(
      "Loose nut: age has made part 3 hard.",
    );
  });
  test("adds a cause that the topic names, and says a warning once", () => {
    const named = outline({ ...treeSubject, words: ["frost"] });
    expect(Object.keys(named)).toContain("Frost");
    expect(named.Frost?.join(" ")).not.toContain("Never open a pipe");
  });
  test("says which answer points to which cause", () =>
    expect(sections["What tells the causes apart"]).toEqual([
      "When does it drip?",
      "“All day” points to this: cracked pipe.",
      "“Only when I use it” points to this: worn seal.",
    ]));
  test("names prices with the causes that they cover, and the public quiz", () => {
    expect(sections["What it may cost"]?.[1]).toBe(
      "Basic plumbing job: $100-$300. Examples: worn seal.",
    );
    expect(sections["Not sure which one it is?"]?.[0]).toContain("[Why Does It Leak?](/quiz/leak)");
    expect(outline({ ...treeSubject, quiz: null })).not.toHaveProperty("Not sure which one it is?");
  });
  test("leaves out what does not belong to it, and the emergencies that stand at its top", () => {
    const selected = outline({ ...treeSubject, selectLines: (lines) => lines.slice(0, 1) });
    expect(selected["What to ask a plumber"]).toEqual(["What do you charge to come out?"]);
    expect(sections["Before a plumber comes"]).toEqual(["Close the valve."]);
  });
});

describe("an article about a service", () => {
  const sections = outline(serviceSubject);
  test("is built of its page, without claims and without what the page says about us", () => {
    expect(sections["Two systems"]).toEqual([
      "Clean water comes in, and used water goes out again.",
      "In",
      "Out",
    ]);
    expect(sections).not.toHaveProperty("How we work");
    expect(sections["Signs that it is time to call a plumber"]).toEqual([
      "A brown ring grows on the ceiling.",
    ]);
    expect(sections["Is a slow drain urgent?"]).toEqual(["One is not."]);
    expect(sections["What it may cost"]?.[0]).toBe("It depends on the access.");
  });
  test("lists the problems of its fault trees", () =>
    expect(sections["Why Does It Leak?"]?.[0]).toBe("Cracked pipe: age has made part 1 hard."));
  test("promises no price in its title when there is none", () => {
    expect(buildArticle(serviceSubject, texts).hero.title).toBe(
      "Plumbing: When to Call and What to Ask",
    );
    const priced = { ...serviceSubject, prices: treeSubject.prices };
    expect(buildArticle(priced, texts).hero.title).toContain("What It Costs");
  });
});
