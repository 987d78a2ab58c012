import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import type { AppContext } from "#app/app-context.ts";
import type { Database } from "#app/db/client.server.ts";
import { quizzes } from "#app/db/tables/quizzes.server.ts";
import { MODEL_LIMITS, type ModelLimits } from "#app/features/ai/call-llm.server.ts";
import { cleanTopic } from "#app/features/ai/clean-topic.ts";
import { STAGES } from "#app/features/ai/constants.ts";
import { requireModelConfig } from "#app/features/ai/request-answers.server.ts";
import { JobError, type JobHandler, type JobRun } from "#app/features/ai/run-jobs.server.ts";
import { normalizeSlug } from "#app/features/content-editor/normalize-slug.ts";
import { DEFAULT_MARGIN, DEFAULT_POSTERIOR, EXACT_LIMIT, MAX_RULES } from "../constants.ts";
import { createQuiz } from "../editor/create-quiz.server.ts";
import { countCombinations, listCombinations } from "../engine/combinations.ts";
import { countCovered } from "../validation/count-covered.ts";
import type { QuizDraft } from "./build-quiz.ts";
import { builtInGenerator } from "./built-in-generator.server.ts";
import type { GeneratedModel } from "./draft-diagnosis.ts";
import { findTopic, readTree } from "./fault-trees.server.ts";
import { createModelGenerator } from "./model-generator.server.ts";
import type { QuizGenerator, QuizToFill } from "./quiz-generator.ts";
import {
  type DraftTarget,
  deleteOutdatedDrafts,
  listKnownHashes,
  QuizChangedError,
  serializeShape,
  storeDrafts,
} from "./store-drafts.server.ts";

const MAX_SLUGS = 200;
/** A quiz that keeps changing during the job is given up. */
const MAX_CHANGES = 5;

export const quizInputSchema = z.object({
  topic: z.string(),
  numQuestions: z.number(),
  serviceType: z.string(),
  newId: z.uuid(),
});

type HandlerOptions = Pick<AppContext, "db" | "env" | "settings"> & {
  limits?: ModelLimits;
};

/** Handlers of the jobs that generate quizzes, and diagnoses for existing quizzes. */
export function createQuizHandlers(options: HandlerOptions): {
  quiz: JobHandler;
  diagnoses: JobHandler;
} {
  const { db, env, settings, limits = MODEL_LIMITS } = options;
  const getGenerator = async ({ job }: JobRun): Promise<QuizGenerator> => {
    if (job.generator === "built-in") return builtInGenerator;
    return createModelGenerator({
      db,
      config: requireModelConfig(env),
      timeZone: (await settings.get()).timeZone,
      limits,
    });
  };
  return {
    async quiz(run) {
      await run.report({ stage: STAGES.preparing });
      const generator = await getGenerator(run);
      const request = quizInputSchema.parse(run.job.input);
      // A job that was interrupted after inserting the quiz finds it by the id chosen in advance.
      if (!(await quizExists(db, request.newId)))
        await insertDraft(db, run, await generator.draft(run, request), request);
      await fillQuiz(db, run, { generator, quizId: request.newId });
    },
    async diagnoses(run) {
      await run.report({ stage: STAGES.preparing });
      await fillQuiz(db, run, {
        generator: await getGenerator(run),
        quizId: run.job.contentId ?? "",
      });
    },
  };
}

async function quizExists(db: Database, id: string): Promise<boolean> {
  return (await db.$count(quizzes, eq(quizzes.id, id))) > 0;
}

/** Stores the quiz, inactive, under the first free slug. */
async function insertDraft(
  db: Database,
  run: JobRun,
  draft: QuizDraft,
  { newId, topic, serviceType }: z.infer<typeof quizInputSchema>,
): Promise<void> {
  await run.report({ stage: STAGES.formatting });
  const match = await findTopic(topic, serviceType);
  const services = match.kind === "tree" ? (await readTree(match.slug)).services : undefined;
  const slug = normalizeSlug(draft.title).slice(0, 100) || "quiz";
  const { startedBy, id } = run.job;
  if (!startedBy) throw new JobError("Nobody requested this quiz.");
  for (let number = 1; number <= MAX_SLUGS; number++) {
    const values = {
      ...draft,
      slug: number === 1 ? slug : `${slug}-${number}`,
      isActive: false,
      minPosterior: DEFAULT_POSTERIOR,
      minMargin: DEFAULT_MARGIN,
    };
    const context = { db, actor: startedBy, httpRequestId: id, now: run.now() };
    const result = await createQuiz(context, {
      id: newId,
      topic: cleanTopic(topic),
      services,
      values,
    });
    if (result.ok) return;
    if (result.reason === "invalid") throw new JobError(result.message);
  }
  throw new JobError("Too many quizzes have this title already. Choose another topic.");
}

type FillQuizOptions = { generator: QuizGenerator; quizId: string };

async function fillQuiz(db: Database, run: JobRun, fill: FillQuizOptions): Promise<void> {
  for (let changes = 0; ; changes++) {
    try {
      return await fillOnce(db, run, fill);
    } catch (error) {
      if (!(error instanceof QuizChangedError)) throw error;
      if (changes === MAX_CHANGES)
        throw new JobError(
          "The quiz was changed while its diagnoses were generated. Generate them again when you are done.",
        );
    }
  }
}

/** Generates what the quiz lacks, as pending; resumes after an interruption. */
async function fillOnce(
  db: Database,
  run: JobRun,
  { generator, quizId }: FillQuizOptions,
): Promise<void> {
  const quiz = await requireQuiz(db, quizId);
  const total = countCombinations(quiz.questions);
  await run.report({ contentId: quizId, total });
  if (total === 0) throw new JobError("The quiz has no questions.");
  const model = await generator.plan(run, quiz);
  await run.report({ stage: STAGES.scenarios });
  const target: DraftTarget = {
    quizId,
    shape: serializeShape(quiz.questions),
    generator: run.job.generator,
    since: run.job.createdAt,
    now: run.now(),
  };
  const context = {
    quiz,
    model: { ...model, rules: model.rules.slice(0, MAX_RULES) },
    target,
    total,
  };
  await storeDrafts(db, target, { rules: context.model.rules });
  const missing =
    total <= EXACT_LIMIT
      ? await fillWithExactRows(db, run, generator, context)
      : await fillWithOutcomes(db, run, context);
  await deleteOutdatedDrafts(db, target, { missing, isModelComplete: !model.isIncomplete });
  await run.report({ done: total - missing.length });
}

type FillContext = { quiz: QuizToFill; model: GeneratedModel; target: DraftTarget; total: number };

/**
 * Generates a row for every combination of answers.
 * @returns the combinations that failed
 */
async function fillWithExactRows(
  db: Database,
  run: JobRun,
  generator: QuizGenerator,
  { quiz, model, target, total }: FillContext,
): Promise<string[]> {
  await storeDrafts(db, target, { outcomes: model.outcomes });
  const knownHashes = await listKnownHashes(db, target);
  const combinations = listCombinations(quiz.questions);
  const listMissing = () => combinations.filter((hash) => !knownHashes.has(hash));
  // The batches are the same after a restart, so that paid answers are found again.
  for (let at = 0; at < total; at += generator.batch) {
    const hashes = combinations.slice(at, at + generator.batch);
    if (hashes.every((hash) => knownHashes.has(hash))) continue;
    await run.report({ done: total - listMissing().length });
    const rows = await generator.write(run, { quiz, model, hashes });
    await storeDrafts(db, { ...target, now: run.now() }, { rows });
    for (const { hash } of rows) knownHashes.add(hash);
  }
  return listMissing();
}

/** Stores outcomes, which answer every combination: nothing is missing. */
async function fillWithOutcomes(
  db: Database,
  run: JobRun,
  { quiz, model, target }: FillContext,
): Promise<string[]> {
  const covered = countCovered(quiz.questions, model.outcomes);
  for (const [at, outcome] of model.outcomes.entries()) {
    await storeDrafts(db, { ...target, now: run.now() }, { outcomes: [outcome] });
    await run.report({ done: covered[at] });
  }
  return [];
}

async function requireQuiz(db: Database, quizId: string): Promise<QuizToFill> {
  const { id, title, description, serviceType, topic, questions } = quizzes;
  const [quiz] = await db
    .select({ id, title, description, serviceType, topic, questions })
    .from(quizzes)
    .where(and(eq(id, quizId), isNull(quizzes.deletedAt)));
  if (!quiz) throw new JobError("The quiz was deleted meanwhile.");
  return quiz;
}
