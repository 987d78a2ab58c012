import { handleFunctionCall } from "#app/features/auth/handle-function-call.server.ts";
import { diagnosesBodySchema } from "#app/features/quizzes/generation/schema.ts";
import { generateDiagnoses } from "#app/features/quizzes/generation/start-generation.server.ts";
import type { Route } from "./+types/generate-quiz-diagnoses";

/** POST {quiz_id} → {success, generatedDiagnoses, job_id}; the job creates the diagnoses. */
export const action = (called: Route.ActionArgs) =>
  handleFunctionCall(called, {
    role: "staff",
    schema: diagnosesBodySchema,
    run: generateDiagnoses,
  });
