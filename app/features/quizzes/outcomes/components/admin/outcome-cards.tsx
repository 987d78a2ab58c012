import { Plus, Trash2 } from "lucide-react";
import { useRef } from "react";
import { Link } from "react-router";
import { Badge } from "#app/components/admin/badge.tsx";
import { Button } from "#app/components/admin/button.tsx";
import { newUuid } from "#app/lib/new-uuid.ts";
import { MAX_OUTCOMES, MIN_OUTCOMES } from "../../../constants.ts";
import { UrgencyBadge } from "../../../editor/components/admin/quiz-badges.tsx";
import { createOutcomeForm, type ModelFormError, type OutcomeForm } from "../../model-form.ts";
import { DiagnosisFields } from "./diagnosis-fields.tsx";

type Change = (change: (outcomes: OutcomeForm[]) => OutcomeForm[]) => void;
type OutcomeCardsProps = {
  outcomes: readonly OutcomeForm[];
  serviceType: string;
  reviewPath: string;
  errors: readonly ModelFormError[];
  onChange: Change;
};

/** The outcomes of the model, with the texts that visitors read. */
export function OutcomeCards({
  outcomes,
  serviceType,
  reviewPath,
  errors,
  onChange,
}: OutcomeCardsProps) {
  const added = useRef<string | null>(null);
  const add = () => {
    const outcome = createOutcomeForm(serviceType, newUuid());
    added.current = outcome.key;
    onChange((list) => [...list, outcome]);
  };
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      {outcomes.length === 0 ? (
        <p className="text-muted">
          There are no outcomes. Without them a visitor whose answers have no diagnosis of their own
          reads the general result. Add {MIN_OUTCOMES} to {MAX_OUTCOMES}.
        </p>
      ) : null}
      {outcomes.map((outcome, at) => (
        <details
          key={outcome.key}
          open={outcome.key === added.current || errors.some(({ place }) => place === outcome.key)}
          className="rounded-lg border border-line"
        >
          <summary className="p-3">
            <span className="font-semibold break-words">
              {outcome.text.diagnosis.trim() || `Outcome ${at + 1}`}
            </span>{" "}
            <UrgencyBadge urgency={outcome.text.urgency} />{" "}
            {outcome.status === "pending_review" ? <PendingBadge /> : null}
          </summary>
          <div className="grid gap-3 border-t border-line p-3">
            {outcome.status === "pending_review" ? (
              <PendingNote reviewPath={reviewPath} what="outcome" />
            ) : null}
            <DiagnosisFields
              values={outcome.text}
              isFocused={outcome.key === added.current}
              onChange={(field, value) =>
                onChange((list) =>
                  list.map((entry) =>
                    entry.key === outcome.key
                      ? { ...entry, text: { ...entry.text, [field]: value } }
                      : entry,
                  ),
                )
              }
            />
            <p>
              <Button
                onClick={() => onChange((list) => list.filter(({ key }) => key !== outcome.key))}
                tone="danger"
              >
                <Trash2 className="size-4" aria-hidden="true" />
                Remove outcome
              </Button>
            </p>
          </div>
        </details>
      ))}
      <p>
        <Button disabled={outcomes.length >= MAX_OUTCOMES} onClick={add}>
          <Plus className="size-4" aria-hidden="true" />
          Add outcome
        </Button>
        {outcomes.length >= MAX_OUTCOMES ? (
          <span className="ml-3 text-sm text-muted">{MAX_OUTCOMES} is the maximum.</span>
        ) : null}
      </p>
    </div>
  );
}

export function PendingBadge() {
  return <Badge tone="info">Pending: not public yet</Badge>;
}

export function PendingNote({ reviewPath, what }: { reviewPath: string; what: string }) {
  return (
    <p className="text-sm">
      Visitors do not see this {what} until it is approved.{" "}
      <Link to={reviewPath} className="link">
        Open the review
      </Link>
    </p>
  );
}
