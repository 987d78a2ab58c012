import { Dialog, DialogButtons } from "#app/components/admin/dialog.tsx";
import { formatQuantity } from "#app/lib/format-values.ts";
import type { AffectedCounts } from "../../schema.ts";

/** Asks for confirmation before a save moves or removes diagnoses. */
export function AffectedDialog({
  affected,
  onAgree,
  onCancel,
}: {
  affected: AffectedCounts;
  onAgree: () => void;
  onCancel: () => void;
}) {
  const { moved, removed, review, rules } = affected;
  const lines = [
    moved > 0 &&
      `${formatQuantity(moved, "diagnosis moves", "diagnoses move")} along with the answers.`,
    removed > 0 &&
      `${formatQuantity(removed, "diagnosis is", "diagnoses are")} removed, because an answer is gone.`,
    review > 0 &&
      `${formatQuantity(review, "diagnosis goes", "diagnoses go")} back to review: for more visitors than before, or several for the same answers.`,
    rules > 0 &&
      `${formatQuantity(rules, "safety rule is", "safety rules are")} removed, because an answer is gone. Check Outcomes and safety afterwards.`,
  ].filter((line) => line !== false);
  return (
    <Dialog title="This changes stored results" isAlert onClose={onCancel}>
      <ul className="mt-3 list-disc pl-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <DialogButtons
        label="Save anyway"
        isDestructive={removed + rules > 0}
        onConfirm={onAgree}
        onCancel={onCancel}
      />
    </Dialog>
  );
}
