import { memo } from "react";
import { ChoiceField, TextField } from "#app/components/form/field.tsx";
import { normalizePhoneDigits } from "#app/lib/phone.ts";
import { LINE_LENGTH, type QuoteFieldSpec } from "../field-spec.ts";
import { FIELD_LIST, type QuoteDraft, type QuoteField } from "../fields.ts";
import { getFieldSpec, type QuoteWording } from "../quote-wording.ts";
import type { FieldErrors } from "../schema.ts";
import { EmergencyCall, PlainEmergencyCall } from "./emergency-call.tsx";

export type FieldsProps = {
  values: QuoteDraft;
  errors: FieldErrors;
  words: QuoteWording;
  /** The last ZIP code that does not exist, or "". */
  unknownZip: string;
  /** The number to call in an emergency. */
  phone: string;
  /**
   * Absent in the form without JavaScript, where the fields are uncontrolled. The same function each
   * time, or every field is rendered again.
   */
  onChange?: (field: QuoteField, value: string) => void;
};
/**
 * Here and not in the field specs, because Tailwind only scans .tsx files for classes. Two columns
 * have room for the longest word at 390 pixels, also within the card of the quote page.
 */
const COLUMNS: Record<NonNullable<QuoteFieldSpec["columns"]> | "two", string> = {
  two: "@min-[19.75rem]:grid-cols-2",
  "two-short": "@min-[12rem]:grid-cols-2",
  // More room for the words on a phone.
  "two-long": "@max-[24rem]:*:gap-2 @max-[24rem]:*:px-2.5 @min-[19.75rem]:grid-cols-2",
  "three-first-wide":
    "@min-[18.75rem]:grid-cols-2 @min-[30rem]:grid-cols-3 @min-[18.75rem]:@max-[30rem]:*:first:col-span-2",
  // Dense: the third choice moves up beside the first.
  "three-second-wide":
    "grid-flow-dense @min-[16rem]:grid-cols-2 @min-[30rem]:grid-cols-[1fr_1.6fr_1fr] @min-[16rem]:@max-[30rem]:*:nth-2:col-span-2",
  // Each as wide as its words need.
  "three-short":
    "*:gap-2 *:px-2.5 @min-[12rem]:grid-cols-2 @min-[18rem]:grid-cols-[auto_auto_auto]",
};

/** The ZIP code has a row of its own, its hint beside it, until all three fit into one row. */
const ZIP_ROW =
  "@min-[12rem]:col-span-2 @min-[18rem]:grid @min-[18rem]:grid-cols-2 @min-[18rem]:items-center @min-[18rem]:gap-x-4 @min-[18rem]:[&>label]:col-span-2 @min-[28rem]:col-span-1 @min-[28rem]:block";

type StepFieldsProps = FieldsProps & { step: number };

/** The fields of one step, in the order of the form. Fields of a group are rendered together. */
export function StepFields({ step, ...props }: StepFieldsProps) {
  const { values, words, onChange } = props;
  // Without JavaScript no field can appear later, so all are shown from the start.
  const shown = FIELD_LIST.filter(
    ([, spec]) => spec.step === step && (!onChange || (spec.isVisible?.(values) ?? true)),
  );
  return shown.map(([name, { group }], index) => {
    if (!group)
      return (
        <div key={name}>
          <OneField {...getOneField(name, props)} />
          {getNote(name, props)}
        </div>
      );
    if (shown[index - 1]?.[1].group === group) return null;
    const fields = shown
      .filter(([, spec]) => spec.group === group)
      .map(([member]) => (
        <OneField
          key={member}
          {...getOneField(member, props)}
          className={member === "zipCode" ? ZIP_ROW : undefined}
        />
      ));
    return group === "place" ? (
      <div key={group} className="@container">
        <div className="grid gap-4 @min-[12rem]:grid-cols-[1fr_5.5rem] @min-[28rem]:grid-cols-[11rem_1fr_5.5rem]">
          {fields}
        </div>
      </div>
    ) : (
      <fieldset key={group} className="grid gap-4 rounded-xl border-2 border-line p-4">
        <legend className="px-1 font-semibold">
          {onChange ? words.decider : "If you may not: who decides?"} Ask them before you name them.
        </legend>
        {fields}
      </fieldset>
    );
  });
}

/** What stands below a field with choices, which has no hint. */
function getNote(name: QuoteField, { values, phone, onChange }: FieldsProps) {
  if (name === "timeframe")
    return onChange ? (
      <EmergencyCall phone={phone} chosen={values.timeframe === "emergency"} />
    ) : (
      <PlainEmergencyCall phone={phone} />
    );
  // In the wizard it is chosen already.
  if (name === "urgencyLevel" && !onChange)
    return (
      <p className="mt-2 text-[0.9375rem] text-muted">
        If you leave this open, we go by how soon you need help.
      </p>
    );
  return null;
}

type OneFieldProps = Pick<FieldsProps, "words" | "onChange"> & {
  name: QuoteField;
  value: string;
  error?: string;
  hint?: string;
  className?: string;
};

const getOneField = (name: QuoteField, props: FieldsProps): OneFieldProps => ({
  name,
  words: props.words,
  onChange: props.onChange,
  value: props.values[name],
  error: props.errors[name],
  hint: getHint(name, getFieldSpec(name, props.words), props),
});

/**
 * One field: controlled in the wizard, uncontrolled in the plain form. Rendered again only when it
 * changes itself, so that a slow phone shows each letter at once.
 */
const OneField = memo(function OneField(props: OneFieldProps) {
  const { name, words, value, error, hint, className, onChange } = props;
  const spec = getFieldSpec(name, words);
  const { choices, missing, columns, max = LINE_LENGTH, input } = spec;
  const label = (!onChange && spec.plainLabel) || spec.label;
  const shared = { name, error, optional: !missing };
  return choices ? (
    <ChoiceField
      {...shared}
      {...(onChange
        ? { value, onChange: (choice: string) => onChange(name, choice) }
        : { defaultValue: value })}
      legend={label}
      choices={choices}
      columns={COLUMNS[columns ?? "two"]}
    />
  ) : (
    <TextField
      {...shared}
      maxLength={max}
      {...(onChange
        ? {
            value,
            onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
              onChange(name, event.currentTarget.value),
          }
        : { defaultValue: value })}
      label={label}
      hint={hint}
      className={className}
      {...input}
    />
  );
});

/** A note about the typed value that does not block submitting, or else the field's own hint. */
function getHint(
  name: QuoteField,
  { hint }: QuoteFieldSpec,
  { values, unknownZip, onChange }: FieldsProps,
): string | undefined {
  const { communicationPreference, email } = values;
  const zip = values.zipCode.trim();
  const digits = normalizePhoneDigits(values.phone).length;
  // An unknown ZIP code is not an error: it may be newer than our list.
  if (name === "zipCode" && zip && zip === unknownZip)
    return `We can't find ${zip}. Please check the five digits.`;
  if (name === "email" && !onChange)
    return "Needed if you want to be reached by email. Without it we call you.";
  if (!onChange) return hint;
  if (name === "zipCode")
    return zip && !/^\d{5}$/.test(zip)
      ? "US ZIP codes have 5 digits."
      : ["Fills in city and state.", hint].filter(Boolean).join(" ");
  if (name === "phone" && digits > 0 && digits !== 10)
    return "US phone numbers have 10 digits. Please check yours.";
  // Points out a missing address to those who chose email.
  if (name === "email" && communicationPreference === "email" && email.trim() === "")
    return "You asked to be reached by email. Without an address here we call you instead.";
  return hint;
}

/** A hidden field that only bots fill in. */
export function HoneypotField() {
  return (
    <div aria-hidden="true" className="absolute -left-[200vw]">
      <label>
        Website
        <input type="text" name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
