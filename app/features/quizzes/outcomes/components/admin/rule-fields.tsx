import { useId } from "react";
import { useFocusWhenAdded } from "#app/features/content-editor/components/admin/use-focus-when-added.ts";
import type { Urgency } from "../../../constants.ts";
import { DangerFields } from "../../../editor/components/admin/danger-fields.tsx";
import type { DangerTexts } from "../../../editor/schema.ts";
import { RULE_LIMITS } from "../../../schema.ts";
import { CompactTextField } from "./compact-text-field.tsx";
import { UrgencyOptions } from "./urgency-options.tsx";

/** `steps`, `causes`: one per line. */
export type RuleTexts = DangerTexts & {
  name: string;
  urgency: Urgency;
  steps: string;
  causes: string;
};

type RuleFieldsProps = {
  values: RuleTexts;
  onChange: (changes: Partial<RuleTexts>) => void;
  errors?: Partial<Record<keyof RuleTexts, string>>;
  isFocused: boolean;
  /** Shown between the rule's name and its texts. */
  children?: React.ReactNode;
};

/** Texts of a safety rule. The field names are those of a diagnosis. */
export function RuleFields({
  values,
  onChange,
  errors = {},
  isFocused,
  children,
}: RuleFieldsProps) {
  const id = useId();
  const name = useFocusWhenAdded(isFocused);
  const steps = (
    <CompactTextField
      label="Steps"
      hint={`one per line, ${RULE_LIMITS.steps} at most`}
      note={
        values.urgency === "high" ? undefined : "Without steps the rule only raises the urgency."
      }
      error={errors.steps}
      rows={3}
      name="nextSteps"
      value={values.steps}
      maxLength={RULE_LIMITS.instruction}
      onChange={(text) => onChange({ steps: text })}
    />
  );
  const causes = (
    <CompactTextField
      label="Likely causes"
      hint={`one per line, ${RULE_LIMITS.causes} at most`}
      error={errors.causes}
      rows={2}
      name="causes"
      value={values.causes}
      maxLength={RULE_LIMITS.causes * (RULE_LIMITS.cause + 1)}
      onChange={(text) => onChange({ causes: text })}
    />
  );
  return (
    <div className="grid gap-3">
      <div className="grid gap-3 room-sm:grid-cols-[minmax(0,1fr)_10rem]">
        <CompactTextField
          label="Name of the rule"
          error={errors.name}
          ref={name}
          name="diagnosis"
          value={values.name}
          maxLength={RULE_LIMITS.name}
          onChange={(text) => onChange({ name: text })}
        />
        <div>
          <label htmlFor={`${id}-urgency`} className="text-sm font-semibold">
            Minimum urgency
          </label>
          <select
            id={`${id}-urgency`}
            name="urgency"
            value={values.urgency}
            onChange={(event) => onChange({ urgency: event.target.value as Urgency })}
            className="field-small mt-1 w-full"
          >
            <UrgencyOptions />
          </select>
        </div>
      </div>
      {children}
      {values.urgency === "high" ? (
        <DangerFields
          values={values}
          onChange={onChange}
          errors={errors}
          name={values.name}
          steps={steps}
          causes={causes}
        />
      ) : (
        <>
          {steps}
          {/* The texts of the danger screen stay with the rule in case its urgency is set to high
              again. */}
          <input type="hidden" name="causes" value={values.causes} />
          <input type="hidden" name="headline" value={values.headline} />
          <input type="hidden" name="alsoCall" value={values.alsoCall} />
          {values.call911 ? <input type="hidden" name="call911" value="on" /> : null}
        </>
      )}
    </div>
  );
}
