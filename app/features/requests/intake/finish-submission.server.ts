import type { AppContext } from "#app/app-context.ts";
import { storeRequestResult } from "#app/features/quizzes/learning/request-results.server.ts";
import type { SubmitResult } from "./submit-request.server.ts";

type FinishContext = Pick<
  AppContext,
  "db" | "log" | "notifyOutbox" | "now" | "publishRequestCreated"
>;

/**
 * What follows a stored request: its delivery, the open portals, and what its quiz said. Nothing is
 * awaited, and no failure reaches the sender: the request is safe already.
 */
export function finishSubmission(
  app: FinishContext,
  { id, created, hasQuiz }: Extract<SubmitResult, { ok: true }> & { hasQuiz: boolean },
): void {
  app.notifyOutbox();
  if (!created) return;
  app.publishRequestCreated(id);
  if (hasQuiz)
    storeRequestResult(app.db, { requestId: id, now: app.now() }).catch((error: unknown) =>
      app.log.warn({ err: error, serviceRequestId: id }, "a quiz result could not be stored"),
    );
}
