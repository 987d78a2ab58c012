import { toast } from "sonner";
import { Button } from "#app/components/admin/button.tsx";
import { useReplyFetcher } from "#app/components/admin/use-reply-fetcher.ts";
import type { UnmatchedAnswerSet } from "../../../editor/schema.ts";
import { describeAnswers, formatDescribedAnswers } from "../../../player/describe-answers.ts";
import type { Question } from "../../../schema.ts";
import type { ReviewFormResult } from "../../schema.ts";
import { Answers } from "./combinations.tsx";

type UnmatchedAnswersProps = {
  unmatchedAnswers: readonly UnmatchedAnswerSet[];
  questions: readonly Question[];
  action: string;
};

/** Frequent answers of visitors that have no own diagnosis. */
export function UnmatchedAnswers({ unmatchedAnswers, questions, action }: UnmatchedAnswersProps) {
  const fetcher = useReplyFetcher<ReviewFormResult>((reply) => {
    if (reply.ok) toast.success("Added as a pending diagnosis");
    else toast.error("The diagnosis could not be added. Try again.");
  });
  if (unmatchedAnswers.length === 0) return null;
  return (
    <details className="rounded-xl border border-line bg-paper p-4">
      <summary className="font-semibold">
        Most visited combinations without their own diagnosis ({unmatchedAnswers.length})
      </summary>
      <p className="mt-1 text-sm text-muted">
        Visitors who gave these answers read what the model or the general result says. Add one, and
        it waits here with the words of the likeliest outcome.
      </p>
      <ul className="mt-3 grid gap-3">
        {unmatchedAnswers.map(({ hash, visitCount }) => {
          const answers = describeAnswers(hash, questions);
          return (
            <li key={hash} className="flex flex-wrap items-start gap-3 border-t border-line pt-3">
              <div className="min-w-0 flex-1 basis-64">
                <p className="text-sm font-semibold">
                  {visitCount.toLocaleString("en-US")} {visitCount === 1 ? "visit" : "visits"}
                </p>
                <Answers answers={answers} />
              </div>
              <fetcher.Form method="post" action={action}>
                <input type="hidden" name="hash" value={hash} />
                <Button
                  type="submit"
                  name="intent"
                  value="add"
                  disabled={fetcher.state !== "idle"}
                  aria-label={`Add diagnosis for: ${formatDescribedAnswers(answers)}`}
                >
                  Add diagnosis
                </Button>
              </fetcher.Form>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
