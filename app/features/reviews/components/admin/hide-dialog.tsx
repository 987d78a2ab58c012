import { useState } from "react";
import { Dialog, DialogButtons } from "#app/components/admin/dialog.tsx";
import { useReplyFetcher } from "#app/components/admin/use-reply-fetcher.ts";
import { useResultToast } from "#app/components/admin/use-result-toast.ts";
import { ChoiceField } from "#app/components/form/field.tsx";

type HideDialogProps = { reviewId: string; words: string; onClose: () => void };

const REASONS = [
  { value: "personal-data", label: "Personal data", hint: "Names, numbers or addresses." },
  { value: "abuse", label: "Abuse", hint: "Threats, hate or insults. Not a bad opinion." },
];

/** Asks why the words of a review are hidden. */
export function HideDialog({ reviewId, words, onClose }: HideDialogProps) {
  const [reason, setReason] = useState("");
  const fetcher = useReplyFetcher<{ done?: string; failed?: string }>((reply) => {
    if (reply.done) onClose();
  });
  useResultToast(fetcher.data);
  const canHide = reason !== "" && fetcher.state === "idle";
  return (
    <Dialog title="Hide these words?" isAlert onClose={onClose}>
      <blockquote className="mt-3 max-h-40 overflow-y-auto border-l-2 border-line pl-3 wrap-anywhere whitespace-pre-wrap">
        {words}
      </blockquote>
      <div className="mt-4">
        <ChoiceField
          name="reason"
          legend="Why"
          choices={REASONS}
          value={reason}
          columns=""
          onChange={setReason}
        />
      </div>
      <p className="mt-3">
        Customers then see that our staff hid the words, and why. The stars stay. The audit log
        keeps your name and the reason.
      </p>
      <DialogButtons
        label="Hide words"
        isDestructive
        disabled={!canHide}
        onCancel={onClose}
        onConfirm={() => {
          if (canHide)
            void fetcher.submit(
              { intent: "hide-review", review: reviewId, reason },
              { method: "post" },
            );
        }}
      />
    </Dialog>
  );
}
