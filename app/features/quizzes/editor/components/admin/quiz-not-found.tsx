import { ButtonLink } from "#app/components/admin/button.tsx";
import { LIST_PATH } from "../../../constants.ts";

/** Shown when no quiz has this slug, or it was deleted. */
export function QuizNotFound() {
  return (
    <div className="panel-card max-w-xl p-6">
      <h2 className="h3">Quiz not found</h2>
      <p className="mt-2">
        There is no quiz at this address. It may have been deleted; a superadmin can restore it for
        a while.
      </p>
      <p className="mt-4">
        <ButtonLink to={LIST_PATH} tone="primary">
          Back to the quizzes
        </ButtonLink>
      </p>
    </div>
  );
}
