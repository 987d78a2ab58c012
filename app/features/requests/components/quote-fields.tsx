import { ChoiceField, TextField } from "#app/components/form/field.tsx";
import { phoneDigits } from "#app/lib/phone.ts";
import {
  COMMUNICATION_PREFERENCES,
  DESCRIPTION_LENGTH,
  INSURANCE_CHOICES,
  LINE_LENGTH,
  PROPERTY_CLASSES,
  SCHEDULING_PREFERENCES,
  STATE_LENGTH,
  TIMEFRAMES,
  URGENCY_LEVELS,
  YES_NO,
  ZIP_LENGTH,
} from "../constants.ts";
import { asksAuthorization, asksContact, type FieldErrors, type QuoteDraft, type QuoteField } from "../schema.ts";

export type FieldsProps = {
  values: QuoteDraft;
  errors: FieldErrors;
  /** Absent on the page without script: the fields then keep what is typed by themselves. */
  onChange?: (field: QuoteField, value: string) => void;
};

/** Binds the fields of one form to its values: controlled by the wizard, free on the plain page. */
function bind({ values, errors, onChange }: FieldsProps) {
  return {
    text: (name: QuoteField) => ({
      name,
      error: errors[name],
      maxLength: LINE_LENGTH,
      ...(onChange ? { value: values[name], onChange: (event: React.ChangeEvent<HTMLInputElement>) => onChange(name, event.currentTarget.value) } : { defaultValue: values[name] }),
    }),
    choice: (name: QuoteField) => ({
      name,
      error: errors[name],
      ...(onChange ? { value: values[name], onChange: (value: string) => onChange(name, value) } : { defaultValue: values[name] }),
    }),
  };
}

export function LocationFields(props: FieldsProps) {
  const { text, choice } = bind(props);
  const { values, onChange } = props;
  // Without script nothing can appear later, so that everything stands there from the start.
  const showAll = !onChange;
  const zip = values.zipCode.trim();
  return (
    <>
      <TextField {...text("address")} label="Street address" autoComplete="street-address" />
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-[1fr_5.5rem_8rem]">
        <TextField {...text("city")} label="City" autoComplete="address-level2" className="col-span-2 sm:col-span-1" />
        <TextField {...text("state")} label="State" autoComplete="address-level1" maxLength={STATE_LENGTH} autoCapitalize="characters" placeholder="GA" />
        <TextField
          {...text("zipCode")}
          label="ZIP code"
          autoComplete="postal-code"
          inputMode="numeric"
          maxLength={ZIP_LENGTH}
          hint={onChange && zip && !/^\d{5}$/.test(zip) ? "US ZIP codes have 5 digits." : undefined}
        />
      </div>
      <ChoiceField {...choice("propertyClass")} legend="Kind of property" choices={PROPERTY_CLASSES} />
      <ChoiceField {...choice("isPropertyOwner")} legend="Do you own this property?" choices={YES_NO} columns="grid-cols-2" />
      {showAll || asksAuthorization(values) ? (
        <ChoiceField
          {...choice("isAuthorizedToHire")}
          legend={showAll ? "If not: may you hire someone for it?" : "May you hire someone for this property?"}
          choices={YES_NO}
          columns="grid-cols-2"
        />
      ) : null}
      {showAll || asksContact(values) ? (
        <fieldset className="grid gap-4 rounded-xl border-2 border-line p-4">
          <legend className="px-1 font-semibold">{showAll ? "If you may not: who decides?" : "Who decides about the property?"}</legend>
          <TextField {...text("authorizedContactName")} label="Their name" autoComplete="off" />
          <TextField {...text("authorizedContactEmail")} label="Their e-mail" type="email" autoComplete="off" />
          <TextField {...text("authorizedContactPhone")} label="Their phone" type="tel" autoComplete="off" />
        </fieldset>
      ) : null}
    </>
  );
}

export function UrgencyFields(props: FieldsProps) {
  const { text, choice } = bind(props);
  return (
    <>
      <ChoiceField {...choice("timeframe")} legend="How soon do you need help?" choices={TIMEFRAMES} />
      <TextField {...text("description")} label="What is going on?" optional rows={4} maxLength={DESCRIPTION_LENGTH} hint="What you see, hear or smell, and since when." />
    </>
  );
}

export function SchedulingFields(props: FieldsProps) {
  const { choice } = bind(props);
  return (
    <>
      <ChoiceField {...choice("urgencyLevel")} legend="When should the work happen?" choices={URGENCY_LEVELS} />
      <ChoiceField {...choice("schedulingPreference")} legend="How should we set the time?" choices={SCHEDULING_PREFERENCES} columns="sm:grid-cols-3" />
      <ChoiceField {...choice("communicationPreference")} legend="How may we reach you?" choices={COMMUNICATION_PREFERENCES} columns="sm:grid-cols-3" />
      <ChoiceField {...choice("willUseInsurance")} legend="Will insurance pay for this?" choices={INSURANCE_CHOICES} columns="grid-cols-3" optional />
    </>
  );
}

export function ContactFields(props: FieldsProps) {
  const { text } = bind(props);
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
        hint={onChange && digits > 0 && digits !== 10 ? "US phone numbers have 10 digits. Please check it." : undefined}
      />
      <TextField {...text("email")} label="Your e-mail" type="email" autoComplete="email" optional />
    </>
  );
}

/** A field that people do not see; what fills it in is not a person. */
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
