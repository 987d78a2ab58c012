import { getQuizMetrics } from "#app/features/api/quizzes/operations.server.ts";
import { serveOperation } from "#app/features/api/serve-operation.server.ts";

export const loader = serveOperation(getQuizMetrics);
