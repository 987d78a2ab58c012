import type { Transaction } from "#app/db/transaction.server.ts";
import { resolveServiceName } from "#app/features/catalog/find-service.server.ts";
import { listActiveQuizzes } from "./queries.sql.ts";

export type DemoQuiz = {
  id: string;
  slug: string;
  /** The service name in requests from the quiz. */
  serviceType: string;
  /** Lower-case names of the services that it is about. */
  serviceNames: ReadonlySet<string>;
  /**
   * Questions with the options that lead to a result: an answer that is a danger ends the quiz.
   */
  questions: { id: string; questionText: string; ghlField: string; options: string[] }[];
  /** IDs of questions with an answer that ends the quiz for a danger. */
  dangerQuestions: ReadonlySet<string>;
};

/** Active quizzes as they are in the database. */
export async function readDemoQuizzes(tx: Transaction): Promise<DemoQuiz[]> {
  const rows = await listActiveQuizzes.rows(tx, {});
  return rows.flatMap(({ id, slug, serviceType, questions, dangers }) => {
    const dangerAnswers = new Set((dangers ?? []).flatMap((pattern) => pattern.split(",")));
    const safeQuestions = questions.map(({ options, ...question }) => ({
      ...question,
      options: options.filter((_, index) => !dangerAnswers.has(`${question.id}:${index}`)),
    }));
    const dangerQuestions = new Set(
      questions.flatMap((question) =>
        question.options.some((_, index) => dangerAnswers.has(`${question.id}:${index}`))
          ? [question.id]
          : [],
      ),
    );
    const serviceNames = new Set(
      resolveServiceName(serviceType).names.map((name) => name.toLowerCase()),
    );
    return safeQuestions.length > 0 && safeQuestions.every(({ options }) => options.length > 0)
      ? [{ id, slug, serviceType, serviceNames, questions: safeQuestions, dangerQuestions }]
      : [];
  });
}
