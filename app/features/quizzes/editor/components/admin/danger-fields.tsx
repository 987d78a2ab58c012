import { useId } from "react";
import { CompactTextField } from "../../../outcomes/components/admin/compact-text-field.tsx";
import { RULE_LIMITS } from "../../../schema.ts";
import type { DangerTexts } from "../../schema.ts";

type DangerFieldsProps = {
  values: DangerTexts;
  onChange: (changes: Partial<DangerTexts>) => void;
  errors?: Partial<Record<"headline" | "alsoCall", string>>;
  /** Used when the headline is empty. */
  name: string;
  /** Fields of the rule that the danger screen shows too. */
  steps: React.ReactNode;
  causes: React.ReactNode;
};

/** Fields of a safety rule's danger screen, in the order in which visitors see them. */
export function DangerFields({
  values,
  onChange,
  errors = {},
  name,
  steps,
  causes,
}: DangerFieldsProps) {
  const id = useId();
  const called = values.alsoCall.trim();
  return (
    <fieldset className="grid gap-3 rounded-lg border border-danger/50 p-3">
      <legend className="px-1 text-sm font-semibold text-danger">Danger screen</legend>
      <p className="text-sm text-muted">
        These answers end the quiz at once, and visitors see this screen, from top to bottom:
      </p>
      <CompactTextField
        label="Headline"
        hint="name the danger, not the repair"
        note={
          values.headline.trim()
            ? undefined
            : `Left empty, the headline is ${name.trim() ? `“${name.trim()}”` : "the name of the rule"}.`
        }
        error={errors.headline}
        name="headline"
        value={values.headline}
        maxLength={RULE_LIMITS.headline}
        onChange={(headline) => onChange({ headline })}
      />
      <div>
        <label className="inline-flex min-h-8 items-center gap-2">
          <input
            type="checkbox"
            name="call911"
            checked={values.call911}
            aria-describedby={`${id}-911`}
            onChange={(event) => onChange({ call911: event.target.checked })}
            className="size-4"
          />
          <span className="text-sm font-semibold">Show a “Call 911” button first</span>
        </label>
        <p id={`${id}-911`} className="text-sm text-muted">
          For a danger to life, such as gas, carbon monoxide, fire, sparks or something about to
          collapse.
        </p>
      </div>
      {steps}
      <CompactTextField
        label="Also call"
        hint="optional"
        note={
          called
            ? `Visitors read: “${values.call911 ? "Then also" : "Then"} call ${called}.”`
            : "For example: your gas utility's emergency line"
        }
        error={errors.alsoCall}
        name="alsoCall"
        value={values.alsoCall}
        maxLength={RULE_LIMITS.alsoCall}
        onChange={(alsoCall) => onChange({ alsoCall })}
      />
      {causes}
    </fieldset>
  );
}
