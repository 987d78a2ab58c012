import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { quizSafetyRules, quizzes } from "#app/db/tables/quizzes.server.ts";
import type { Published } from "#app/features/content-editor/find-published.ts";
import { staleCache } from "#app/lib/stale-cache.server.ts";
import { getMissingFieldMessage, withOptionIds } from "./editor/editor-schema.ts";
import { getQuizDraft } from "./editor/queries.server.ts";
import { listDangers } from "./engine/danger-stop.ts";
import { hashAnswers, parseHash, splitAnswerPairs } from "./engine/hash-answers.ts";
import { type AnswerPairMap, mapAnswerPairs } from "./engine/rewrite-hashes.ts";
import { RULE_COLUMNS } from "./safety-rules.server.ts";
import type { Question, SafetyRule, Thresholds } from "./schema.ts";

/** The public fields of a question: not which answer is likely, and not why. */
export type PublicQuestion = Pick<Question, "id" | "questionText" | "options" | "ghlField">;

export type PublicQuiz = {
  id: string;
  slug: string;
  previousSlugs: string[];
  title: string;
  description: string;
  serviceType: string;
  /** Slugs of the services whose pages list it, the main one first. */
  services: string[];
  questions: PublicQuestion[];
  thresholds: Thresholds;
  /**
   * Approved safety rules of high urgency, ordered by `listDangers`: each ends the quiz. Their
   * patterns are answer pairs of these questions.
   */
  dangers: SafetyRule[];
  isActive: boolean;
  updatedAt: Date;
  /** In a preview: the values are an unsaved draft. */
  isDraft?: boolean;
  /**
   * In a preview of a draft: maps its answer pairs to those of the saved quiz, for which the
   * diagnoses are stored. New answers have none.
   */
  savedAnswerPairs?: AnswerPairMap;
};

const COLUMNS = {
  id: quizzes.id,
  slug: quizzes.slug,
  previousSlugs: quizzes.previousSlugs,
  title: quizzes.title,
  description: quizzes.description,
  serviceType: quizzes.serviceType,
  services: quizzes.services,
  questions: quizzes.questions,
  posterior: quizzes.minPosterior,
  margin: quizzes.minMargin,
  isActive: quizzes.isActive,
  updatedAt: quizzes.updatedAt,
};

const toPublicQuiz = ({
  questions,
  posterior,
  margin,
  ...quiz
}: Omit<PublicQuiz, "thresholds" | "questions"> & {
  questions: Question[];
  posterior: number;
  margin: number;
}): PublicQuiz => ({
  ...quiz,
  questions: questions.map(({ id, questionText, options, ghlField }) => ({
    id,
    questionText,
    options,
    ghlField,
  })),
  thresholds: { posterior, margin },
});

export type PublishedQuizzes = Published<PublicQuiz>;

/**
 * Active quizzes, cached until invalidated (LISTEN content_changed); while the database is down,
 * the last known ones.
 */
export function createPublishedQuizzes(db: Database): PublishedQuizzes {
  const { get: list, drop } = staleCache(async () => {
    const rows = await db
      .select(COLUMNS)
      .from(quizzes)
      .where(and(eq(quizzes.isActive, true), isNull(quizzes.deletedAt)))
      .orderBy(desc(quizzes.createdAt), desc(quizzes.id));
    const dangers = await listDangersByQuiz(db, rows);
    // A quiz without questions has no page.
    return rows
      .map((row) => toPublicQuiz({ ...row, dangers: dangers.get(row.id) ?? [] }))
      .filter(({ questions }) => questions.length > 0);
  });
  return { list, drop };
}

/** Dangers by quiz id. */
async function listDangersByQuiz(
  db: Database,
  listed: readonly { id: string }[],
): Promise<Map<string, SafetyRule[]>> {
  const ids = listed.map(({ id }) => id);
  const rows = await db
    .select({ quizId: quizSafetyRules.quizId, ...RULE_COLUMNS })
    .from(quizSafetyRules)
    .where(
      and(
        eq(quizSafetyRules.status, "approved"),
        eq(quizSafetyRules.urgency, "high"),
        inArray(quizSafetyRules.quizId, ids),
      ),
    )
    .orderBy(quizSafetyRules.position, quizSafetyRules.id);
  return new Map(
    ids.map((id) => [
      id,
      listDangers(
        rows.filter(({ quizId }) => quizId === id).map(({ quizId: _quizId, ...rule }) => rule),
      ),
    ]),
  );
}

/**
 * A quiz for a staff preview, active or not, with this person's unsaved draft if it is complete.
 */
export async function findQuizForPreview(
  db: Database,
  { slug, userId }: { slug: string; userId: string },
): Promise<PublicQuiz | null> {
  const [row] = await db
    .select(COLUMNS)
    .from(quizzes)
    .where(and(eq(quizzes.slug, slug), isNull(quizzes.deletedAt)));
  if (!row) return null;
  const dangers = (await listDangersByQuiz(db, [row])).get(row.id) ?? [];
  const draft = await getQuizDraft(db, { userId, key: row.id });
  if (!draft || getMissingFieldMessage(draft.values)) return toPublicQuiz({ ...row, dangers });
  const { title, description, serviceType, questions } = draft.values;
  const savedAnswerPairs = mapAnswerPairs(questions, row.questions.map(withOptionIds));
  return {
    ...toPublicQuiz({
      ...row,
      title,
      description,
      serviceType,
      questions,
      dangers: mapDangersToDraft(dangers, savedAnswerPairs),
    }),
    isDraft: true,
    savedAnswerPairs,
  };
}

/**
 * Maps rules of the saved quiz to the answer pairs of a draft; a rule for an answer that the draft
 * no longer has is omitted.
 */
function mapDangersToDraft(
  dangers: readonly SafetyRule[],
  savedAnswerPairs: AnswerPairMap,
): SafetyRule[] {
  const draftPairs = new Map([...savedAnswerPairs].map(([pair, saved]) => [saved, pair]));
  return dangers.flatMap((rule) => {
    const pairs = splitAnswerPairs(rule.pattern).map((pair) => draftPairs.get(pair));
    return pairs.every((pair) => pair !== undefined)
      ? [{ ...rule, pattern: hashAnswers(parseHash(pairs.join(",")) ?? []) }]
      : [];
  });
}
