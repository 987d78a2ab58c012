import { SelectField } from "#app/components/admin/select-field.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { ZIP_LENGTH } from "#app/lib/zip-length.ts";
import {
  ADDRESS_LENGTH,
  CITY_LENGTH,
  EMAIL_LENGTH,
  MAX_AMOUNT,
  NAME_LENGTH,
  PHONE_LENGTH,
  STATE_LENGTH,
  STATUS_LABELS,
  STATUSES,
} from "../../../constants.ts";
import type { FieldErrors, Profile } from "../../../schema.ts";
import type { ServiceChoices } from "../../service-choices.server.ts";
import { CategoryPicker } from "./category-picker.tsx";
import { ZipEditor } from "./zip-editor.tsx";

type ProfileFieldsProps = { values: Profile; choices: ServiceChoices; errors: FieldErrors };

const GROUP = "panel-card grid gap-4 overflow-visible! p-4";

/** The fields of a profile, for a new provider and for one that exists. */
export function ProfileFields({ values, choices, errors }: ProfileFieldsProps) {
  const text = (name: keyof Profile & string, maxLength: number) => ({
    name,
    maxLength,
    defaultValue: String(values[name] ?? ""),
    error: errors[name],
    autoComplete: "off",
  });
  return (
    <div className="grid gap-4">
      <div className={`${GROUP} room-sm:grid-cols-2`}>
        <TextField
          {...text("company_name", NAME_LENGTH)}
          label="Company name *"
          aria-required
          className="room-sm:col-span-2"
        />
        <TextField {...text("contact_name", NAME_LENGTH)} label="Contact name *" aria-required />
        <TextField {...text("phone", PHONE_LENGTH)} label="Phone *" type="tel" aria-required />
        <TextField
          {...text("contact_email", EMAIL_LENGTH)}
          label="Contact email"
          type="email"
          hint="Offers go to this address."
          className="room-sm:col-span-2"
        />
      </div>
      <div className={`${GROUP} grid-cols-2 room-sm:grid-cols-[2fr_1fr_1fr]`}>
        <TextField
          {...text("business_address", ADDRESS_LENGTH)}
          label="Business address"
          className="col-span-2 room-sm:col-span-3"
        />
        <TextField
          {...text("business_city", CITY_LENGTH)}
          label="City"
          className="col-span-2 room-sm:col-span-1"
        />
        <TextField {...text("business_state", STATE_LENGTH)} label="State" />
        <TextField {...text("business_zip", ZIP_LENGTH)} label="ZIP" inputMode="numeric" />
      </div>
      <div className={`${GROUP} room-md:grid-cols-2`}>
        <CategoryPicker
          choices={choices}
          chosen={values.service_categories}
          error={errors.service_categories}
        />
        <ZipEditor zips={values.service_area_zips} error={errors.service_area_zips} />
      </div>
      <div className={`${GROUP} room-sm:grid-cols-3`}>
        <SelectField
          name="verification_status"
          label="Verification status"
          defaultValue={values.verification_status}
          error={errors.verification_status}
        >
          {STATUSES.map((value) => (
            <option key={value} value={value}>
              {STATUS_LABELS[value]}
            </option>
          ))}
        </SelectField>
        <TextField
          name="verified_until"
          type="date"
          label="Verified until"
          defaultValue={values.verified_until ?? ""}
          error={errors.verified_until}
          hint="The last valid day. Leave empty for no end date."
        />
        <TextField
          name="credits"
          type="number"
          step="0.01"
          min={Math.min(0, values.credits)}
          max={MAX_AMOUNT}
          inputMode="decimal"
          label="Credits"
          defaultValue={values.credits}
          error={errors.credits}
          hint="A change is recorded as an adjustment."
          autoComplete="off"
        />
      </div>
    </div>
  );
}
