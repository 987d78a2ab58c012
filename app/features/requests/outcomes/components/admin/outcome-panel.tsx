import { useId } from "react";
import { Button } from "#app/components/admin/button.tsx";
import type { RequestOutcome } from "../../../customer/close-request.server.ts";
import { ENDED_BY_CUSTOMER, OUTCOME_CHOICES } from "../../choices.ts";
import type { RecordedOutcome } from "../../queries.server.ts";
import { OutcomeButtons } from "./outcome-buttons.tsx";
import { useOutcome } from "./use-outcome.ts";

type OutcomePanelProps = {
  requestId: string;
  /** As staff recorded it. */
  outcome: RecordedOutcome | null;
  /** How the customer ended it. */
  customerOutcome: RequestOutcome | null;
  /** The status is stored: before that, the outcome of a request that is not closed is refused. */
  isStored: boolean;
};

/**
 * How a closed request ended. Staff are asked only where neither they nor the customer have said so.
 * What the job was worth is asked where somebody was hired.
 */
export function OutcomePanel(props: OutcomePanelProps) {
  const { requestId, outcome, customerOutcome, isStored } = props;
  const { choose, saveValue, isBusy, failure } = useOutcome(requestId, () => {});
  const valueId = useId();
  const ended = outcome
    ? OUTCOME_CHOICES[outcome.choice].label
    : customerOutcome && ENDED_BY_CUSTOMER[customerOutcome];
  const buttons = (
    <OutcomeButtons current={outcome?.choice} disabled={isBusy || !isStored} onChoose={choose} />
  );
  return (
    <section
      aria-labelledby="request-outcome"
      className={`panel-card p-4 ${ended ? "" : "border-petrol"}`}
    >
      <h3 id="request-outcome" className="font-bold">
        {ended ? `Closed: ${ended}` : "How did it end?"}
      </h3>
      {ended ? (
        <details className="mt-1">
          <summary className="link inline-block py-1">
            {outcome ? "Correct it" : "Record the outcome"}
          </summary>
          <div className="mt-1">{buttons}</div>
        </details>
      ) : (
        <div className="mt-2">{buttons}</div>
      )}
      {outcome?.choice === "hired" ? (
        <form
          className="mt-2 flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            saveValue(String(new FormData(event.currentTarget).get("value") ?? ""));
          }}
        >
          <label htmlFor={valueId} className="grid gap-1">
            <span className="text-sm font-semibold">What the job was worth, in dollars</span>
            <input
              id={valueId}
              name="value"
              inputMode="decimal"
              maxLength={20}
              autoComplete="off"
              key={outcome.value}
              defaultValue={outcome.value ?? ""}
              className="field-small w-36"
            />
          </label>
          <Button type="submit" disabled={isBusy}>
            Save
          </Button>
        </form>
      ) : null}
      <p role="alert" className="text-sm text-danger empty:hidden">
        {failure}
      </p>
    </section>
  );
}
