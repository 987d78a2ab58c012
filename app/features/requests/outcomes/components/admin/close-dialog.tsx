import { Button } from "#app/components/admin/button.tsx";
import { Dialog } from "#app/components/admin/dialog.tsx";
import { OUTCOME_KEYS, type OutcomeChoice } from "../../choices.ts";
import { OutcomeButtons } from "./outcome-buttons.tsx";

type CloseDialogProps = {
  isBusy?: boolean;
  /** Why the answer could not be saved, in one sentence. */
  failure?: string | null;
  onChoose: (choice: OutcomeChoice) => void;
  onCancel: () => void;
};

/** Asks how a request ended, which closes it: a digit or a tap. */
export function CloseDialog({ isBusy = false, failure, onChoose, onCancel }: CloseDialogProps) {
  return (
    <Dialog title="How did it end?" onClose={onCancel}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: each digit is also a button inside */}
      <div
        className="mt-3"
        onKeyDown={({ key }) => {
          const choice = /^\d$/.test(key) ? OUTCOME_KEYS[(Number(key) + 9) % 10] : undefined;
          if (choice && !isBusy) onChoose(choice);
        }}
      >
        <OutcomeButtons hasDigits disabled={isBusy} onChoose={onChoose} />
        <p role="alert" className="mt-2 text-sm text-danger empty:hidden">
          {failure}
        </p>
        <p className="mt-4 text-right">
          <Button onClick={onCancel}>Cancel</Button>
        </p>
      </div>
    </Dialog>
  );
}
