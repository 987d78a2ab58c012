import { describeTrees } from "./describe-trees.ts";
import type { FaultTree } from "./fault-tree-schema.ts";
import { findTopic, findTreeByDangerQuestion, readTree } from "./fault-trees.server.ts";
import { hasDangerQuestion } from "./keep-to-tree.ts";
import type { TopicMatch } from "./match-topic.ts";
import type { QuizToFill } from "./quiz-generator.ts";

/**
 * What is known about a topic. `tree`: the fault tree about exactly this, whose dangers hold
 * whatever a model says. `text`: this tree, or else the nearest ones, for prompts; "" for none.
 */
export type GroundTruth = { slug: string | null; tree: FaultTree | null; text: string };

/** More than two would leave too little room for each. */
const MAX_NEAREST_TREES = 2;

const toGroundTruth = (slug: string, tree: FaultTree): GroundTruth => ({
  slug,
  tree,
  text: describeTrees([tree]),
});

/** What is known about a topic, as `findTopic` has matched it. */
export async function readGroundTruth(match: TopicMatch): Promise<GroundTruth> {
  if (match.kind === "tree") return toGroundTruth(match.slug, await readTree(match.slug));
  const nearest: FaultTree[] = [];
  for (const slug of match.nearest.slice(0, MAX_NEAREST_TREES)) nearest.push(await readTree(slug));
  return { slug: null, tree: null, text: describeTrees(nearest) };
}

/** What is known about a stored quiz: the tree whose danger question it asks, or that of its topic. */
export async function readGroundTruthOfQuiz({
  topic,
  title,
  serviceType,
  questions,
}: QuizToFill): Promise<GroundTruth> {
  const truth = await readGroundTruth(await findTopic(topic ?? title, serviceType));
  if (truth.tree && hasDangerQuestion(truth.tree, questions)) return truth;
  const slug = await findTreeByDangerQuestion(questions);
  return slug ? toGroundTruth(slug, await readTree(slug)) : truth;
}
