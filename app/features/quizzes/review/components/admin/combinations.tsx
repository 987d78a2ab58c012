import { ArrowRight } from "lucide-react";
import { Button } from "#app/components/admin/button.tsx";
import { type DescribedAnswer, formatDescribedAnswers } from "../../../player/describe-answers.ts";
import type { ReviewEntry } from "../../group-items.ts";
import type { EntryActions } from "./review-entry-card.tsx";

type CombinationsProps = {
  entry: ReviewEntry;
  /** The answers of each item. */
  combinations: readonly (readonly DescribedAnswer[])[];
  actions: EntryActions;
};

/**
 * The answers of a diagnosis: a single combination directly, several in a list that opens, each of
 * which can be decided separately.
 */
export function Combinations({ entry, combinations, actions }: CombinationsProps) {
  const [first] = combinations;
  if (combinations.length === 1 && first) return <Answers answers={first} />;
  return (
    <details className="mt-2">
      <summary className="link inline-block py-1">
        For {combinations.length} combinations of answers
      </summary>
      <ul className="mt-2 grid gap-3">
        {entry.items.map((item, at) => {
          const answers = combinations[at] ?? [];
          const text = formatDescribedAnswers(answers);
          return (
            <li key={item.id} className="border-l-2 border-line pl-3">
              <Answers answers={answers} />
              {item.status === "pending_review" ? (
                <p className="mt-1 flex flex-wrap gap-2">
                  <Button
                    aria-label={`Approve only: ${text}`}
                    onClick={() => actions.approve([item])}
                  >
                    Approve
                  </Button>
                  <Button aria-label={`Edit only: ${text}`} onClick={() => actions.edit([item])}>
                    Edit
                  </Button>
                  <Button
                    aria-label={`Reject only: ${text}`}
                    onClick={() => actions.reject([item])}
                    tone="danger"
                  >
                    Reject
                  </Button>
                </p>
              ) : (
                <p className="text-sm text-muted">
                  {item.status === "approved" ? "Approved" : "Rejected"}
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

export function Answers({ answers }: { answers: readonly DescribedAnswer[] }) {
  return (
    <ul className="mt-2 grid gap-0.5 text-[0.9375rem]">
      {answers.map(({ pair, question, answer }) => (
        <li key={pair} className="break-words">
          <span className="text-muted">{question}</span>{" "}
          <ArrowRight className="inline size-4 align-[-0.15em] text-muted" aria-hidden="true" />{" "}
          <strong>{answer}</strong>
        </li>
      ))}
    </ul>
  );
}
