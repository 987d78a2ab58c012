import { useAutosaveValue } from "#app/components/admin/use-autosave-value.ts";
import { GENERIC_TITLE } from "#app/features/quizzes/constants.ts";
import { UrgencyBadge } from "#app/features/quizzes/editor/components/admin/quiz-badges.tsx";
import {
  NO_CAUSE,
  OTHER_CAUSE,
  type QuizOfRequest,
} from "#app/features/quizzes/learning/schema.ts";
import type { RequestDetailData } from "../../loaders.server.ts";
import { FactList } from "./request-facts.tsx";

type QuizPanelProps = {
  requestId: string;
  quiz: QuizOfRequest | null;
  answers: RequestDetailData["facts"]["quiz"];
  isClosed: boolean;
};

/** What the quiz said to the customer, the answers, and what the cause was in the end. */
export function QuizPanel({ requestId, quiz, answers, isClosed }: QuizPanelProps) {
  if (answers.length === 0) return null;
  return (
    <section aria-labelledby="request-quiz" className="panel-card p-4">
      <h3 id="request-quiz" className="font-bold">
        Quiz
      </h3>
      {quiz ? (
        <>
          <p className="text-sm text-muted">{quiz.title}</p>
          <QuizResult {...quiz.result} />
        </>
      ) : (
        <p className="mt-1 text-muted">
          We cannot show what the customer saw: the quiz was changed or removed later.
        </p>
      )}
      <details className="mt-3" open={!quiz}>
        <summary className="link inline-block py-1">
          {answers.length === 1 ? "The answer" : `The ${answers.length} answers`}
        </summary>
        <FactList facts={answers} />
      </details>
      {quiz ? <CauseSelect requestId={requestId} quiz={quiz} isClosed={isClosed} /> : null}
    </section>
  );
}

function QuizResult({ layer, data, confidence, candidates }: QuizOfRequest["result"]) {
  return (
    <>
      <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1">
        <strong className="break-words">
          {layer === "danger"
            ? "Danger: "
            : data.diagnosis === GENERIC_TITLE
              ? ""
              : "Most likely: "}
          {data.diagnosis}
        </strong>
        <UrgencyBadge urgency={data.urgency} />
      </p>
      {layer === "danger" ? (
        <p className="font-semibold text-danger">
          Ask first: is everyone out and safe, and who was called?
        </p>
      ) : null}
      {confidence ? (
        <p className="text-sm text-muted">
          Fits {confidence.fitting} of {confidence.answers} answers.
        </p>
      ) : null}
      {candidates.length > 0 ? (
        <p className="mt-1">
          Also possible: {candidates.map(({ diagnosis }) => diagnosis).join("; ")}
        </p>
      ) : null}
      {data.nextSteps.length > 0 || data.safetyLines.length > 0 ? (
        <details className="mt-2">
          <summary className="link inline-block py-1">What the customer was told to do</summary>
          <ul className="mt-1 grid list-disc gap-1 pl-5">
            {[...data.safetyLines, ...data.nextSteps].map((step) => (
              <li key={step} className="break-words">
                {step}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}

type CauseSelectProps = { requestId: string; quiz: QuizOfRequest; isClosed: boolean };

/** The true cause; saves as soon as one is chosen. The quiz learns from it. */
function CauseSelect({ requestId, quiz, isClosed }: CauseSelectProps) {
  const { value, hasFailed, choose } = useAutosaveValue(quiz.cause, {
    fields: (cause) => ({ intent: "cause", id: requestId, cause }),
  });
  return (
    <label className="mt-3 grid gap-1">
      <span className="text-sm font-semibold">What was it in the end?</span>
      <select value={value} onChange={({ target }) => choose(target.value)} className="field-small">
        <option value={NO_CAUSE}>Not known yet</option>
        {quiz.causes.map(({ id, diagnosis }) => (
          <option key={id} value={id}>
            {diagnosis}
          </option>
        ))}
        <option value={OTHER_CAUSE}>Something else</option>
      </select>
      <span className="text-sm text-muted">
        {isClosed && value === NO_CAUSE
          ? "The request is closed. If the professional found the cause, choose it: the quiz learns from it."
          : "Choose it when the professional has found it: the quiz learns from it."}
      </span>
      <span role="status" className="text-sm text-danger">
        {hasFailed ? "Could not be saved. Please try again." : ""}
      </span>
    </label>
  );
}
