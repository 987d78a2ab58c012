import type pg from "pg";
import { findServiceByName } from "#app/features/catalog/find-service.server.ts";

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

type Row = {
  id: string;
  slug: string;
  serviceType: string;
  questions: { id: string; questionText: string; options: string[]; ghlField: string }[];
  dangers: string[] | null;
};

/** Active quizzes as they stand in the database. */
export async function readDemoQuizzes(tx: pg.PoolClient): Promise<DemoQuiz[]> {
  const { rows } = await tx.query<Row>(
    `select id, slug, service_type as "serviceType", questions,
       (select array_agg(r.pattern) from quiz_safety_rules r where r.quiz_id = q.id and r.urgency = 'high' and r.status <> 'rejected') as dangers
     from quizzes q where is_active and deleted_at is null and not is_demo order by slug`,
  );
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
      findServiceByName(serviceType).names.map((name) => name.toLowerCase()),
    );
    return asked.length > 0 && asked.every(({ options }) => options.length > 0)
      ? [{ id, slug, serviceType, serviceNames, questions: asked, dangerQuestions }]
      : [];
  });
}
