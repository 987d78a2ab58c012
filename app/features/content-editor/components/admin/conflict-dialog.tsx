import { useState } from "react";
import { Dialog, DialogButtons } from "#app/components/admin/dialog.tsx";
import type { Difference } from "../../editor-schema.ts";

type Side = "mine" | "theirs";
const SIDES = [
  { side: "mine", name: "Yours" },
  { side: "theirs", name: "Theirs" },
] as const;

type ConflictDialogProps = {
  /** What was edited, such as "quiz". */
  noun: string;
  fields: readonly Difference[];
  /** Receives the keys of the fields for which the other person's values were chosen. */
  onResolve: (theirs: string[]) => void;
  onCancel: () => void;
};

/** Shown when two people changed the same fields: whoever saves second chooses, field by field. */
export function ConflictDialog({ noun, fields, onResolve, onCancel }: ConflictDialogProps) {
  const [choices, setChoices] = useState<Record<string, Side>>({});
  return (
    <Dialog title={`Somebody else saved this ${noun} meanwhile`} isAlert wide onClose={onCancel}>
      <p className="mt-2">
        Changes that only one of you made are kept. You both changed these fields: choose which
        version to keep.
      </p>
      <div className="mt-4 grid gap-4">
        {fields.map(({ key, label, ...sides }) => (
          <fieldset key={key}>
            <legend className="font-semibold">{label}</legend>
            <div className="mt-1 grid gap-2 room-sm:grid-cols-2">
              {SIDES.map(({ side, name }) => (
                <label
                  key={side}
                  className="flex items-start gap-3 rounded-lg border-2 border-line p-3 has-checked:border-action has-checked:bg-cream"
                >
                  <input
                    type="radio"
                    name={`conflict-${key}`}
                    checked={choices[key] === side}
                    onChange={() => setChoices({ ...choices, [key]: side })}
                    className="mt-1 size-5 shrink-0 accent-action"
                  />
                  <span className="min-w-0">
                    <span className="block text-sm font-semibold text-muted">{name}</span>
                    <span className="wrap-anywhere">{sides[side] || "(empty)"}</span>
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      <DialogButtons
        label="Save these choices"
        disabled={fields.some(({ key }) => !choices[key])}
        onConfirm={() =>
          onResolve(fields.map(({ key }) => key).filter((key) => choices[key] === "theirs"))
        }
        onCancel={onCancel}
      />
    </Dialog>
  );
}
