import { toast } from "sonner";
import { OUTCOME_CHOICES } from "../../choices.ts";
import { CloseDialog } from "./close-dialog.tsx";
import { useOutcome } from "./use-outcome.ts";

type OutcomeDialogProps = { requestId: string; onDone: () => void };

/** Asks how a request ended that is closed already, and records the answer. */
export function OutcomeDialog({ requestId, onDone }: OutcomeDialogProps) {
  const { choose, isBusy, failure } = useOutcome(requestId, (choice) => {
    toast.success(`Recorded: ${OUTCOME_CHOICES[choice].label}`);
    onDone();
  });
  return <CloseDialog isBusy={isBusy} failure={failure} onChoose={choose} onCancel={onDone} />;
}
