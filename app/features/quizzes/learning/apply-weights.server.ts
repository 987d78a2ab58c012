import { and, eq, inArray, sql } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { quizWeightProposals } from "#app/db/tables/quiz-learning.server.ts";
import { quizOutcomes, quizzes } from "#app/db/tables/quizzes.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { saveChangedVersion } from "#app/features/content-editor/versions.server.ts";
import type { GetPublishBlocker } from "../editor/check-safety.server.ts";
import { readCheckInput } from "../validation/check-quiz.server.ts";

/** With the weights, Check quiz would refuse the quiz; its message says why. */
export class WeightsBlockedError extends Error {}

type ApplyInput = {
  quizId: string;
  /** Proposals; those that somebody has decided meanwhile are left out. */
  ids: readonly string[];
  getBlocker: GetPublishBlocker;
};

/**
 * Gives the outcomes of pending proposals their weights, as a new version of the quiz. The caller
 * holds the lock of the quiz and sets the status.
 * @throws WeightsBlockedError when Check quiz passes without the weights, and not with them
 */
export async function applyWeights(
  tx: Transaction,
  { actor, now }: ActionContext,
  { quizId, ids, getBlocker }: ApplyInput,
): Promise<void> {
  const { outcomeId, changes, status } = quizWeightProposals;
  const proposals = await tx
    .select({ outcomeId, changes })
    .from(quizWeightProposals)
    .where(
      and(
        eq(quizWeightProposals.quizId, quizId),
        inArray(quizWeightProposals.id, [...ids]),
        eq(status, "pending_review"),
      ),
    );
  if (proposals.length === 0) return;
  const before = getBlocker(await readCheckInput(tx, quizId));
  for (const proposal of proposals) {
    const weights = Object.fromEntries(proposal.changes.map(({ pair, weight }) => [pair, weight]));
    await tx
      .update(quizOutcomes)
      .set({ weights: sql`${quizOutcomes.weights} || ${JSON.stringify(weights)}::jsonb` })
      .where(and(eq(quizOutcomes.quizId, quizId), eq(quizOutcomes.id, proposal.outcomeId)));
  }
  const blocker = getBlocker(await readCheckInput(tx, quizId));
  if (blocker && !before) throw new WeightsBlockedError(blocker);
  // A newer seed quiz must not replace what was learned: from now on it is a quiz that staff edited.
  const [quiz] = await tx
    .update(quizzes)
    .set({ version: sql`${quizzes.version} + 1`, updatedAt: now })
    .where(eq(quizzes.id, quizId))
    .returning({ version: quizzes.version });
  await saveChangedVersion(
    tx,
    { actor, now },
    { contentId: quizId, version: quiz?.version ?? 1, changes: {} },
  );
}
