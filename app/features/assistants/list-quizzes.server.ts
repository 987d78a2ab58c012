import { quizPath } from "#app/features/quizzes/constants.ts";
import {
  listCommonQuizzes,
  orderQuizzes,
} from "#app/features/quizzes/list-public-quizzes.server.ts";
import type { ToolInput, ToolOutput } from "./schema.ts";
import type { ToolContext } from "./tool-context.ts";

const FOUND =
  "Call diagnose with the slug of a quiz and no answers: it gives the first question. Ask the person one question at a time.";
const NOT_FOUND = "There is no quiz for this. Call find_service with what is wrong.";

/** Public quizzes, those that most people need first; of one service where it is given. */
export async function listQuizzes(
  { quizzes, origin }: ToolContext,
  { service }: ToolInput<"list_quizzes">,
): Promise<ToolOutput<"list_quizzes">> {
  const listed = orderQuizzes(await quizzes.list(), listCommonQuizzes()).filter(
    ({ services }) => service === undefined || services.includes(service),
  );
  return {
    quizzes: listed.map(({ slug, title, description, questions }) => ({
      slug,
      title,
      page: origin + quizPath(slug),
      description,
      questions: questions.length,
    })),
    next: listed.length > 0 ? FOUND : NOT_FOUND,
  };
}
