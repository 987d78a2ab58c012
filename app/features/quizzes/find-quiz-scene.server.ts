import { findService } from "#app/features/catalog/find-service.server.ts";
import type { PublicQuiz } from "./published.server.ts";

/** Without a main service: Henry looking for the cause. */
const GENERAL_SCENE = "quiz";

/** Name of the scene of a quiz: each service has one, named by its slug. */
export const findQuizScene = ({ services: [main = ""] }: Pick<PublicQuiz, "services">): string =>
  findService(main) ? main : GENERAL_SCENE;
