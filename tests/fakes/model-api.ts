import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** How the provider behaves for the calls to come. */
export type ModelBehavior =
  | { kind: "ok" }
  | { kind: "status"; status: number; headers?: Record<string, string> }
  /** The model's own words instead of a fitting answer. */
  | { kind: "says"; text: string }
  /** The fitting answer, changed. */
  | { kind: "bends"; bend: (text: string) => string }
  | { kind: "not-json" }
  | { kind: "oversized" }
  | { kind: "slow"; ms: number }
  | { kind: "hang" }
  | { kind: "cut" };

export type ModelCall = {
  path: string;
  headers: IncomingMessage["headers"];
  prompt: string;
  system: string;
  kind: PromptKind;
};
type PromptKind = "article" | "fix" | "causes" | "questions" | "weights" | "rows" | "other";
type Body = { system?: string; messages: { role: string; content: string }[]; model: string };

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
const text = (name: string) => ({
  urgency: "medium",
  timeframe: "Within a few days",
  causes: [`${name} after years of use`],
  nextSteps: ["Turn it off", "Call a professional"],
  preventionTips: ["Have it checked each year"],
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
    { type: "image", drawing: "/art/henry-search.svg", caption: "Light helps." },
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

function classifyPrompt(prompt: string): PromptKind {
  if (prompt.startsWith("Topic of the article:")) return "article";
  if (prompt.startsWith("This is an article")) return "fix";
  if (/^List the 8 to 11/m.test(prompt)) return "causes";
  if (/^Write exactly/m.test(prompt)) return "questions";
  if (/^Say for each answer/m.test(prompt)) return "weights";
  return /^Write the diagnosis/m.test(prompt) ? "rows" : "other";
}

/** What a good model answers. */
function buildGoodAnswer(prompt: string): unknown {
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
          ...text(diagnosis),
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
              steps: ["Leave the house.", "Call 911 from outside."],
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
          ...text(CAUSES[at % CAUSES.length] ?? ""),
        })),
      };
    }
    case "other":
      return { ok: true };
  }
}

/**
 * Anthropic's Messages and OpenAI's Chat Completions on one server, which checks the key as they
 * do.
 */
export async function startModelApi(options: { key: string }) {
  const calls: ModelCall[] = [];
  const held: ServerResponse[] = [];
  let behaviour: (call: ModelCall, number: number) => ModelBehavior = () => ({ kind: "ok" });

  const reply = (
    res: ServerResponse,
    status: number,
    body: unknown,
    headers: Record<string, string> = {},
  ) => {
    res.writeHead(status, { "Content-Type": "application/json", ...headers });
    res.end(typeof body === "string" ? body : JSON.stringify(body));
  };
  const say = (res: ServerResponse, path: string, said: string) =>
    path === "/v1/messages"
      ? reply(res, 200, {
          content: [{ type: "text", text: said }],
          usage: { input_tokens: 1_000, output_tokens: 2_000 },
        })
      : reply(res, 200, {
          choices: [{ message: { role: "assistant", content: said } }],
          usage: { prompt_tokens: 1_000, completion_tokens: 2_000 },
        });

  const server = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on("data", (part: Buffer) => parts.push(part));
    req.on("end", async () => {
      const path = req.url ?? "";
      const given =
        path === "/v1/messages"
          ? req.headers["x-api-key"]
          : req.headers.authorization?.replace("Bearer ", "");
      if (path !== "/v1/messages" && path !== "/v1/chat/completions")
        return reply(res, 404, { error: "not found" });
      if (given !== options.key) return reply(res, 401, { error: { message: "invalid key" } });
      const body = JSON.parse(Buffer.concat(parts).toString()) as Body;
      const of = (role: string) =>
        body.messages.find((message) => message.role === role)?.content ?? "";
      const prompt = of("user");
      const call: ModelCall = {
        path,
        headers: req.headers,
        prompt,
        system: body.system ?? of("system"),
        kind: classifyPrompt(prompt),
      };
      calls.push(call);
      const good = JSON.stringify(buildGoodAnswer(prompt));
      const act = behaviour(call, calls.length);
      switch (act.kind) {
        case "ok":
          return say(res, path, `Here it is:\n\`\`\`json\n${good}\n\`\`\``);
        case "says":
          return say(res, path, act.text);
        case "bends":
          return say(res, path, act.bend(good));
        case "status":
          return reply(res, act.status, { error: { message: "fault" } }, act.headers);
        case "not-json":
          return reply(res, 200, "<html>busy</html>");
        case "oversized":
          return say(res, path, "x".repeat(300_000));
        case "slow":
          await wait(act.ms);
          return say(res, path, good);
        case "cut":
          return void req.socket.destroy();
        case "hang":
          held.push(res);
      }
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: options.key,
    calls,
    behave(next: ModelBehavior | ((call: ModelCall, number: number) => ModelBehavior)) {
      behaviour = typeof next === "function" ? next : () => next;
    },
    async close() {
      for (const res of held) res.destroy();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
export type ModelApiDouble = Awaited<ReturnType<typeof startModelApi>>;
