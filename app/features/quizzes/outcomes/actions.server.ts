import { z } from "zod";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import type { Database } from "#app/db/client.server.ts";
import { listVersions } from "#app/features/content-editor/versions.server.ts";
import { serializeError } from "#app/lib/errors.server.ts";
import { parseJson } from "#app/lib/parse-json.ts";
import { KEEP_ROW, MAX_KEEP_REASON } from "../constants.ts";
import { countReview, type ModelValues, modelValuesSchema } from "../editor/schema.ts";
import { keepDiagnosis } from "../review/mutations.server.ts";
import { listReview } from "../review/queries.server.ts";
import { readCheckInput, runCheck } from "../validation/check-quiz.server.ts";
import { getPublishBlocker } from "../validation/check-report.ts";
import type { CheckedQuiz } from "../validation/explain-check.ts";
import { getDiagnosisModel, saveDiagnosisModel } from "./diagnosis-model.server.ts";

export type ModelFormResult =
  | { ok: true; intent: "save"; version: number }
  | { ok: true; intent: "check"; checked: CheckedQuiz }
  | {
      ok: false;
      intent: string;
      reason: "not-found" | "check-failed" | "unreachable" | "reason-missing";
    }
  | { ok: false; intent: "save"; reason: "invalid"; message: string }
  /**
   * Somebody else saved meanwhile, or entries of the same version were added or reviewed: nothing
   * is saved.
   */
  | { ok: false; intent: "save"; reason: "conflict"; version: number; savedBy: string };

type ModelContext = ActionContext & Pick<AppContext, "log">;

/**
 * Handles the forms of outcomes and safety rules: a save, a check of the saved quiz, or a reason to
 * keep a diagnosis that the check found.
 */
export async function runModelForm(
  context: ModelContext,
  { slug, form }: { slug: string; form: FormData },
): Promise<ModelFormResult> {
  const intent = String(form.get("intent") ?? "");
  const { db } = context;
  const quiz = await getDiagnosisModel(db, slug);
  if (!quiz) return { ok: false, intent, reason: "not-found" };
  if (intent === "check") return runModelCheck(context, quiz.quizId);
  if (intent === KEEP_ROW) return keepRow(context, quiz.quizId, form);
  const values = parseModelValues(String(form.get("values")));
  const baseVersion = Number(form.get("baseVersion"));
  if (intent !== "save" || !values || !Number.isSafeInteger(baseVersion))
    return {
      ok: false,
      intent: "save",
      reason: "invalid",
      message: "Something in the form cannot be read. Look through it and save again.",
    };
  const fingerprint = String(form.get("fingerprint") ?? "");
  const result = await saveDiagnosisModel(context, {
    quizId: quiz.quizId,
    baseVersion,
    fingerprint,
    values,
  });
  if (result.ok) return { ...result, intent };
  if (result.reason === "invalid") return { ...result, intent };
  if (result.reason === "not-found") return { ok: false, intent, reason: result.reason };
  return { ok: false, intent, reason: "conflict", ...(await getLatestVersion(db, quiz.quizId)) };
}

const keepFormSchema = z.object({
  id: z.uuid(),
  reason: z.string().trim().min(3).max(MAX_KEEP_REASON),
});

/** Keeps a contradicting diagnosis, and checks the quiz again. */
async function keepRow(
  context: ModelContext,
  quizId: string,
  form: FormData,
): Promise<ModelFormResult> {
  const parsed = keepFormSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) return { ok: false, intent: KEEP_ROW, reason: "reason-missing" };
  const kept = await keepDiagnosis(context, { quizId, ...parsed.data });
  if (!kept.ok) return { ok: false, intent: KEEP_ROW, reason: kept.reason };
  return runModelCheck(context, quizId);
}

const parseModelValues = (text: string): ModelValues | null =>
  modelValuesSchema.safeParse(parseJson(text)).data ?? null;

async function getLatestVersion(db: Database, quizId: string) {
  const [latest] = await listVersions(db, { contentId: quizId, limit: 1 });
  return { version: latest?.version ?? 0, savedBy: latest?.savedBy ?? "Somebody" };
}

async function runModelCheck({ db, log }: ModelContext, quizId: string): Promise<ModelFormResult> {
  const input = await readCheckInput(db, quizId);
  if (!input) return { ok: false, intent: "check", reason: "not-found" };
  try {
    const report = await runCheck(input);
    const questions = input.questions.map(({ id, questionText, options }) => ({
      id,
      questionText,
      options,
    }));
    const outcomes = Object.fromEntries(input.outcomes.map(({ id, data }) => [id, data.diagnosis]));
    const { pending } = countReview(await listReview(db, quizId));
    return {
      ok: true,
      intent: "check",
      checked: { report, publishBlocker: getPublishBlocker(report), questions, outcomes, pending },
    };
  } catch (error) {
    log.error({ err: serializeError(error), quizId }, "a quiz could not be checked");
    return { ok: false, intent: "check", reason: "check-failed" };
  }
}
