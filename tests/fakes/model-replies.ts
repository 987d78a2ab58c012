export type PromptKind = "article" | "fix" | "causes" | "questions" | "weights" | "rows" | "other";

const CAUSES = [
  "Worn seal",
  "Blocked line",
  "Loose clamp",
  "Failed valve",
  "Cracked tank",
  "Wrong setting",
  "Old pump",
  "Weak fuse",
];
const buildTexts = (name: string) => ({
  urgency: "medium",
  timeframe: "Within a few days",
  waiting: "It gets worse with every day of use.",
  causes: [`${name} after years of use`, "Hard water"],
  nextSteps: ["Turn it off", "Call a professional"],
  proSteps: ["Have the part measured before it is replaced"],
  safetyLines: [],
  preventionTips: ["Have it checked each year", "Look for drips each month"],
  customMessage: `Your answers fit this: ${name}.`,
});

const ARTICLE = {
  title: "A Drip in the Night",
  subtitle: "What a small sound can tell you.",
  metaTitle: "A Drip in the Night",
  metaDescription: "Find out where the drip comes from, what to check first and when to call.",
  keywords: ["drip", "leak", "plumber near me", "water bill"],
  sections: [
    {
      type: "paragraph",
      text: "You hear it at two in the morning. Drop by drop, and then a pause.",
    },
    { type: "heading", text: "What people notice" },
    {
      type: "list",
      items: ["A drip that does not stop", "A brown ring on the ceiling", "A bill that grows"],
    },
    { type: "heading", text: "What to check first" },
    {
      type: "paragraph",
      text: "Close all taps and look at the meter. If it turns, water goes somewhere.",
    },
    { type: "image", drawing: "https://evil.example/x.svg" },
    { type: "blockquote", text: "{persona}'s advice: dry the spot, then wait and look again." },
    { type: "heading", text: "How the helpline works" },
    {
      type: "paragraph",
      text: "Call {phone}. {brand} looks for a plumber near you and asks before it shares your details.",
    },
  ],
  ctaTitle: "Still Dripping?",
  ctaSubtitle: "We look for pros who are {claim:licensed-insured}.",
};

/** Recognizes a prompt of our generators by its wording. */
export function classifyPrompt(prompt: string): PromptKind {
  if (prompt.startsWith("Topic of the article:")) return "article";
  if (prompt.startsWith("This is an article")) return "fix";
  if (/^List the 8 to 11/m.test(prompt)) return "causes";
  if (/^Write exactly/m.test(prompt)) return "questions";
  if (/^Say for each answer/m.test(prompt)) return "weights";
  return /^Write the diagnosis/m.test(prompt) ? "rows" : "other";
}

/** Builds the data that a good model would return for a prompt. */
export function buildGoodReply(prompt: string): unknown {
  switch (classifyPrompt(prompt)) {
    case "article":
    case "fix":
      return ARTICLE;
    case "causes":
      return {
        serviceType: "Plumbing",
        causes: CAUSES.map((diagnosis, at) => ({
          diagnosis,
          likelihood: 20 - at,
          ...buildTexts(diagnosis),
        })),
      };
    case "questions": {
      const count = Number(/Write exactly (\d+)/.exec(prompt)?.[1]);
      const questions = Array.from({ length: count }, (_, at) => ({
        questionText: `What do you notice first, part ${at + 1}?`,
        options:
          at === 0
            ? ["A smell of gas", "A puddle", "None of these"]
            : ["A drip", "A hiss", "A stain", "Nothing"],
        mostLikely: 1,
        explanation: "Tells leaks apart.",
      }));
      return {
        title: "Why Does My Thing Leak?",
        description: "Answer a few questions.",
        questions,
      };
    }
    case "weights": {
      const pairs = [...prompt.matchAll(/^ {2}([\w-]+:\d+) = /gm)].map(([, pair]) => pair ?? "");
      const points = Object.fromEntries(
        pairs.map((pair, at) => [
          pair,
          { [String(at % CAUSES.length)]: 3, [String((at + 1) % CAUSES.length)]: -1 },
        ]),
      );
      return {
        points,
        dangers: [
          {
            ...{
              name: "Gas",
              answers: [pairs[0]],
              headline: "Possible gas leak",
              steps: ["Get everyone outside now, then call 911 from there.", "Do not go back in."],
            },
            ...{
              call911: true,
              alsoCall: "your gas utility's emergency line",
              causes: ["A leak in a gas pipe"],
            },
          },
        ],
      };
    }
    case "rows": {
      const hashes = [...prompt.matchAll(/^(?:<data>)?([\w-]+:\d+(?:,[\w-]+:\d+)+) = /gm)].map(
        ([, hash]) => hash ?? "",
      );
      return {
        diagnoses: hashes.map((answers, at) => ({
          answers,
          diagnosis: CAUSES[at % CAUSES.length],
          ...buildTexts(CAUSES[at % CAUSES.length] ?? ""),
        })),
      };
    }
    case "other":
      return { ok: true };
  }
}
