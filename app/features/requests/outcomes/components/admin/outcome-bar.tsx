import { X } from "lucide-react";
import { toast } from "sonner";
import { Button } from "#app/components/admin/button.tsx";
import { OUTCOME_CHOICES } from "../../choices.ts";
import { OutcomeButtons } from "./outcome-buttons.tsx";
import { useOutcome } from "./use-outcome.ts";

type OutcomeBarProps = {
  /** The request whose status was set to Closed in the list; null for none. */
  closed: string | null;
  names: ReadonlyMap<string, string>;
  onDone: () => void;
};

/** Asks how the request ended that was just closed in the list. Nothing waits for the answer. */
export function OutcomeBar({ closed, names, onDone }: OutcomeBarProps) {
  return (
    <div role="status">
      {closed ? (
        <Question key={closed} requestId={closed} name={names.get(closed)} onDone={onDone} />
      ) : null}
    </div>
  );
}

type QuestionProps = { requestId: string; name: string | undefined; onDone: () => void };

function Question({ requestId, name, onDone }: QuestionProps) {
  const { choose, isBusy, failure } = useOutcome(requestId, (choice) => {
    toast.success(`Recorded: ${OUTCOME_CHOICES[choice].label}`);
    onDone();
  });
  return (
    <section
      aria-label="How did it end?"
      className="panel-card flex flex-wrap items-center gap-2 border-petrol px-3 py-2"
    >
      <span className="font-semibold">{name ? `${name}: how` : "How"} did it end?</span>
      <OutcomeButtons disabled={isBusy} onChoose={choose} />
      <Button aria-label="Ask later" title="Ask later" onClick={onDone} className="ml-auto">
        <X className="size-4" aria-hidden="true" />
      </Button>
      <p role="alert" className="w-full text-sm text-danger empty:hidden">
        {failure}
      </p>
    </section>
  );
}
