import { FieldError } from "#app/components/form/field.tsx";
import { type Choice, SLOT_START_CHOICES } from "../slots.ts";

type SlotFieldsProps = {
  /** Names the two fields for people who do not see the heading. */
  legend: string;
  days: readonly Choice[];
  /** Added to the names of the fields, which are `day` and `start`. */
  suffix?: string;
  value: { day: string; start: string };
  error?: string;
};

/** A day and a two-hour time of it. */
export function SlotFields({ legend, days, suffix = "", value, error }: SlotFieldsProps) {
  const { day, start } = value;
  const errorId = `slot${suffix}-error`;
  const shared = { error: error ? errorId : undefined };
  return (
    <fieldset>
      <legend className="font-semibold">{legend}</legend>
      <div className="mt-1 grid gap-3 sm:grid-cols-2">
        <SlotSelect {...shared} label="Day" name={`day${suffix}`} choices={days} value={day} />
        <SlotSelect
          {...shared}
          label="Time"
          name={`start${suffix}`}
          choices={SLOT_START_CHOICES}
          value={start}
        />
      </div>
      {error ? <FieldError id={errorId} message={error} /> : null}
    </fieldset>
  );
}

type SlotSelectProps = {
  label: string;
  name: string;
  choices: readonly Choice[];
  value: string;
  error?: string;
};

const SlotSelect = ({ label, name, choices, value, error }: SlotSelectProps) => (
  <label className="grid gap-1">
    {label}
    <select
      name={name}
      defaultValue={value}
      aria-invalid={error ? true : undefined}
      aria-describedby={error}
      className="input"
    >
      <option value="">Choose</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  </label>
);
