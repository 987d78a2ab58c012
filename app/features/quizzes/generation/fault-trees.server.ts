import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { parse } from "yaml";
import { readOnce, readYaml } from "#app/lib/content.server.ts";
import type { QuizServiceType } from "../constants.ts";
import type { Question } from "../schema.ts";
import { type Emergency, emergenciesSchema, findEmergency } from "./emergency-topics.ts";
import { type FaultCase, faultCasesSchema } from "./fault-cases.ts";
import {
  type FaultTree,
  type FaultTreeHead,
  faultTreeSchema,
  parseTreeHead,
} from "./fault-tree-schema.ts";
import { hasDangerQuestion } from "./keep-to-tree.ts";
import { matchTopic, type TopicMatch } from "./match-topic.ts";
import { matchTree } from "./match-tree.ts";

const CONTENT = join(process.cwd(), "content");
const FOLDER = join(CONTENT, "fault-trees");
const GENERAL = join(CONTENT, "general-fault-tree.yaml");

/**
 * The fields that topics are matched against. Only these are cached: whole trees are read when
 * needed, one at a time.
 */
export const listTreeHeads = readOnce(async (): Promise<FaultTreeHead[]> => {
  const heads: FaultTreeHead[] = [];
  for (const name of (await readdir(FOLDER)).filter((file) => file.endsWith(".yaml")).sort()) {
    const text = await readFile(join(FOLDER, name), "utf8");
    heads.push(parseTreeHead(name.replace(/\.yaml$/, ""), text, parse));
  }
  return heads;
});

const getEmergencies = readOnce(() => readYaml("emergencies.yaml", emergenciesSchema));

/** The emergency that a search describes, or null. */
export const findSearchedEmergency = (query: string): Emergency | null =>
  findEmergency(query, getEmergencies());

/** What a topic is about; see `matchTopic`. */
export const findTopic = async (topic: string, serviceType?: string): Promise<TopicMatch> =>
  matchTopic(topic, { heads: await listTreeHeads(), emergencies: getEmergencies(), serviceType });

async function parseTreeFile(file: string): Promise<FaultTree> {
  const text = await readFile(file, "utf8");
  // Parsing takes about twenty milliseconds and blocks the event loop.
  await yieldToEventLoop();
  const tree = faultTreeSchema.parse(parse(text));
  await yieldToEventLoop();
  return tree;
}

export const readTree = (slug: string): Promise<FaultTree> =>
  parseTreeFile(join(FOLDER, `${slug}.yaml`));

/** General causes that fit any problem. */
export const readGeneralTree = async (serviceType: QuizServiceType): Promise<FaultTree> => ({
  ...(await parseTreeFile(GENERAL)),
  serviceType,
});

/** The stories that a tree must answer rightly. */
export async function readCases(slug: string): Promise<FaultCase[]> {
  const text = await readFile(join(FOLDER, "cases", `${slug}.yaml`), "utf8");
  await yieldToEventLoop();
  return faultCasesSchema.parse(parse(text));
}

/** Whether a file contains the text of a question: cheap, since only such a file is parsed. */
const containsQuestion = (text: string, questions: readonly Question[]): boolean =>
  questions.some(
    ({ questionText }) => questionText.trim() !== "" && text.includes(questionText.trim()),
  );

/** Finds the tree whose danger question the quiz asks, by its slug. */
export async function findTreeByDangerQuestion(
  questions: readonly Question[],
): Promise<string | null> {
  for (const { slug } of await listTreeHeads()) {
    const text = await readFile(join(FOLDER, `${slug}.yaml`), "utf8");
    if (containsQuestion(text, questions) && hasDangerQuestion(await readTree(slug), questions))
      return slug;
  }
  return null;
}

/** Finds the tree that these questions were built from, as far as they are unchanged. */
export async function findTreeOfQuestions(
  questions: readonly Question[],
  serviceType: QuizServiceType,
): Promise<FaultTree | null> {
  const files = [
    ...(await listTreeHeads()).map(({ slug }) => join(FOLDER, `${slug}.yaml`)),
    GENERAL,
  ];
  let best: { tree: FaultTree; share: number } | null = null;
  for (const file of files) {
    const text = await readFile(file, "utf8");
    if (!containsQuestion(text, questions)) continue;
    const tree = file === GENERAL ? await readGeneralTree(serviceType) : await parseTreeFile(file);
    const { isOwn, share } = matchTree(tree, questions);
    if (isOwn && share > (best?.share ?? 0)) best = { tree, share };
  }
  return best?.tree ?? null;
}
