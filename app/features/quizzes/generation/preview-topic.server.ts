import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { Database } from "#app/db/client.server.ts";
import { quizzes } from "#app/db/tables/quizzes.server.ts";
import { getModelConfig } from "#app/features/ai/model-config.server.ts";
import { describeRefusal, listTreeTitles } from "./describe-refusal.server.ts";
import { getSafetyPath } from "./emergency-topics.ts";
import { estimateAccuracy } from "./estimate-accuracy.ts";
import type { FaultTree } from "./fault-tree-schema.ts";
import { findTopic, readTree } from "./fault-trees.server.ts";
import type { TopicPreview } from "./topic-preview.ts";

const SIMULATED_VISITORS = 600;
const MAX_EXISTING = 3;

type PreviewOptions = { topic: string; serviceType: string; questions: number };

/** Shares by tree and number of questions: a tree does not change while the site runs. */
const knownShares = new Map<string, number>();

/** What the generator would make of a topic. */
export async function previewTopic(
  { db, env }: Pick<AppContext, "db" | "env">,
  { topic, serviceType, questions }: PreviewOptions,
): Promise<TopicPreview> {
  const match = await findTopic(topic, serviceType);
  if (match.kind !== "tree") {
    if (match.kind !== "emergency" && getModelConfig(env)) return { kind: "model" };
    return {
      kind: "refused",
      reason: await describeRefusal({ ...match, nearest: [] }),
      safetyPath: match.kind === "emergency" ? getSafetyPath(match.emergency) : null,
      nearest: await listTreeTitles(match.nearest),
    };
  }
  const tree = await readTree(match.slug);
  return {
    kind: "tree",
    title: tree.title,
    questions: Math.min(questions, tree.questions.length),
    right: getExpectedShare(match.slug, tree, questions),
    existing: await listExisting(db, { slug: match.slug, title: tree.title }),
  };
}

function getExpectedShare(slug: string, tree: FaultTree, questions: number): number {
  const key = `${slug} ${questions}`;
  const known = knownShares.get(key);
  if (known !== undefined) return known;
  const { right } = estimateAccuracy(tree, { questions, visitors: SIMULATED_VISITORS });
  knownShares.set(key, right);
  return right;
}

/** Quizzes of the same fault tree: they have its title or its slug unless staff changed both. */
function listExisting(
  db: Database,
  { slug, title }: { slug: string; title: string },
): Promise<{ title: string; slug: string }[]> {
  return db
    .select({ title: quizzes.title, slug: quizzes.slug })
    .from(quizzes)
    .where(
      and(
        isNull(quizzes.deletedAt),
        or(eq(quizzes.slug, slug), eq(sql`lower(${quizzes.title})`, title.toLowerCase())),
      ),
    )
    .orderBy(quizzes.createdAt)
    .limit(MAX_EXISTING);
}
