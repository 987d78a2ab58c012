import { Button } from "#app/components/admin/button.tsx";
import type { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { KEEP_ROW, MAX_KEEP_REASON } from "../../../constants.ts";
import { describeAnswers, formatDescribedAnswers } from "../../../player/describe-answers.ts";
import type { CheckedQuiz } from "../../explain-check.ts";
import type { ContradictingRow } from "../../find-contradicting-rows.ts";

const MAX_SHOWN = 20;

type ContradictingRowsProps = {
  rows: readonly ContradictingRow[];
  questions: CheckedQuiz["questions"];
  /** Path of the action that keeps a row. */
  action: string;
  Form: ReturnType<typeof useFetcher>["Form"];
  isBusy: boolean;
};

/** The diagnoses that contradict the outcomes, each with a form to keep it for a reason. */
export function ContradictingRows({
  rows,
  questions,
  action,
  Form,
  isBusy,
}: ContradictingRowsProps) {
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="contradicting-title" className="grid gap-3">
      <h3 id="contradicting-title" className="font-semibold">
        Diagnoses that contradict the outcomes
      </h3>
      <ul className="grid gap-3">
        {rows.slice(0, MAX_SHOWN).map(({ id, hash, diagnosis, reason, modelDiagnosis }) => (
          <li key={id} className="grid gap-2 rounded-lg border border-line p-3">
            <p className="break-words">
              <strong>{diagnosis}</strong>{" "}
              {reason === "unlikely" ? "is unlikely" : "is less urgent than what the outcomes say"}{" "}
              after: {formatDescribedAnswers(describeAnswers(hash, questions))}
            </p>
            <p className="text-[0.9375rem] text-muted">
              {modelDiagnosis
                ? `The outcomes say: ${modelDiagnosis}.`
                : "The outcomes name no clear cause."}
            </p>
            <Form method="post" action={action} className="flex flex-wrap items-end gap-2">
              <input type="hidden" name="intent" value={KEEP_ROW} />
              <input type="hidden" name="id" value={id} />
              <label className="min-w-0 flex-1 basis-56 text-sm font-semibold">
                Reason to keep it
                <input
                  name="reason"
                  required
                  minLength={3}
                  maxLength={MAX_KEEP_REASON}
                  className="field-small mt-1 w-full font-normal"
                />
              </label>
              <Button type="submit" disabled={isBusy}>
                Keep it
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      {rows.length > MAX_SHOWN ? (
        <p className="text-muted">And {rows.length - MAX_SHOWN} more.</p>
      ) : null}
    </section>
  );
}
