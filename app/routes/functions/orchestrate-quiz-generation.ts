import { handleFunctionCall } from "#app/features/auth/handle-function-call.server.ts";
import { orchestrateBodySchema } from "#app/features/quizzes/generation/schema.ts";
import { orchestrateQuiz } from "#app/features/quizzes/generation/start-generation.server.ts";
import type { Route } from "./+types/orchestrate-quiz-generation";

/**
 * POST {topic, numQuestions?, serviceType?} → {success, quiz, totalCombinations,
 * generatedDiagnoses, job_id} once the quiz is stored.
 */
export const action = (called: Route.ActionArgs) =>
  handleFunctionCall(called, {
    role: "staff",
    schema: orchestrateBodySchema,
    run: orchestrateQuiz,
  });
