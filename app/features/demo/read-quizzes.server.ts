import type { Transaction } from "#app/db/transaction.server.ts";
import { resolveServiceName } from "#app/features/catalog/find-service.server.ts";
import { listActiveQuizzes } from "./queries.sql.ts";

export type DemoQuiz = {
  id: string;
  slug: string;
  /** As requests from the quiz name it. */
  serviceType: string;
  /** Lower-case names of the services that it is about. */
  serviceNames: ReadonlySet<string>;
  /**
   * Questions with the options that lead on to a result: whoever answers a danger is told to leave,
   * not to fill in a form.
   */
  questions: { id: string; questionText: string; ghlField: string; options: string[] }[];
  /** Questions at which an answer ends the quiz for a danger. */
  dangerQuestions: ReadonlySet<string>;
};

/** Active quizzes as they are in the database. */
export async function readDemoQuizzes(tx: Transaction): Promise<DemoQuiz[]> {
  const rows = await listActiveQuizzes.rows(tx, {});
  return rows.flatMap(({ id, slug, serviceType, questions, dangers }) => {
    const dangerous = new Set((dangers ?? []).flatMap((pattern) => pattern.split(",")));
    const asked = questions.map(({ options, ...question }) => ({
      ...question,
      options: options.filter((_, index) => !dangerous.has(`${question.id}:${index}`)),
    }));
    const dangerQuestions = new Set(
      questions.flatMap((question) =>
        question.options.some((_, index) => dangerous.has(`${question.id}:${index}`))
          ? [question.id]
          : [],
      ),
    );
    const serviceNames = new Set(
      resolveServiceName(serviceType).names.map((name) => name.toLowerCase()),
    );
    return asked.length > 0 && asked.every(({ options }) => options.length > 0)
      ? [{ id, slug, serviceType, serviceNames, questions: asked, dangerQuestions }]
      : [];
  });
}
