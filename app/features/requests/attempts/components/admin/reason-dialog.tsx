import { useState } from "react";
import { Link } from "react-router";
import { Button } from "#app/components/admin/button.tsx";
import { Dialog, DialogButtons } from "#app/components/admin/dialog.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { CALLING_RULES_PATH } from "#app/features/calls/constants.ts";
import { REASON_LENGTH } from "../../constants.ts";
import type { NeededReason } from "../../schema.ts";

const USUAL_REASON = "The customer asked for it";

type ReasonDialogProps = {
  needed: NeededReason;
  title: string;
  /** What the button does with the reason. */
  label: string;
  onConfirm: (reason: string) => void;
  onClose: () => void;
};

/** Says which rule forbids a call or a text now, and asks why it is made anyway. */
export function ReasonDialog({ needed, title, label, onConfirm, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState("");
  const typed = reason.trim();
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="mt-2">{needed.sentence}</p>
      <p className="mt-1 text-sm text-muted">
        {needed.statute}.{" "}
        <Link to={`${CALLING_RULES_PATH}#${needed.state}`} target="_blank" className="link">
          All calling rules
        </Link>
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (typed) onConfirm(typed);
        }}
      >
        <TextField
          name="reason"
          label="Why anyway?"
          hint="It is kept with the attempt."
          rows={2}
          required
          maxLength={REASON_LENGTH}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          className="mt-4"
        />
        <Button className="mt-2" onClick={() => setReason(USUAL_REASON)}>
          {USUAL_REASON}
        </Button>
        <DialogButtons label={label} disabled={!typed} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
