import { useState } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { OUTCOME_CHOICES, OUTCOME_KEYS, type OutcomeChoice, USUAL_CHOICES } from "../../choices.ts";

type OutcomeButtonsProps = {
  /** The recorded one. */
  current?: OutcomeChoice | undefined;
  disabled?: boolean;
  /** All at once, each with its digit as a key. */
  hasDigits?: boolean;
  onChoose: (choice: OutcomeChoice) => void;
};

/** The answers to "How did it end?": one tap each, the rare ones behind More. */
export function OutcomeButtons({
  current,
  disabled = false,
  hasDigits = false,
  onChoose,
}: OutcomeButtonsProps) {
  const [isOpen, setOpen] = useState(hasDigits);
  const shown = isOpen
    ? OUTCOME_KEYS
    : OUTCOME_KEYS.filter((key, index) => index < USUAL_CHOICES || key === current);
  return (
    <div className="flex flex-wrap gap-2">
      {shown.map((choice, index) => (
        <Button
          key={choice}
          tone={choice === current ? "current" : "plain"}
          aria-pressed={choice === current}
          disabled={disabled}
          onClick={() => onChoose(choice)}
        >
          {hasDigits ? (
            <span className="text-xs text-muted tabular-nums">
              {(index + 1) % OUTCOME_KEYS.length}
            </span>
          ) : null}
          {OUTCOME_CHOICES[choice].label}
        </Button>
      ))}
      {isOpen ? null : (
        <Button onClick={() => setOpen(true)} disabled={disabled}>
          More…
        </Button>
      )}
    </div>
  );
}
