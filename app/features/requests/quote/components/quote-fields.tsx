import { ChoiceField, TextField } from "#app/components/form/field.tsx";
import { phoneDigits } from "#app/lib/phone.ts";
import { ZIP_LENGTH } from "#app/lib/zip-length.ts";
import {
  COMMUNICATION_PREFERENCES,
  DESCRIPTION_LENGTH,
  INSURANCE_CHOICES,
  LINE_LENGTH,
  SCHEDULING_PREFERENCES,
  STATE_LENGTH,
  TIMEFRAMES,
  URGENCY_LEVELS,
  YES_NO,
} from "../../constants.ts";
import type { QuoteWording } from "../quote-wording.ts";
import {
  type FieldErrors,
  hasAuthorizationQuestion,
  hasContactQuestion,
  type QuoteDraft,
  type QuoteField,
} from "../schema.ts";

export type FieldsProps = {
  values: QuoteDraft;
  errors: FieldErrors;
  words: QuoteWording;
  /** Absent on the page without script, where the fields are uncontrolled. */
  onChange?: (field: QuoteField, value: string) => void;
};

/** Props of a form's fields: controlled in the wizard, uncontrolled on the plain page. */
function bindFields({ values, errors, onChange }: Omit<FieldsProps, "words">) {
  return {
    text: (name: QuoteField) => ({
      name,
      error: errors[name],
      maxLength: LINE_LENGTH,
      ...(onChange
        ? {
            value: values[name],
            onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
              onChange(name, event.currentTarget.value),
          }
        : { defaultValue: values[name] }),
    }),
    choice: (name: QuoteField) => ({
      name,
      error: errors[name],
      ...(onChange
        ? { value: values[name], onChange: (value: string) => onChange(name, value) }
        : { defaultValue: values[name] }),
    }),
  };
}

/** The hint of the ZIP field. An unknown ZIP code is no error: it may be newer than our list. */
function getZipHint(
  { values, words, onChange }: FieldsProps,
  unknownZip: string,
): string | undefined {
  const zip = values.zipCode.trim();
  if (zip && zip === unknownZip) return `We can't find ${zip}. Please check the five digits.`;
  return onChange && zip && !/^\d{5}$/.test(zip) ? "US ZIP codes have 5 digits." : words.zipHint;
}

type LocationFieldsProps = FieldsProps & { unknownZip: string };

export function LocationFields({ unknownZip, ...props }: LocationFieldsProps) {
  const { text, choice } = bindFields(props);
  const { values, words, onChange } = props;
  // Without script no field can appear later, so all are shown from the start.
  const showAll = !onChange;
  return (
    <>
      <TextField
        {...text("address")}
        label={words.address}
        hint={words.addressHint}
        autoComplete="street-address"
      />
      <div className="@container">
        <div className="grid gap-4 @min-[12rem]:grid-cols-2 @min-[28rem]:grid-cols-[1fr_5.5rem_8rem]">
          <TextField
            {...text("city")}
            label={words.city}
            autoComplete="address-level2"
            className="@min-[12rem]:col-span-2 @min-[28rem]:col-span-1"
          />
          <TextField
            {...text("state")}
            label="State"
            autoComplete="address-level1"
            maxLength={STATE_LENGTH}
            autoCapitalize="characters"
            placeholder="GA"
          />
          <TextField
            {...text("zipCode")}
            label="ZIP code"
            autoComplete="postal-code"
            inputMode="numeric"
            maxLength={ZIP_LENGTH}
            hint={getZipHint(props, unknownZip)}
          />
        </div>
      </div>
      <ChoiceField
        {...choice("propertyClass")}
        legend={words.propertyClass}
        choices={words.propertyClasses}
      />
      <ChoiceField
        {...choice("isPropertyOwner")}
        legend={words.owns}
        choices={YES_NO}
        columns="@min-[12rem]:grid-cols-2"
      />
      {showAll || hasAuthorizationQuestion(values) ? (
        <ChoiceField
          {...choice("isAuthorizedToHire")}
          legend={showAll ? "If not: may you hire someone for it?" : words.mayHire}
          choices={YES_NO}
          columns="@min-[12rem]:grid-cols-2"
        />
      ) : null}
      {showAll || hasContactQuestion(values) ? (
        <fieldset className="grid gap-4 rounded-xl border-2 border-line p-4">
          <legend className="px-1 font-semibold">
            {showAll ? "If you may not: who decides?" : words.decides}
          </legend>
          <TextField {...text("authorizedContactName")} label="Their name" autoComplete="off" />
          <TextField
            {...text("authorizedContactEmail")}
            label="Their e-mail"
            type="email"
            autoComplete="off"
          />
          <TextField
            {...text("authorizedContactPhone")}
            label="Their phone"
            type="tel"
            autoComplete="off"
          />
        </fieldset>
      ) : null}
    </>
  );
}

export function UrgencyFields(props: FieldsProps) {
  const { text, choice } = bindFields(props);
  return (
    <>
      <ChoiceField
        {...choice("timeframe")}
        legend="How soon do you need help?"
        choices={TIMEFRAMES}
      />
      <TextField
        {...text("description")}
        label="What is going on?"
        optional
        rows={4}
        maxLength={DESCRIPTION_LENGTH}
        hint={props.words.descriptionHint}
      />
    </>
  );
}

export function SchedulingFields(props: Omit<FieldsProps, "words">) {
  const { choice } = bindFields(props);
  return (
    <>
      <ChoiceField
        {...choice("urgencyLevel")}
        legend="When should the work happen?"
        choices={URGENCY_LEVELS}
      />
      <ChoiceField
        {...choice("schedulingPreference")}
        legend="How should we set the time?"
        choices={SCHEDULING_PREFERENCES}
        columns="@min-[30rem]:grid-cols-3"
      />
      <ChoiceField
        {...choice("communicationPreference")}
        legend="How may we reach you?"
        choices={COMMUNICATION_PREFERENCES}
        columns="@min-[30rem]:grid-cols-3"
      />
      <ChoiceField
        {...choice("willUseInsurance")}
        legend="Will insurance pay for this?"
        choices={INSURANCE_CHOICES}
        columns="@min-[12rem]:grid-cols-3"
        optional
      />
    </>
  );
}

/** Points out a missing address to those who chose e-mail, without blocking the form. */
function getEmailHint(
  { communicationPreference, email }: QuoteDraft,
  isPlain: boolean,
): string | undefined {
  if (isPlain) return "Needed if you want to be reached by e-mail. Without it we call you.";
  return communicationPreference === "email" && email.trim() === ""
    ? "You asked to be reached by e-mail. Without an address here we call you instead."
    : undefined;
}

export function ContactFields(props: Omit<FieldsProps, "words">) {
  const { text } = bindFields(props);
  const { values, onChange } = props;
  const digits = phoneDigits(values.phone).length;
  return (
    <>
      <TextField {...text("name")} label="Your name" autoComplete="name" />
      <TextField
        {...text("phone")}
        label="Your phone"
        type="tel"
        autoComplete="tel"
        hint={
          onChange && digits > 0 && digits !== 10
            ? "US phone numbers have 10 digits. Please check it."
            : undefined
        }
      />
      <TextField
        {...text("email")}
        label="Your e-mail"
        type="email"
        autoComplete="email"
        optional
        hint={getEmailHint(values, !onChange)}
      />
    </>
  );
}

/** A field that people do not see; only bots fill it in. */
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
